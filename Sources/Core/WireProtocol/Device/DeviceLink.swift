import MotionCore

/// The device's role (PROTOCOL.md §4 to §8): announces itself, batches samples, answers the host, watches over its actuators.
///
///     for byte in received { if let event = link.receive(byte, now: now) { handle(event) } }
///     link.push(counts, takenAt: time, now: now)
///     while let change = link.poll(now: now) { apply(change) }
///     link.consume(port.write(link.outgoing, link.outgoingCount))
///
/// `now` is device time extended to 64 bits: microseconds since any start, which never go back. Frames wait in a queue of fixed
/// capacity for the port to take them; what does not fit is left out. Samples left out are counted and keep their indices, so that
/// the host sees the gap; HELLO and HEARTBEAT are tried again with every poll. Allocates nothing; the memory is the caller's. Not
/// reentrant: one context makes all calls.
public struct DeviceLink: ~Copyable {
    /// What HELLO announces, with the session of now.
    public internal(set) var identity: HelloMessage
    /// The rules of feedback.
    public internal(set) var feedback: FeedbackReceiver
    /// Microseconds by which sample times, and with them all headers, run ahead of `now`. 0 where sensor and link share a clock, as
    /// on every real device; a replay at another speed sets it.
    public var sampleClockLead: Int64 = 0
    /// Microseconds by which the device's clock, in all that the host is told and tells, runs ahead of `now`. 0 on every real
    /// device, whose clock nothing sets; `setClock` steps it.
    public private(set) var clockShift: Int64 = 0
    /// What heartbeats tell of the device's health; nil: nothing.
    public var health: HeartbeatMessage.Health?
    /// Frames that only a device may send, which came from the host.
    public internal(set) var wrongSide: UInt32 = 0
    /// Samples that were counted in the index and never sent.
    public internal(set) var samplesDropped: UInt32 = 0

    var decoder: FrameDecoder
    let encoder: FrameEncoder
    var queue: OutgoingFrames
    var batch: SampleBatch
    /// Index of the first sample that waits, or of the next to come.
    var nextIndex: UInt16 = 0
    /// Marks all frames of a session, so that another one is noticed even if its HELLO is lost.
    var sessionTag: UInt8 = 0
    var hostSession: UInt32?
    /// A HELLO of this session has left.
    var isAnnounced = false
    /// The channel with which the next CHANNELS begins; nil: all have left since the last HELLO, or HELLO tells everything.
    var undescribed: UInt8?
    let bootedAt: UInt64
    /// When the last HELLO and the last HEARTBEAT left.
    var helloAt: UInt64
    var heartbeatAt: UInt64
    var polledAt: UInt64 = 0
    var mismatchAnsweredAt: UInt64?
    /// The last answer to a step of an installation, for its repetition; nil after another host's HELLO.
    var installed: InstalledMessage?
    /// The decoder's counters as far as they have been acted on.
    var malformedSeen: UInt32 = 0
    var mismatchesSeen: UInt32 = 0

    /// Most microseconds from one poll to the next.
    static let pollEvery: UInt64 = 10_000

    /// Bytes of memory that a link needs besides its queue.
    public static var fixedMemory: Int { FrameLimits.linkMemory }
    /// Least capacity of the queue: three frames.
    public static var leastQueue: Int { FrameLimits.leastQueue }

    /// Boots: queues 0x00 and HELLO.
    ///
    /// - Parameters:
    ///   - identity: what HELLO announces: role device, a new session, a rate in 0 … 10,000 Hz, 1 … 32 channels, of which no two
    ///     have the same name. The link adds its minor version, `units`, and what CHANNELS are needed for.
    ///   - memory: outlives the link; the first `fixedMemory` bytes are scratch, the rest is the queue, of `leastQueue` or more.
    public init(
        identity: HelloMessage, units: ActuatorUnits, memory: UnsafeMutablePointer<UInt8>, memoryCount: Int, now: UInt64
    ) {
        precondition(memoryCount >= Self.fixedMemory + Self.leastQueue, "a link needs room for at least three frames")
        Self.check(identity)
        self.identity = identity
        self.identity.announce(units)
        feedback = FeedbackReceiver(units: units, now: now)
        decoder = FrameDecoder(buffer: memory)
        encoder = FrameEncoder(scratch: memory + FrameLimits.wire)
        queue = OutgoingFrames(storage: memory + Self.fixedMemory, capacity: memoryCount - Self.fixedMemory)
        batch = SampleBatch(channels: identity.sensor.channelCount, rate: identity.sensor.rate)
        bootedAt = now
        helloAt = now
        heartbeatAt = now
        queue.appendDelimiter()
        sendHello(isReply: false, now: now)
    }

    /// What was received so far.
    public var counters: FrameCounters {
        @_noAllocation get { decoder.counters }
    }

    /// The payload of the frame that `receive` told of last. Valid until its next byte.
    public var payload: PayloadReader {
        @_noAllocation get { decoder.payload }
    }

    @_noAllocation
    static func check(_ identity: HelloMessage) {
        let isDevice = identity.role == .device
        let channels = identity.sensor.channelCount
        let rate = identity.sensor.rate
        precondition(
            isDevice && channels >= 1 && rate > 0 && rate <= SensorDescription.mostRate,
            "a device announces its role, channels and rate")
        let isTold = if case _? = identity.sensor.textFault { false } else { true }
        precondition(isTold, "channels have names of their own without control characters, commas and quotation marks")
    }
}

extension HelloMessage {
    /// With what every device of this library has to say: which minor version it speaks, how many actuators it has, and whether
    /// CHANNELS describe its channels.
    @_noAllocation
    mutating func announce(_ units: ActuatorUnits) {
        minorVersion = Self.ownMinorVersion
        self.units = units
        describedChannels = sensor.needsText ? UInt8(truncatingIfNeeded: sensor.channelCount) : nil
    }
}

// MARK: - A clock that is set

extension DeviceLink {
    /// Sets the device's clock forward, or back, as a simulator does. Nothing is switched on before the host has asked for the
    /// time: what it commanded before may be of any age.
    ///
    /// - Parameter step: microseconds.
    @_noAllocation
    public mutating func setClock(by step: Int64, now: UInt64) {
        // Samples of two clocks do not share a frame.
        flush(now: now)
        clockShift += step
        feedback.isClockInDoubt = true
    }
}

// MARK: - Bytes for the port

extension DeviceLink {
    /// The first byte that waits for the port, valid until the next call of anything else.
    public var outgoing: UnsafePointer<UInt8> {
        @_noAllocation get { queue.bytes }
    }

    /// Bytes that wait for the port.
    public var outgoingCount: Int {
        @_noAllocation get { queue.count }
    }

    /// Bytes the queue has room for.
    public var outgoingRoom: Int {
        @_noAllocation get { queue.capacity - queue.count }
    }

    /// Frames queued so far.
    public var framesSent: UInt32 {
        @_noAllocation get { queue.frames }
    }

    /// The port has taken the first `count` bytes.
    @_noAllocation
    public mutating func consume(_ count: Int) { queue.consume(count) }
}

// MARK: - What is due

extension DeviceLink {
    /// Does what is due: a frame that waited 20 ms, HELLO, HEARTBEAT, and one actuator that has to go off. Call it until it returns
    /// nil, before and after receiving, at least every 10 ms or by `nextDeadline`.
    @_noAllocation
    public mutating func poll(now: UInt64) -> ActuatorChange? {
        if let change = feedback.poll(now: now) { return change }
        polledAt = now
        let waited = Int64(bitPattern: sampleTime(now) &- batch.firstTime)
        if batch.count > 0, waited >= Int64(SampleBatch.longestWait) { flush(now: now) }
        if !isAnnounced || now - helloAt >= TimeOuts.announcement { sendHello(isReply: false, now: now) }
        describeChannels(now: now)
        if now - heartbeatAt >= TimeOuts.heartbeat { sendHeartbeat(now: now) }
        return nil
    }

    /// When `poll` next has something to do if nothing else happens.
    @_noAllocation
    public func nextDeadline() -> UInt64 {
        var deadline = min(isAnnounced ? helloAt + TimeOuts.announcement : helloAt, heartbeatAt + TimeOuts.heartbeat)
        if case _? = undescribed { deadline = min(deadline, helloAt) }
        // What is overdue found no room at the last poll, and is tried with the next. At once it would find none again.
        if deadline <= polledAt { deadline = polledAt + Self.pollEvery }
        if let ends = feedback.nextDeadline() { deadline = min(deadline, ends) }
        if batch.count > 0 {
            deadline = min(deadline, batch.firstTime &- sampleTime(0) &+ SampleBatch.longestWait)
        }
        return deadline
    }

    /// Device time at `now`.
    @_noAllocation
    func deviceTime(_ now: UInt64) -> UInt64 { now &+ UInt64(bitPattern: clockShift) }

    /// The sample clock at `now`.
    @_noAllocation
    func sampleTime(_ now: UInt64) -> UInt64 { deviceTime(now) &+ UInt64(bitPattern: sampleClockLead) }
}
