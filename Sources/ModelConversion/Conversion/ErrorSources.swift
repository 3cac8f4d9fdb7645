import LSTMEngine
import Recording
import ReferenceModel

/// Which part of fixed point moves a network's probabilities: each part switched on alone, on the calibration recordings.
///
/// The parts do not add up: they go together, and where a state is carried they push it.
public struct ErrorSources: Sendable, Equatable {
    /// A part of fixed point.
    public enum Source: String, Sendable, CaseIterable {
        /// Inputs in their Q-format, saturated.
        case inputs
        /// Weights and biases in steps.
        case weights
        /// Tables, gates, states, and all that is rounded on the way.
        case arithmetic
    }

    /// √ of the mean of Δp² over windows and labels, against the float network, with this part alone in fixed point.
    public let rootMeanSquares: [Source: Double]
    /// The same with everything in fixed point, as the network runs.
    public let all: Double
    /// Windows that it was measured on.
    public let windows: Int

    /// The part that does most.
    public var dominating: Source {
        Source.allCases.max { rootMeanSquares[$0, default: 0] < rootMeanSquares[$1, default: 0] } ?? .weights
    }
}

extension ErrorSources {
    /// Enough for two digits.
    private static let sufficientWindows = 1_000

    /// Runs windows of the sessions' beginnings four times: in float, with the inputs and with the weights in fixed point, and as
    /// the network runs.
    ///
    /// - Throws: `MissingFeature` if recordings do not hold what the network reads.
    init(_ pair: NetworkPair, sessions: [RecordedSession]) throws(MissingFeature) {
        let description = pair.description
        let columns = try description.inputs.columns(in: RecordedSession.channelNames).get()
        let bits = pair.quantized.inputFractionBits
        let rounded = FloatModel(description, FloatNetwork(pair.quantized))
        let share = max(1, Self.sufficientWindows / max(1, sessions.count))
        var sums: [Source: Double] = [:]
        var (whole, values, windows) = (0.0, 0, 0)
        for session in sessions {
            var streams = (FloatWindowStream(pair.floatModel), FloatWindowStream(pair.floatModel), FloatWindowStream(rounded))
            var both = FloatWindowStream(rounded)
            let engine = OwnedWindowStream(pair.weights)
            var seen = 0
            for index in 0..<session.count where seen < share {
                let sample = session.sample(index)
                let physical = columns.map { Double(sample[sample.startIndex + $0]) }
                let integers = description.inputs.quantized(physical, fractionBits: bits)
                let stepped = zip(integers, description.inputs).map { integer, feature in
                    // A feature of scale 0 says nothing, whatever it is.
                    feature.scale == 0 ? 0 : Double(integer) / exp2(bits) / Double(feature.scale) + Double(feature.offset)
                }
                let (exact, inputs, weights) = (streams.0.push(physical), streams.1.push(stepped), streams.2.push(physical))
                let steps = both.push(stepped)
                guard engine.push(integers.span) != nil, let exact, let inputs, let weights, let steps else { continue }
                seen += 1
                for label in exact.probabilities.indices {
                    let found = Double(engine.probability(of: label)) / 32_768
                    func add(_ source: Source, _ difference: Double) { sums[source, default: 0] += difference * difference }
                    add(.inputs, inputs.probabilities[label] - exact.probabilities[label])
                    add(.weights, weights.probabilities[label] - exact.probabilities[label])
                    // Arithmetic alone is what remains where inputs and weights are the same in both.
                    add(.arithmetic, found - steps.probabilities[label])
                    whole += (found - exact.probabilities[label]) * (found - exact.probabilities[label])
                    values += 1
                }
            }
            windows += seen
        }
        let count = Double(max(1, values))
        rootMeanSquares = sums.mapValues { ($0 / count).squareRoot() }
        all = (whole / count).squareRoot()
        self.windows = windows
    }
}

extension FloatNetwork {
    /// What the integers of a network stand for; of a bias the first 24 bits.
    init(_ network: QuantizedNetwork) {
        var columnsBits = network.inputFractionBits
        let convolution = network.convolution.map { layer in
            ConvolutionLayer(
                weights: layer.weights(ofTerm: 0, inputBits: columnsBits), bias: layer.realBias, inputs: network.inputs)
        }
        if let layer = network.convolution { columnsBits = layer.outputFractionBits }
        var lstm: [LSTMLayer] = []
        for layer in network.lstm {
            // Rows i, f and o are stored halved.
            let gains = (0..<layer.rows).map { Float($0 < layer.rows / 4 * 3 ? 2 : 1) }
            lstm.append(
                LSTMLayer(
                    inputWeights: layer.weights(ofTerm: 0, inputBits: columnsBits, gains),
                    hiddenWeights: layer.weights(ofTerm: 1, inputBits: 15, gains),
                    bias: zip(layer.realBias, gains).map { $0 * $1 }))
            columnsBits = 15
        }
        var dense: [DenseLayer] = []
        for layer in network.dense {
            dense.append(
                DenseLayer(
                    weights: layer.affine.weights(ofTerm: 0, inputBits: columnsBits), bias: layer.affine.realBias,
                    rectified: layer.rectified))
            columnsBits = layer.affine.outputFractionBits
        }
        self.init(convolution: convolution, lstm: lstm, dense: dense)
    }
}

extension QuantizedAffine {
    /// Fraction bits of a row's sum.
    private func sumBits(_ row: Int) -> Int { Int(outputShifts[row / QuantizedMatrix.blockRows]) + outputFractionBits }

    fileprivate var realBias: [Float] { bias.indices.map { Float(Double(bias[$0]) / exp2(sumBits($0))) } }

    fileprivate func weights(ofTerm term: Int, inputBits: Int, _ gains: [Float]? = nil) -> FloatMatrix {
        let matrix = terms[term]
        var values: [Float] = []
        values.reserveCapacity(matrix.weights.count)
        for row in 0..<matrix.rows {
            for column in 0..<matrix.columns {
                let shift = matrix.shifts[row / QuantizedMatrix.blockRows * matrix.panels + column / matrix.panelWidth]
                let step = exp2(inputBits - sumBits(row) - Int(shift))
                values.append(Float(Double(matrix.weights[row * matrix.columns + column]) * step) * (gains?[row] ?? 1))
            }
        }
        return FloatMatrix(rows: matrix.rows, columns: matrix.columns, values: values)
    }
}
