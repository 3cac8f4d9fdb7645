import MotionCore
public import WireProtocol

/// Everything that is counted, over all connections of a run. Nothing here ever falls, but what measures the present connection.
public struct LiveStatistics: Sendable {
    /// Bytes and frames of the device, and what was wrong with those that were refused.
    public var frames = FrameCounters()
    /// Samples that arrived, whether or not they could be used.
    public var samples: UInt64 = 0
    /// Samples that never arrived, by the index that every frame carries.
    public var lostSamples: UInt64 = 0
    /// Sessions that a device announced.
    public var sessions: UInt32 = 0
    /// Restarts, or changes of session, whose HELLO was lost.
    public var restarts: UInt32 = 0
    /// Times that the port was opened again after it had gone away.
    public var reconnections: UInt32 = 0
    /// DATA whose size does not match the announced channels.
    public var unusableFrames: UInt64 = 0
    /// Frames that came twice, or were overtaken; not used.
    public var repeatedFrames: UInt64 = 0
    /// Times that the device's clock was set.
    public var clockSets: UInt64 = 0
    /// Times that the device's failsafe switched something off.
    public var failsafes: UInt64 = 0
    /// Windows that were classified here.
    public var windows: UInt64 = 0
    /// Labels that were entered.
    public var entered: UInt64 = 0
    /// Commands that were given to the device, each counted once.
    public var commandsSent: UInt64 = 0
    /// FEEDBACK frames beyond the first of a command.
    public var commandsRepeated: UInt64 = 0
    /// Commands that were acknowledged or given up, by what became of them.
    public var commandsSettled = SettledCommands()
    /// Dropped because the queue was full, or the device or the port went away.
    public var commandsDropped: UInt64 = 0
    /// Not sent: their motion was older than their time to live.
    public var commandsStale: UInt64 = 0
    /// Not sent: the device says that it has no such actuator.
    public var commandsDenied: UInt64 = 0
    /// Writes that the port did not take in time, and frames for which there was no room then.
    public var writesTimedOut: UInt64 = 0
    /// Microseconds of the present connection's best clock exchange; nil before the first.
    public var clockRoundTrip: UInt64?
    /// By how many parts per million its device's clock runs fast against this machine's; nil before that is known.
    public var clockDrift: Int64?
    /// Whether losses are known: a device that sends neither a time nor a count with its readings loses some unseen.
    public var countsLosses = true
    /// Measured samples per second by the device's clock; nil before a tenth of a second.
    public var measuredRate: Double?
    /// Of every window: last byte read → feedback bytes handed to the transport.
    public var latency = LatencyHistogram()
    /// Of every command that was applied: last sample of the window → applied, by the device's clock.
    public var age = LatencyHistogram()
    /// LOG messages and sessions that observers were not told of: more than ten a second.
    public var logsLeftOut: UInt64 = 0
    public var sessionsLeftOut: UInt64 = 0
    /// What `LiveOptions` can ask for: windows of the device that were recomputed here.
    public var shadow = ShadowStatistics()

    public init() {}
}

/// Commands by what became of them; each is counted once, however often it was sent.
public struct SettledCommands: Sendable, Equatable {
    /// Applied; also if only a repetition's acknowledgement came through.
    public var ok: UInt64 = 0
    /// They reached the device after their time to live, or after a newer one for the same light. Not applied.
    public var late: UInt64 = 0
    /// The device has no such actuator, or not so many of them. Not applied.
    public var unsupported: UInt64 = 0
    /// The device could not make sense of them. Not applied.
    public var refused: UInt64 = 0
    /// No acknowledgement came.
    public var lost: UInt64 = 0

    public init() {}

    /// Takes in what became of another device's.
    package mutating func add(_ other: SettledCommands) {
        ok += other.ok
        late += other.late
        unsupported += other.unsupported
        refused += other.refused
        lost += other.lost
    }

    mutating func count(_ outcome: FeedbackOutbox.Outcome) {
        switch outcome.status {
        case .ok, .duplicate: ok += 1
        case .late: late += 1
        case .unsupported: unsupported += 1
        case .refused: refused += 1
        case nil: lost += 1
        }
    }
}

/// What is counted over all connections, and kept up with what the link of the present one counts by itself.
struct LiveAccount {
    var statistics: LiveStatistics
    /// Counts of earlier connections, to which the link's are added.
    private let carried: LiveStatistics
    /// Of this connection.
    var writesTimedOut: UInt64 = 0

    init(carrying statistics: LiveStatistics) {
        self.statistics = statistics
        carried = statistics
    }

    mutating func count(_ decision: Decision) {
        statistics.windows += 1
        if decision.phase == .enter { statistics.entered += 1 }
    }

    mutating func collect(_ link: borrowing HostLink, _ reactions: Reactions) {
        statistics.frames = carried.frames.adding(link.counters)
        statistics.samples = carried.samples + link.samples
        statistics.lostSamples = carried.lostSamples + link.lostSamples
        statistics.sessions = carried.sessions + link.sessions
        statistics.restarts = carried.restarts + link.restarts
        statistics.unusableFrames = carried.unusableFrames + link.unusableFrames
        statistics.commandsSent = carried.commandsSent + reactions.accepted
        // A command that was accepted and dropped before it was sent is counted as sent once, and repeats nothing.
        let repeated = link.commandsSent > reactions.accepted ? link.commandsSent - reactions.accepted : 0
        statistics.commandsRepeated = max(statistics.commandsRepeated, carried.commandsRepeated + repeated)
        statistics.commandsDropped = carried.commandsDropped + reactions.dropped
        statistics.writesTimedOut = carried.writesTimedOut + writesTimedOut + UInt64(link.framesLeftOut)
        statistics.commandsStale = carried.commandsStale + reactions.stale
        statistics.commandsDenied = carried.commandsDenied + reactions.denied
        statistics.repeatedFrames = carried.repeatedFrames + UInt64(link.repeatedFrames)
        statistics.clockSets = carried.clockSets + UInt64(link.clockSets)
        statistics.clockRoundTrip = link.clockRoundTrip
        statistics.clockDrift = link.clockDrift
        if let measured = link.measured {
            statistics.measuredRate = Double(measured.samples) * 1_000_000 / Double(measured.microseconds)
        }
    }
}
