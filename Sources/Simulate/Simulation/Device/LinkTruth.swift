/// What the cable did to the bytes of a device. Exact.
public struct LinkTruth: Sendable, Equatable {
    /// Bytes that the device sent.
    public var bytes: UInt64 = 0
    public var damagedBytes: UInt64 = 0
    public var droppedBytes: UInt64 = 0
    public var insertedBytes: UInt64 = 0
    /// Frames that did not arrive intact.
    public var damagedFrames: UInt64 = 0
    /// Samples in them.
    public var damagedSamples: UInt64 = 0

    public init() {}
}
