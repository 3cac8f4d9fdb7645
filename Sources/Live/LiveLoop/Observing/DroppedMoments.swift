/// What an observer was not told of, because it had not taken what came before.
public struct DroppedMoments: Sendable, Equatable {
    /// Samples, each of them.
    public var samples: UInt64 = 0
    /// Windows that neither entered nor left a label.
    public var windows: UInt64 = 0
    /// Changes of the connection.
    public var changes: UInt64 = 0
    /// Events, commands that were settled, and everything else.
    public var others: UInt64 = 0

    public init() {}

    /// Whether nothing was dropped.
    public var isEmpty: Bool { self == DroppedMoments() }

    /// Counts more of them.
    public mutating func add(_ more: DroppedMoments) {
        samples += more.samples
        windows += more.windows
        changes += more.changes
        others += more.others
    }
}
