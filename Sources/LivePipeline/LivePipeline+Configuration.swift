import WireProtocol

/// The one thing a host asks a device to change: its rate, to the model's (PROTOCOL.md §6.3). Asked at most four times.
struct RateConfiguration {
    /// A CONFIG is on its way, or its new session is.
    private(set) var isAwaited = false
    /// Asked once already: a session that comes back with a wrong rate again does not fit.
    private(set) var wasAsked = false
    private var message: ConfigMessage?
    private var lastSent: UInt64 = 0
    private var attempts = 0
    private var deadline: UInt64?

    /// Microseconds after an ACK within which the new session's HELLO must have come.
    private static let sessionDelay: UInt64 = 1_000_000

    mutating func ask(_ message: ConfigMessage) {
        self.message = message
        isAwaited = true
        wasAsked = true
        attempts = 0
        deadline = nil
    }

    /// The request that is due, marked as sent.
    mutating func due(_ now: UInt64) -> ConfigMessage? {
        guard isAwaited, let message, attempts == 0 || now >= lastSent + FeedbackOutbox.patience else { return nil }
        guard attempts < Int(FeedbackOutbox.mostAttempts) else {
            // Unanswered for good; a device that changed all the same says HELLO within the delay.
            self.message = nil
            deadline = now
            return nil
        }
        attempts += 1
        lastSent = now
        return message
    }

    mutating func accepted(_ now: UInt64) {
        message = nil
        deadline = now + Self.sessionDelay
    }

    mutating func sessionBegan() {
        isAwaited = false
        message = nil
        deadline = nil
    }

    /// A device that boots later with its old rate may be asked again.
    mutating func rateFits() { wasAsked = false }

    func hasFailed(_ now: UInt64) -> Bool {
        guard isAwaited, let deadline else { return false }
        return now >= deadline
    }
}

extension LivePipeline {
    /// - Throws: if the device's rate is not the model's and cannot be asked for; `configuration.isAwaited` then tells whether it has been.
    func checkRate(_ announced: HelloMessage, _ model: LiveModel) throws(MisfitError) {
        let rate = Double(announced.rate)
        guard let wanted = model.rate, (rate - wanted).magnitude > wanted * options.rateTolerance else {
            configuration.rateFits()
            return
        }
        if announced.capabilities.contains(.setsRate), !configuration.wasAsked {
            var message = ConfigMessage(sequence: UInt16(truncatingIfNeeded: timers.framesSent))
            message.rate = Float(wanted)
            configuration.ask(message)
            sendDueConfiguration(readTime)
        }
        throw rateMisfit(rate, wanted)
    }

    /// The same without asking: another rate would end what the device does by itself.
    func requireRate(_ announced: HelloMessage, _ model: LiveModel) throws(MisfitError) {
        let rate = Double(announced.rate)
        guard let wanted = model.rate, (rate - wanted).magnitude > wanted * options.rateTolerance else { return }
        throw MisfitError(
            reason: .rate,
            sentence:
                "the device classifies at \(rate) Hz, the model was made for \(wanted) Hz: it is not the model that the device holds"
        )
    }

    func sendDueConfiguration(_ now: UInt64) {
        if let message = configuration.due(now), var writer = begin(.config, now) {
            message.write(to: &writer)
            finish(writer)
        }
        if configuration.hasFailed(now), let model, let hello { misfit = rateMisfit(Double(hello.rate), model.rate ?? 0) }
    }

    func receiveAck(_ ack: AckMessage) {
        if ack.type == MessageKind.config.rawValue {
            observer.messageReceived(.configured(ack))
            guard configuration.isAwaited, let model, let hello else { return }
            if ack.status == AckMessage.Status.ok.rawValue {
                configuration.accepted(readTime)
            } else {
                misfit = rateMisfit(Double(hello.rate), model.rate ?? 0)
            }
        } else if let outcome = outbox.acknowledge(ack, now: readTime) {
            settle(outcome)
        }
    }

    private func rateMisfit(_ rate: Double, _ wanted: Double) -> MisfitError {
        MisfitError(
            reason: .rate,
            sentence:
                "the device samples at \(rate) Hz, the model was made for \(wanted) Hz; set the device's rate or use another model")
    }
}
