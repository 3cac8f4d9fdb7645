import Decision
public import WireProtocol

/// Everything that is counted.
public struct LiveStatistics: Sendable {
    public var frames = FrameCounters()
    public var samples: UInt64 = 0
    public var lostSamples: UInt64 = 0
    public var sessions: UInt32 = 0
    public var restarts: UInt32 = 0
    public var reconnections: UInt32 = 0
    /// DATA whose size does not match the announced channels.
    public var unusableFrames: UInt64 = 0
    public var windows: UInt64 = 0
    public var entered: UInt64 = 0
    public var commandsSent: UInt64 = 0
    public var commandsSettled = SettledCommands()
    /// Dropped because the queue was full, or the device or the port went away.
    public var commandsDropped: UInt64 = 0
    /// Writes that the port did not take in time, and frames for which there was no room then.
    public var writesTimedOut: UInt64 = 0
    /// Microseconds of the best clock exchange.
    public var clockRoundTrip: UInt64?
    /// Measured samples per second by the device's clock; nil before a tenth of a second.
    public var measuredRate: Double?
    public var latency = LatencyHistogram()
    public var shadow = ShadowStatistics()

    public init() {}
}

/// Commands by what became of them.
public struct SettledCommands: Sendable, Equatable {
    /// Applied; also if only a repetition's acknowledgement came through.
    public var ok: UInt64 = 0
    public var late: UInt64 = 0
    public var unsupported: UInt64 = 0
    public var refused: UInt64 = 0
    /// No acknowledgement came.
    public var lost: UInt64 = 0

    public init() {}

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
        statistics.commandsSent = carried.commandsSent + link.commandsSent
        statistics.commandsDropped = carried.commandsDropped + reactions.dropped
        statistics.writesTimedOut = carried.writesTimedOut + writesTimedOut + UInt64(link.framesLeftOut)
        statistics.clockRoundTrip = link.clockRoundTrip
        if let measured = link.measured {
            statistics.measuredRate = Double(measured.samples) * 1_000_000 / Double(measured.microseconds)
        }
    }
}
