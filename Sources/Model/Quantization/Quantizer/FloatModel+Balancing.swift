public import Models
import MotionCore

extension FloatModel {
    /// This function, but for roundings of float32, with inputs of one size: each feature's scale is multiplied by what brings
    /// its range, and the reserve above it, to the full sixteen bits, and its weight columns are divided by that. What it costs at
    /// run time is nothing: the scale is part of the map from a sensor's counts.
    ///
    /// - Parameter ranges: changed accordingly.
    public func balancingInputs(_ ranges: inout ActivationRanges) -> FloatModel {
        guard let largest = ranges.inputs.max(), largest > 0, largest <= Quantizer.mostRange else { return self }
        let target = Quantizer.fullRange(atLeast: largest, headroom: ranges.reserve)
        var model = self
        let count = description.inputs.count
        var factors = [Double](repeating: 1, count: count)
        for (index, range) in ranges.inputs.enumerated() where range > 0 {
            let factor = Float(min(target / range, Self.mostBalance))
            ranges.inputs[index] = min(target, range * Self.mostBalance)
            // Quantized again on the same recordings, a network stays as it is (but for features that want more than 128).
            guard abs(factor - 1) > 1e-6 else { continue }
            factors[index] = Double(factor)
            model.description.inputs[index].scale *= factor
            model.network.divideFirstColumns(from: index, every: count, by: factor)
        }
        ranges.rounding?.scaleInputs(by: factors)
        return model
    }

    /// A feature that stays smaller than this part of the largest is noise beside the others, and its weights would become very
    /// large.
    private static let mostBalance = 128.0
}

extension FloatNetwork {
    /// Divides an input's weights in the map that reads it first; pooling hands a scaled input on as it is.
    fileprivate mutating func divideFirstColumns(from first: Int, every step: Int, by factor: Float) {
        if convolution != nil {
            convolution?.weights.divideColumns(from: first, every: step, by: factor)
        } else if let index = front.firstIndex(where: { $0.convolution != nil }), var map = front[index].convolution {
            map.weights.divideColumns(from: first, every: step, by: factor)
            front[index].operation = .convolution(map)
        } else if !lstm.isEmpty {
            lstm[0].inputWeights.divideColumns(from: first, every: step, by: factor)
        } else {
            dense[0].weights.divideColumns(from: first, every: step, by: factor)
        }
    }
}

extension FloatMatrix {
    fileprivate mutating func divideColumns(from first: Int, every step: Int, by factor: Float) {
        for row in 0..<rows {
            for column in stride(from: first, to: columns, by: step) { self[row, column] /= factor }
        }
    }
}
