/// What one sensor measures wrongly, and how its board sits: turns what a device announces into what it measures. It goes into the
/// channels' scales, offsets and axes, so that nothing is computed for a sample.
public struct SensorCorrection: Sendable, Equatable {
    /// What each accelerometer axis reads at 0 g, in g.
    public var accelerationOffset: SIMD3<Double>
    /// What the reading without its offset is multiplied by; above 0.
    public var accelerationGain: SIMD3<Double>
    /// What each gyroscope axis reads at rest, in rad/s.
    public var rotationOffset: SIMD3<Double>
    /// What iron does to the magnetic field; nil if nobody knows. A channel's scale and offset take the matrix's diagonal alone.
    public var iron: IronCorrection?
    /// Which axis of the model's each of the board's x, y and z is: ±1, ±2, ±3, each once.
    public var axes: SIMD3<Int8>

    /// All as it is announced.
    public init() {
        accelerationOffset = SIMD3()
        accelerationGain = SIMD3(repeating: 1)
        rotationOffset = SIMD3()
        axes = SIMD3(1, 2, 3)
    }
}

extension SensorDescription {
    /// As it measures in truth. The correction's axes are the sensor's own but for `axes`, which is about the board's.
    public func corrected(by correction: SensorCorrection) -> SensorDescription {
        var result = SensorDescription(rate: rate)
        for index in 0..<channelCount { result.addChannel(channels[index].corrected(by: correction)) }
        for axis in 0..<3 {
            let board = axes[axis]
            let model = correction.axes[Int(board.magnitude) - 1]
            result.axes[axis] = board < 0 ? -model : model
        }
        return result
    }
}

extension ChannelDescription {
    fileprivate func corrected(by correction: SensorCorrection) -> ChannelDescription {
        var result = self
        let axis = Int(kind & 15)
        guard axis < 3, text.isEmpty else { return self }
        // (x − offset) · gain, of x = count · scale + offset.
        switch kind & 0xF0 {
        case 0x10:
            let gain = correction.accelerationGain[axis]
            let zero = correction.accelerationOffset[axis] / unit.toCanonical
            result.scale = Float(Double(scale) * gain)
            result.offset = Float((Double(offset) - zero) * gain)
        case 0x20: result.offset = Float(Double(offset) - correction.rotationOffset[axis] / unit.toCanonical)
        case 0x30:
            guard let iron = correction.iron else { break }
            result.scale = Float(Double(scale) * iron.diagonal[axis])
            result.offset = Float((Double(offset) - iron.offset[axis] / unit.toCanonical) * iron.diagonal[axis])
        default: break
        }
        return result
    }
}
