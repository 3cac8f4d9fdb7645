public import Models
import MotionCore
import Randomness

extension BenchmarkShape {
    /// A model of this shape with random weights: the same seed, the same weights, on every machine.
    ///
    /// Input weights after Glorot and Bengio (2010), orthonormal columns of recurrent weights, small biases, forget gates open
    /// (+1), and a head large enough that one class stands out, as in a network that has learned.
    public func model(seed: UInt64 = 1) -> FloatModel {
        var generator = SeededGenerator(seed: seed, stream: window, inputs, units.reduce(0, +))
        var columns = inputs
        var lstm: [LSTMLayer] = []
        for units in units {
            var bias = small(4 * units, &generator)
            for unit in units..<2 * units { bias[unit] += 1 }
            lstm.append(
                LSTMLayer(
                    inputWeights: glorot(4 * units, columns, &generator),
                    hiddenWeights: orthonormalColumns(rows: 4 * units, columns: units, using: &generator), bias: bias))
            columns = units
        }
        var head: [DenseLayer] = []
        if let dense {
            head.append(
                DenseLayer(weights: glorot(dense, columns, &generator), bias: small(dense, &generator), rectified: true))
            columns = dense
        }
        let gain = 4 / Float(columns).squareRoot()
        let weights = (0..<classes * columns).map { _ in generator.roughlyNormal() * gain }
        head.append(
            DenseLayer(
                weights: FloatMatrix(rows: classes, columns: columns, values: weights), bias: small(classes, &generator),
                rectified: false))
        let description = ModelDescription(
            labels: labels, restLabel: nil, schedule: WindowSchedule(length: window, hop: hop), statePolicy: .reset, rate: nil,
            inputs: featureNames.map { InputFeature(name: $0) })
        return FloatModel(description, FloatNetwork(convolution: nil, lstm: lstm, dense: head))
    }

    /// Evenly from ±√(6 / (rows + columns)).
    private func glorot(_ rows: Int, _ columns: Int, _ generator: inout SeededGenerator) -> FloatMatrix {
        let limit = (6 / Float(rows + columns)).squareRoot()
        return FloatMatrix(
            rows: rows, columns: columns,
            values: (0..<rows * columns).map { _ in Float.random(in: -limit...limit, using: &generator) })
    }

    private func small(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
        (0..<count).map { _ in Float.random(in: -0.1...0.1, using: &generator) }
    }
}

/// A random matrix whose columns have length 1 and are perpendicular to each other: random columns, each cleared of those before it
/// (modified Gram–Schmidt). Time grows with rows × columns².
private func orthonormalColumns(rows: Int, columns: Int, using generator: inout SeededGenerator) -> FloatMatrix {
    var result = FloatMatrix(rows: rows, columns: columns, values: Array(repeating: 0, count: rows * columns))
    var finished: [[SIMD4<Float>]] = []
    for column in 0..<columns {
        // Four rows an element: an LSTM's rows are its four gates.
        var vector = (0..<rows / 4).map { _ in
            SIMD4(generator.roughlyNormal(), generator.roughlyNormal(), generator.roughlyNormal(), generator.roughlyNormal())
        }
        for other in finished {
            let shared = dot(vector, other)
            for index in vector.indices { vector[index] -= shared * other[index] }
        }
        let length = dot(vector, vector).squareRoot()
        for index in vector.indices {
            vector[index] /= length
            for gate in 0..<4 { result[gate * (rows / 4) + index, column] = vector[index][gate] }
        }
        finished.append(vector)
    }
    return result
}

private func dot(_ a: [SIMD4<Float>], _ b: [SIMD4<Float>]) -> Float {
    var sums = SIMD4<Float>()
    for index in a.indices { sums += a[index] * b[index] }
    return sums.sum()
}
