/// One reading of a motion sensor, as a device of another make sends it: acceleration along x, y, z, rotation about them.
public struct ForeignReading: Sendable {
    /// ax, ay, az, gx, gy, gz, in g and rad/s where the decoder knows the units; 0 where `channels` has none.
    public var values: InlineArray<6, Double> = [0, 0, 0, 0, 0, 0]
    /// Which of them were sent.
    public var channels = Channels.none
    /// The device's own time of it, in microseconds since any moment; nil if it sent none.
    public var time: UInt64?

    /// A set of the six channels, the bit of ax lowest.
    public struct Channels: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static var none: Channels { Channels([]) }
        /// ax, ay, az.
        public static var acceleration: Channels { Channels(rawValue: 0b000_111) }
        /// gx, gy, gz.
        public static var rotation: Channels { Channels(rawValue: 0b111_000) }
        /// All six.
        public static var all: Channels { Channels(rawValue: 0b111_111) }
    }

    public init() {}

    /// One value of those that were sent.
    ///
    /// - Parameter channel: 0 … 5.
    mutating func set(_ channel: Int, _ value: Double) {
        values[channel] = value
        channels.formUnion(Channels(rawValue: 1 << UInt8(channel)))
    }
}
