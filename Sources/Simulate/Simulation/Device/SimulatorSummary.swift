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
