extension SensorDescription {
    /// The usual motion sensor: acceleration along x, y, z and rotation about them, 16 bits each, mounted along the board's axes.
    ///
    /// - Parameters:
    ///   - rate: samples per second.
    ///   - gPerCount: acceleration of one count, in g; 1 / 4096 for ±8 g.
    ///   - degreesPerSecondPerCount: rotation of one count, in °/s; 1 / 16.4 for ±2000 °/s.
    public init(rate: Float, gPerCount: Float, degreesPerSecondPerCount: Float) {
        self.init(rate: rate)
        for axis in 0..<3 as Range<UInt8> {
            let kind = ChannelKind.accelerationX.rawValue + axis
            addChannel(ChannelDescription(kind: kind, unit: .g, scale: gPerCount, offset: 0, fullScale: 32_768 * gPerCount))
        }
        for axis in 0..<3 as Range<UInt8> {
            addChannel(
                ChannelDescription(
                    kind: ChannelKind.rotationX.rawValue + axis, unit: .degreesPerSecond, scale: degreesPerSecondPerCount,
                    offset: 0,
                    fullScale: 32_768 * degreesPerSecondPerCount))
        }
    }
}

extension SensorDescription {
    /// Whether it measures acceleration with gravity, and rotation, along and about all three axes.
    public var hasSixAxes: Bool {
        for axis in 0..<3 as Range<UInt8> {
            guard let source = source(of: 0x10 + axis), channels[source.channel].kind & 0xF0 == 0x10,
                self.source(of: 0x20 + axis) != nil
            else { return false }
        }
        return true
    }
}
