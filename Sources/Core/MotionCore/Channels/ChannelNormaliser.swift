/// The integer affine map from a sensor's raw count to a network input: one multiplication a sample and channel.
///
///     input = saturate((count · multiplier + addend + 2^(shift−1)) >> shift)
///
/// It joins three things that are known before the first sample: the device's scale and offset, the network's own normalisation,
/// and the Q-format of its input. The error against the real map is at most ½ + (|count| + 1) / 2^(shift + 1) steps of the input
/// format.
public struct ChannelNormaliser: Sendable, Equatable {
    /// Real scale in units of 2^−shift, |multiplier| < 2³⁰.
    public let multiplier: Int32
    /// Offset in units of 2^−shift, |addend| ≤ 2⁵⁰.
    public let addend: Int64
    /// 1 … 46.
    public let shift: UInt8

    /// Input steps per count and input steps at count 0, as real numbers.
    ///
    /// - Parameters:
    ///   - gain: network-input steps per raw count, finite.
    ///   - bias: network-input steps at count 0, finite.
    /// - Returns: nil if the map cannot be expressed: a gain of 2¹⁶ or more, or an offset beyond ±2³⁰ steps.
    public init?(gain: Double, bias: Double) {
        guard gain.isFinite, bias.isFinite, gain.magnitude < 65536, bias.magnitude <= 1_073_741_824 else { return nil }
        var shift: UInt8 = 46
        var scaled = gain * 70_368_744_177_664.0  // 2⁴⁶
        var offset = bias * 70_368_744_177_664.0
        while scaled.magnitude >= 1_073_741_823 || offset.magnitude >= 1_125_899_906_842_624 {
            scaled /= 2
            offset /= 2
            shift -= 1
            guard shift >= 1 else { return nil }
        }
        // To nearest, ties away from zero; not by `rounded()`, which is a call into the C library on a bare microcontroller.
        self.multiplier = Int32(saturating: scaled + (scaled < 0 ? -0.5 : 0.5))
        self.addend = Int64(saturating: offset + (offset < 0 ? -0.5 : 0.5))
        self.shift = shift
    }

    /// For a device's channel and a network's feature (ARITHMETIC.md §8).
    ///
    /// - Parameters:
    ///   - scale: value of one count, and `offset` that of count 0, in the channel's unit.
    ///   - unit: factor from that unit to g or rad/s, negative where the sensor's axis points the other way.
    ///   - featureOffset: what the network subtracts from the feature, which it then multiplies by `featureScale`.
    ///   - fractionBits: of the network's inputs, 0 … 15.
    /// - Returns: nil if the map cannot be expressed.
    public init?(
        scale: Float, offset: Float, unit: Double, featureOffset: Double, featureScale: Double, fractionBits: Int
    ) {
        let steps = featureScale * Double(1 << fractionBits)
        self.init(gain: Double(scale) * unit * steps, bias: (Double(offset) * unit - featureOffset) * steps)
    }

    /// The network input for one raw count. Saturates, never wraps.
    @_noAllocation
    @inlinable @inline(__always)
    public func input(forCount count: Int16) -> Int16 {
        let half = Int64(1) &<< Int64(shift &- 1)
        let product = Int64(count) &* Int64(multiplier)
        return saturateToInt16((product &+ addend &+ half) &>> Int64(shift))
    }
}
