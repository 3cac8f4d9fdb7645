import Models
import Testing

@Suite("One step of a float LSTM layer")
struct LSTMStepTests {
    /// One input, two units. With x = 0.5, h = (0.25, −0.5) the gate arguments are whole quarters.
    static let layer = LSTMLayer(
        inputWeights: FloatMatrix(rows: 8, columns: 1, values: [1, -1, 0.5, 2, -1, 1, 1, -2]),
        hiddenWeights: FloatMatrix(
            rows: 8, columns: 2,
            values: [
                1, 0, 0, 1,  // i
                0, 1, 1, 0,  // f
                0.5, 0.5, -1, 1,  // o
                1, -1, 0, 2,  // g
            ]),
        bias: [0, 0.25, 1, 1, 0, 0, 0.5, -0.5])

    @Test("computes W x + U h + b in the row order i, f, o, g")
    func gateArguments() {
        let gates = Self.layer.gateArguments([0.5], hidden: [0.25, -0.5])
        #expect(gates == [0.75, -0.75, 0.75, 2.25, -0.625, -0.25, 1.75, -2.5])
    }

    // σ(0.75) = 0.679178…, σ(−0.625) = 0.348645…, tanh(1.75) = 0.941375…:
    // c₀ = 0.679179 · 1 + 0.679179 · 0.941376 and h₀ = 0.348645 · tanh(c₀); the second unit likewise.
    @Test("computes cell and hidden state as worked out by hand")
    func state() {
        var hidden = [0.25, -0.5]
        var cell = [1.0, -0.5]
        Self.layer.step([0.5], hidden: &hidden, cell: &cell)
        let expected = (hidden: [0.3020733327911957, -0.28294847142319973], cell: [1.3185409128475158, -0.7688521500955439])
        for unit in 0..<2 {
            #expect(abs(cell[unit] - expected.cell[unit]) < 1e-14)
            #expect(abs(hidden[unit] - expected.hidden[unit]) < 1e-14)
        }
    }

    @Test("reads the old hidden state for all units before it writes the new one")
    func readsOldState() {
        // Unit 1 of a layer whose only weights lead from unit 0 to unit 1: the new h₀ must not be seen.
        var layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 8, columns: 1, values: [Float](repeating: 0, count: 8)),
            hiddenWeights: FloatMatrix(rows: 8, columns: 2, values: [Float](repeating: 0, count: 16)),
            bias: [Float](repeating: 0, count: 8))
        layer.bias[6] = 5
        layer.hiddenWeights[7, 0] = 5
        var hidden = [0.0, 0.0]
        var cell = [0.0, 0.0]
        layer.step([0], hidden: &hidden, cell: &cell)
        #expect(cell[1] == 0)
    }
}

@Suite("Activations and layers of the float network")
struct FloatLayerTests {
    /// σ at `x`, seen through the forget gate of a layer whose cell holds 1 and whose candidate is 0.
    private func sigmoid(_ x: Float) -> Double {
        let layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 4, columns: 1, values: [0, x, 0, 0]),
            hiddenWeights: FloatMatrix(rows: 4, columns: 1, values: [0, 0, 0, 0]), bias: [0, 0, 0, 0])
        var hidden = [0.0]
        var cell = [1.0]
        layer.step([1], hidden: &hidden, cell: &cell)
        return cell[0]
    }

    @Test(
        "the sigmoid has its known values",
        arguments: [(Float(0), 0.5), (1, 0.7310585786300049), (-2, 0.11920292202211755), (1000, 1), (-1000, 0)])
    func sigmoidValues(_ x: Float, _ value: Double) {
        #expect(abs(sigmoid(x) - value) < 1e-15)
    }

    @Test("softmax of 1, 2, 3 is known")
    func softmaxValues() {
        let expected = [0.09003057317038046, 0.24472847105479764, 0.6652409557748218]
        for (found, value) in zip(softmax([1, 2, 3]), expected) { #expect(abs(found - value) < 1e-15) }
    }

    @Test("softmax of equals shares evenly, however large they are", arguments: [0, 1000, -1000, 1e300])
    func softmaxOfEquals(_ logit: Double) {
        #expect(softmax([logit, logit, logit, logit]) == [0.25, 0.25, 0.25, 0.25])
    }

    @Test("softmax of logits far apart is certain, without overflow")
    func softmaxFarApart() {
        #expect(softmax([-1e4, 1e4, 0]) == [0, 1, 0])
    }

    @Test("a dense layer is rectified only if it says so")
    func dense() {
        let weights = FloatMatrix(rows: 2, columns: 2, values: [1, 2, -1, -2])
        let bias: [Float] = [0.5, 0.5]
        #expect(DenseLayer(weights: weights, bias: bias, rectified: false).output(of: [1, 2]) == [5.5, -4.5])
        #expect(DenseLayer(weights: weights, bias: bias, rectified: true).output(of: [1, 2]) == [5.5, 0])
    }

    @Test("a convolution weighs the window sample after sample and is rectified")
    func convolution() {
        let weights = FloatMatrix(rows: 2, columns: 4, values: [1, 10, 100, 1000, -1, -1, -1, -1])
        #expect(ConvolutionLayer(weights: weights, bias: [0, 1], inputs: 2).output(of: [1, 2, 3, 4]) == [4321, 0])
    }

    @Test("inputs are normalised as (x − offset) · scale")
    func normalised() {
        let inputs = [InputFeature(name: "ax", offset: 1, scale: 2), InputFeature(name: "gx", offset: -1, scale: 0.5)]
        #expect(inputs.normalised([3, 3]) == [4, 2])
    }
}
