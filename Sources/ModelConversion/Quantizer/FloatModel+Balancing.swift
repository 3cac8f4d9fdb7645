public import ReferenceModel

extension FloatModel {
    /// The same function with inputs of like size: features that stay small are multiplied by a power of two, which their weights
    /// are divided by. All inputs share one Q-format, so that a few g of acceleration would else be as coarse as many rad/s of
    /// rotation.
    ///
    /// Exact: powers of two change no digit of a float. `ranges` is changed accordingly.
    public func balancingInputs(_ ranges: inout ActivationRanges) -> FloatModel {
        guard let largest = ranges.inputs.max(), largest > 0 else { return self }
        var model = self
        let count = description.inputs.count
        for (index, range) in ranges.inputs.enumerated() {
            let exponent = range > 0 ? min(Self.mostBalance, Int((largest / range).exponent)) : 0
            let factor = Float(sign: .plus, exponent: exponent, significand: 1)
            model.description.inputs[index].scale *= factor
            ranges.inputs[index] *= Double(factor)
            if model.network.convolution != nil {
                model.network.convolution?.weights.divideColumns(from: index, every: count, by: factor)
            } else {
                model.network.lstm[0].inputWeights.divideColumns(from: index, every: count, by: factor)
            }
        }
        return model
    }

    /// Beyond 2^6 a feature is noise beside the others, and its weights would become very large.
    private static let mostBalance = 6
}

extension FloatMatrix {
    fileprivate mutating func divideColumns(from first: Int, every step: Int, by factor: Float) {
        for row in 0..<rows {
            for column in stride(from: first, to: columns, by: step) { self[row, column] /= factor }
        }
    }
}
