public import Models
public import MotionCore

extension FloatNetwork {
    /// Inputs of a benchmark lie within ±4, and four samples, which is what the peers' program begins with, may all be small.
    private static let leastInputRange = 4.0

    /// The network in integers, its formats fitted to what these windows show.
    ///
    /// Inputs are not balanced against each other: features of a benchmark have like ranges by construction, and a few windows
    /// cannot tell more.
    ///
    /// - Parameters:
    ///   - windows: n × T × F normalised inputs, window after window; n ≥ 1.
    ///   - length: samples of a window, T.
    public func quantized(fittedTo windows: [Float], length: Int) throws(QuantizerError) -> QuantizedNetwork {
        let size = length * inputs
        var ranges = ActivationRanges(unseen: self)
        for start in stride(from: 0, through: windows.count - size, by: size) {
            var state = FloatState(zeroFor: self)
            ranges.observe(window: windows[start..<start + size].map(Double.init), of: self, state: &state)
        }
        ranges.inputs = ranges.inputs.map { max($0, Self.leastInputRange) }
        return try Quantizer.quantize(self, ranges: ranges)
    }
}
