import Foundation
import Models
import Randomness
import Testing
import Training

/// The gradient of every parameter against central differences of the readable float64 network's loss.
struct GradientTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var plan: NetworkPlan
        var steps: Int
        var supervisedSteps: [Int]
        var smoothing: Float = 0
        var dropped: Set<Int> = []
    }

    static let shapes = [
        Shape(
            testDescription: "one layer, one window", plan: NetworkPlan(inputs: 6, lstmUnits: [5], classes: 3), steps: 9,
            supervisedSteps: [8]),
        Shape(
            testDescription: "two stacked layers", plan: NetworkPlan(inputs: 3, lstmUnits: [4, 6], classes: 4), steps: 7,
            supervisedSteps: [6]),
        Shape(
            testDescription: "three stacked layers and a rectified dense layer",
            plan: NetworkPlan(inputs: 2, lstmUnits: [3, 5, 2], denseUnits: [7], classes: 3), steps: 5, supervisedSteps: [4]),
        Shape(
            testDescription: "a state that is carried through three windows",
            plan: NetworkPlan(inputs: 2, lstmUnits: [6], classes: 2), steps: 12, supervisedSteps: [3, 7, 11]),
        Shape(
            testDescription: "more than sixteen rows and columns", plan: NetworkPlan(inputs: 6, lstmUnits: [17], classes: 5),
            steps: 6, supervisedSteps: [5]),
        Shape(
            testDescription: "smoothed labels", plan: NetworkPlan(inputs: 3, lstmUnits: [4], classes: 4), steps: 4,
            supervisedSteps: [3], smoothing: 0.1),
        Shape(
            testDescription: "units left out by dropout", plan: NetworkPlan(inputs: 3, lstmUnits: [5], classes: 3), steps: 6,
            supervisedSteps: [5], dropped: [1, 4]),
        Shape(
            testDescription: "a perceptron over one sample",
            plan: NetworkPlan(inputs: 6, convolution: .init(window: 1, units: 9), classes: 3), steps: 1, supervisedSteps: [0]),
        Shape(
            testDescription: "a perceptron over a window, more rows and columns than sixteen",
            plan: NetworkPlan(inputs: 5, convolution: .init(window: 7, units: 18), denseUnits: [6], classes: 4), steps: 7,
            supervisedSteps: [6], smoothing: 0.1),
        Shape(
            testDescription: "units of a perceptron left out by dropout",
            plan: NetworkPlan(inputs: 3, convolution: .init(window: 2, units: 5), classes: 3), steps: 2, supervisedSteps: [1],
            dropped: [1, 4]),
    ]

    @Test(arguments: shapes)
    func `is the slope of the loss, whatever the kernels`(_ shape: Shape) throws {
        let problem = Problem(shape)
        let probe = Self.probe(shape, .best)
        let parameters = probe.parameters
        let trueLoss = problem.loss(probe)
        let slopes = parameters.indices.map { Self.slope(probe, problem, at: $0, parameters) }
        for kernels in KernelProbe.available {
            let (loss, gradient) = Self.probe(shape, try .running(kernels)).gradient(
                sequences: problem.sequences, targets: problem.targets, smoothing: shape.smoothing, dropped: shape.dropped)
            #expect(abs(loss - trueLoss) < 1e-4 * max(1, loss), "\(kernels)")
            let norm = gradient.reduce(0.0) { $0 + Double($1 * $1) }.squareRoot()
            let furthest = zip(slopes, gradient).map { abs($0 - Double($1)) }.max() ?? .infinity
            #expect(furthest < 2e-4 * norm, "\(kernels)")
        }
    }

    @Test(arguments: shapes.filter { $0.supervisedSteps.count == 1 })
    func `of a counterexample is that of a target that is spread evenly, and its loss is left out`(_ shape: Shape) throws {
        let problem = Problem(shape)
        let probe = Self.probe(shape, .best)
        let wanted = probe.gradient(sequences: problem.sequences, targets: problem.targets.map { $0.map { _ in 0 } }, smoothing: 1)
        let found = probe.gradient(sequences: problem.sequences, targets: problem.targets, areCounterexamples: true)
        #expect(found.gradient == wanted.gradient && found.loss == 0)
    }

    @Test(arguments: shapes)
    func `has nothing in the padding`(_ shape: Shape) throws {
        let probe = Self.probe(shape, .best)
        let problem = Problem(shape)
        _ = probe.gradient(sequences: problem.sequences, targets: problem.targets)
        #expect(probe.hasCleanPadding)
    }

    @Test(.enabled(if: KernelProbe.canCompare, KernelProbe.cannotCompare), arguments: shapes)
    func `is the same bit for bit with AVX2 and AVX-512`(_ shape: Shape) throws {
        let (wide, narrow) = (Self.probe(shape, try .running("avx512")), Self.probe(shape, try .running("avx2")))
        let problem = Problem(shape)
        let first = wide.gradient(sequences: problem.sequences, targets: problem.targets, smoothing: shape.smoothing)
        let second = narrow.gradient(sequences: problem.sequences, targets: problem.targets, smoothing: shape.smoothing)
        #expect(first.gradient == second.gradient)
    }

    private static func probe(_ shape: Shape, _ kernels: TrainingKernels) -> GradientProbe {
        let probe = GradientProbe(
            shape.plan, steps: shape.steps, supervisedSteps: shape.supervisedSteps, seed: 11, kernels: kernels)
        // Away from zero biases, where a rectifier has no slope.
        var random = SeededGenerator(seed: 3)
        probe.parameters = probe.parameters.map { $0 + 0.3 * Float(random.normal()) }
        return probe
    }

    /// (loss(p + ε) − loss(p − ε)) / 2ε, with the ε that single precision really gives.
    private static func slope(_ probe: GradientProbe, _ problem: Problem, at index: Int, _ parameters: [Float]) -> Double {
        var changed = parameters
        changed[index] = parameters[index] + 1e-3
        let above = changed[index]
        probe.parameters = changed
        let high = problem.loss(probe)
        changed[index] = parameters[index] - 1e-3
        probe.parameters = changed
        let low = problem.loss(probe)
        probe.parameters = parameters
        return (high - low) / Double(above - changed[index])
    }
}

/// Random sequences and targets, and their loss after the reference model.
private struct Problem {
    let shape: GradientTests.Shape
    let sequences: [[Float]]
    let targets: [[Int?]]

    init(_ shape: GradientTests.Shape) {
        self.shape = shape
        var random = SeededGenerator(seed: 5)
        var sequences: [[Float]] = []
        var targets: [[Int?]] = []
        for _ in 0..<11 {
            sequences.append((0..<shape.steps * shape.plan.inputs).map { _ in Float(random.normal()) })
            targets.append(
                shape.supervisedSteps.map { _ in random.happens(0.2) ? nil : Int(random.next() % UInt64(shape.plan.classes)) })
        }
        self.sequences = sequences
        self.targets = targets
    }

    /// Σ cross-entropy in double precision.
    func loss(_ probe: GradientProbe) -> Double {
        let network = probe.floatNetwork
        var sum = 0.0
        for (sequence, targets) in zip(sequences, targets) {
            var state = FloatState(zeroFor: network)
            var window: [Double] = []
            for step in 0..<shape.steps {
                let sample = (0..<shape.plan.inputs).map { Double(sequence[step * shape.plan.inputs + $0]) }
                window += sample
                if network.convolution == nil { network.step(sample, &state) }
                guard let position = shape.supervisedSteps.firstIndex(of: step), let target = targets[position] else { continue }
                var features = network.convolution?.output(of: window) ?? state.hidden[state.hidden.count - 1]
                for unit in shape.dropped { features[unit] = 0 }
                for (label, probability) in softmax(network.logits(ofFeatures: features)).enumerated() {
                    let off = Double(shape.smoothing) / Double(shape.plan.classes)
                    sum -= (off + (label == target ? 1 - Double(shape.smoothing) : 0)) * log(probability)
                }
            }
        }
        return sum
    }
}
