public import MotionCore

extension QuantizedNetwork {
    /// Instructions of a Cortex-M4's inner loops for one sample of a stream, on average, with all slots in flight: as nominal as
    /// `multiplicationsPerSample`. What is around the loops adds about a hundredth, the softmax is left out.
    ///
    /// - Returns: nil with a convolution, front layers, a GRU or weights of 8 bits, which nobody has counted.
    public func instructionsPerSample(of schedule: WindowSchedule) -> Double? {
        guard isCounted, let shared = lstm.first?.terms.first else { return nil }
        let hop = Double(schedule.hop)
        let steps = lstm.reduce(0) { $0 + CortexM4.step($1) } - CortexM4.product(shared)
        let head = dense.reduce(0) { sum, layer in
            layer.affine.terms.reduce(sum + CortexM4.requantize(layer.affine)) { $0 + CortexM4.product($1) }
        }
        let onceForAll = Double(CortexM4.product(shared) * min(schedule.length, schedule.hop))
        return (onceForAll + Double(steps * schedule.length) + Double(head)) / hop
    }
}
