/// The one thing a host asks a device to change: its rate (PROTOCOL.md §6.3).
struct RateRequest {
    /// A CONFIG is on its way, or its new session is.
    private(set) var isAwaited = false
    /// Asked once already: a session that comes back with a wrong rate again does not fit.
    private(set) var wasAsked = false
    /// What is sent until it is answered.
    private var message: ConfigMessage?
    private var lastSent: UInt64 = 0
    private var sendings: UInt8 = 0
    /// When the new session's HELLO must have come.
    private var deadline: UInt64?

    @_noAllocation
    init() {}

    /// - Parameter keep: of a device that can keep a rate over a reset, whether it shall; nil of any other.
    @_noAllocation
    mutating func ask(_ rate: Float, keep: Bool?, sequence: UInt16) {
        var config = ConfigMessage(sequence: sequence)
        config.rate = rate
        if let keep { config.keep = keep ? 1 : 0 }
        message = config
        isAwaited = true
        wasAsked = true
        sendings = 0
        deadline = nil
    }

    /// The request that is due, marked as sent.
    @_noAllocation
    mutating func due(_ now: UInt64) -> ConfigMessage? {
        guard isAwaited, let message, sendings == 0 || now >= lastSent + TimeOuts.acknowledgement else { return nil }
        guard sendings < TimeOuts.mostSendings else {
            // Unanswered for good; a device that changed all the same says HELLO within the delay.
            self.message = nil
            deadline = now
            return nil
        }
        sendings += 1
        lastSent = now
        return message
    }

    @_noAllocation
    mutating func accepted(_ now: UInt64) {
        message = nil
        deadline = now + TimeOuts.newSession
    }

    @_noAllocation
    mutating func refused(_ now: UInt64) {
        message = nil
        deadline = now
    }

    @_noAllocation
    mutating func sessionBegan() {
        isAwaited = false
        message = nil
        deadline = nil
    }

    /// A device that boots later with its old rate may be asked again.
    @_noAllocation
    mutating func rateFits() { wasAsked = false }

    /// When it is sent again, or has failed; nil while nothing is awaited.
    var nextDeadline: UInt64? {
        @_noAllocation get {
            guard isAwaited else { return nil }
            return if case nil = message { deadline } else { lastSent + TimeOuts.acknowledgement }
        }
    }

    /// Whether the request has just failed.
    @_noAllocation
    mutating func fails(_ now: UInt64) -> Bool {
        guard isAwaited, let deadline, now >= deadline else { return false }
        sessionBegan()
        return true
    }
}
