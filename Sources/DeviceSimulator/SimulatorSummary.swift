import WireProtocol

/// What a virtual device did, counted on its own side.
public struct SimulatorSummary: Sendable, Equatable {
    /// Recorded sessions begun.
    public var sessions = 0
    /// Samples taken: indices consumed.
    public var samples: UInt64 = 0
    /// Samples taken and never sent, for want of room.
    public var samplesDropped: UInt64 = 0
    /// Frames sent.
    public var frames: UInt64 = 0
    /// Valid frames of the host.
    public var framesReceived: UInt64 = 0
    /// What the cable did.
    public var link = LinkTruth()
    public var commands = CommandCounts()
    /// How often the failsafe turned something off.
    public var failsafes = 0

    public init() {}
}

/// Commands by what became of them.
public struct CommandCounts: Sendable, Equatable {
    public var ok = 0
    public var duplicate = 0
    public var late = 0
    public var unsupported = 0
    public var refused = 0

    public init() {}

    mutating func count(_ status: AckMessage.Status) {
        switch status {
        case .ok: ok += 1
        case .duplicate: duplicate += 1
        case .late: late += 1
        case .unsupported: unsupported += 1
        case .refused: refused += 1
        }
    }
}
