/// The host's role (PROTOCOL.md §4 to §8): greets the device, follows its sessions and samples, estimates its clock, commands its
/// actuators.
///
///     link.open(now: now)
///     for byte in received {
///         var event = link.receive(byte, now: now)
///         while let happened = event { handle(happened); event = link.next(now: now) }
///     }
///     while let event = link.poll(now: now) { handle(event) }
///     link.consume(port.write(link.outgoing, link.outgoingCount))
///
/// `now` is host time: microseconds since any start, which never go back. Frames wait in a queue of fixed capacity for the port to
/// take them; what does not fit is left out and counted. No I/O, no clock of its own, and nothing is allocated; the memory is the
/// caller's.
public struct HostLink: ~Copyable {
    /// What the device announced last; nil before its first HELLO.
    public internal(set) var device: HelloMessage?
    /// Whether `device` describes the present session: false before its HELLO came, and after a restart whose HELLO was lost.
    public internal(set) var isGreeted = false
    /// Frames that only a host may send, which came from the device's side.
    public internal(set) var wrongSide: UInt32 = 0
    /// Samples that arrived, whether or not they could be used.
    public internal(set) var samples: UInt64 = 0
    /// DATA whose size did not match the announced channels.
    public internal(set) var unusableFrames: UInt64 = 0
    /// Frames that found no room in the queue.
    public internal(set) var framesLeftOut: UInt32 = 0
    /// FEEDBACK frames, repetitions included.
    public internal(set) var commandsSent: UInt64 = 0

    var decoder: FrameDecoder
    let encoder: FrameEncoder
    var queue: OutgoingFrames
    var continuity = SampleContinuity()
    var clock = ClockSync()
    var outbox = FeedbackOutbox()
    var timers = HostTimers()
    var rateRequest = RateRequest()
    var rateMeter = RateMeter()
    var rateWatch = RateWatch()
    /// Of a device that announced itself, and whose channels are not all described yet.
    var description = ChannelCollection()
    /// Requests for a TIMESYNC that were not answered, by their t1.
    var asked = OpenRequests()
    /// A new one at each opening of the port.
    let session: UInt32
    /// The newest device time that was told, of a frame or of a sample.
    var newestTime: UInt32 = 0
    /// The program has heard what the frame's header says of those before it, but not yet what the frame itself says.
    var contentWaits = false
    /// A verdict on the rate that the program has not heard of, or an irregularity.
    var rateNews: RateWatch.Verdict?
    var irregularity: Irregularity?
    /// What the program has been told, which it is told once.
    var told = Told()

    struct Told {
        /// That nothing can be understood.
        var complaint = false
        var version = false
        var loopback = false
        var clockUnknown = false
        /// Bits of `Irregularity`.
        var irregularities: UInt8 = 0
        /// Bits of `HelloFault`.
        var faults: UInt32 = 0

        @_noAllocation
        init() {}
    }
    /// Malformed frames that have been looked at.
    var malformedSeen: UInt32 = 0

    /// Bytes of memory that a link needs besides its queue.
    public static var fixedMemory: Int { FrameLimits.linkMemory }
    /// Least capacity of the queue: three frames.
    public static var leastQueue: Int { FrameLimits.leastQueue }

    /// - Parameters:
    ///   - session: drawn by the caller, a new one at each opening of the port.
    ///   - memory: outlives the link; the first `fixedMemory` bytes are scratch, the rest is the queue, of `leastQueue` or more.
    public init(session: UInt32, memory: UnsafeMutablePointer<UInt8>, memoryCount: Int) {
        precondition(memoryCount >= Self.fixedMemory + Self.leastQueue, "a link needs room for at least three frames")
        self.session = session
        decoder = FrameDecoder(buffer: memory)
        encoder = FrameEncoder(scratch: memory + FrameLimits.wire)
        queue = OutgoingFrames(storage: memory + Self.fixedMemory, capacity: memoryCount - Self.fixedMemory)
    }

    /// The port is open: queues 0x00 and HELLO. To be called once, before anything else.
    @_noAllocation
    public mutating func open(now: UInt64) {
        timers.open(now)
        queue.appendDelimiter()
        sendHello(now)
    }
}

extension HostLink {
    /// The port is closed, or about to be: what a frame has shown to be missing counts as lost.
    @_noAllocation
    public mutating func end() { continuity.end() }
}

// MARK: - What was seen

extension HostLink {
    /// What was received so far.
    public var counters: FrameCounters {
        @_noAllocation get {
            var counters = decoder.counters
            counters.malformed &+= wrongSide
            return counters
        }
    }

    /// Samples that never arrived.
    public var lostSamples: UInt64 { @_noAllocation get { continuity.lostSamples } }
    /// Frames that came twice, or were overtaken. They were not used.
    public var repeatedFrames: UInt32 { @_noAllocation get { continuity.repeatedFrames } }
    /// Times that the device's clock was set.
    public var clockSets: UInt32 { @_noAllocation get { continuity.clockSets } }
    /// Device time of the newest frame in microseconds since the device's first, without wraps.
    public var streamTime: UInt64 { @_noAllocation get { UInt64(continuity.streamTime) } }
    /// Whether samples come at the announced rate, as far as that is known.
    public var isRateRight: Bool { @_noAllocation get { !rateWatch.isWrong } }
    /// Sessions announced.
    public var sessions: UInt32 { @_noAllocation get { continuity.sessions } }
    /// Restarts seen without a HELLO.
    public var restarts: UInt32 { @_noAllocation get { continuity.restarts } }
    /// Samples by the device's clock; nil before a tenth of a second has passed.
    public var measured: SamplePace? { @_noAllocation get { rateMeter.measured } }
    /// Microseconds of the best exchange of the clocks; nil before the first.
    public var clockRoundTrip: UInt64? { @_noAllocation get { clock.roundTrip } }
    /// By how many parts per million the device's clock runs fast against the host's; nil before that is known.
    public var clockDrift: Int64? { @_noAllocation get { clock.driftPartsPerMillion } }
    /// Whether the device's clock is known.
    public var isSynchronised: Bool { @_noAllocation get { clock.isSynchronised } }
    /// Whether the device shows what the host decides: PREDICTION is for it.
    public var wantsDecisions: Bool {
        @_noAllocation get {
            guard let device else { return false }
            return (device.minorVersion ?? 0) < 2 || device.capabilities.contains(.showsDecisions)
        }
    }
    /// Whether the device shows the names of the classes: LABELS are for it.
    public var wantsLabels: Bool { @_noAllocation get { wantsDecisions && (device?.minorVersion ?? 0) >= 2 } }
    /// Whether a command waits for its acknowledgement.
    public var isWaiting: Bool { @_noAllocation get { outbox.isWaiting } }
}

// MARK: - Bytes for the port

extension HostLink {
    /// The first byte that waits for the port, valid until the next call of anything else.
    public var outgoing: UnsafePointer<UInt8> { @_noAllocation get { queue.bytes } }
    /// Bytes that wait for the port.
    public var outgoingCount: Int { @_noAllocation get { queue.count } }

    /// All bytes that wait for the port, which has them now, or will never take them; valid until the next call of anything else.
    /// Where a link is stored this comes cheaper than to ask it first: what is read of it may copy all of it.
    @_noAllocation
    public mutating func takeOutgoing() -> UnsafeBufferPointer<UInt8> {
        let bytes = UnsafeBufferPointer(start: queue.bytes, count: queue.count)
        queue.consume(queue.count)
        return bytes
    }

    /// The port has taken the first `count` bytes, or will never take them.
    @_noAllocation
    public mutating func consume(_ count: Int) { queue.consume(count) }
}
