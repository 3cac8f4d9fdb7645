import Evaluation
import Models
import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("The float network, eight windows at a time")
struct FloatOracleTests {
    private struct Case {
        let model: FloatModel
        let samples: [[Double]]
    }

    /// Random shapes: one to three layers, windows that the hop divides or not, one slot to twenty.
    private func example(_ seed: UInt64, _ policy: StatePolicy) -> Case {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let window = number(1...24)
        let model = randomFloatModel(
            seed: seed, window: window, hop: number(1...28), inputs: number(1...6),
            lstm: (0..<number(1...3)).map { _ in number(1...19) },
            dense: (0..<number(0...1)).map { _ in number(1...9) } + [number(2...11)], policy: policy, weightScale: 2)
        let samples = (0..<200).map { _ in
            randomValues(count: model.description.inputs.count, bound: 4, using: &random)
        }
        return Case(model: model, samples: samples)
    }

    private func readable(_ example: Case) -> [FloatWindow] {
        var stream = FloatWindowStream(example.model)
        return example.samples.compactMap { stream.push($0) }
    }

    @Test(
        "says what the readable one says, within 1e-12, whatever the shape and however the samples come", arguments: 1...40,
        [
            StatePolicy.reset, .carry,
        ])
    func sameProbabilities(seed: Int, policy: StatePolicy) throws {
        let example = example(UInt64(seed), policy)
        let oracle = try #require(FloatOracle(example.model))
        var random = SeededGenerator(seed: UInt64(seed))
        var windows: [FloatWindow] = []
        var rest = example.samples[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...70, using: &random))
            windows += oracle.push(rest.prefix(count).flatMap { $0 })
            rest = rest.dropFirst(count)
        }
        let expected = readable(example)
        #expect(windows.map(\.slot) == expected.map(\.slot) && windows.map(\.endSample) == expected.map(\.endSample))
        for (window, other) in zip(windows, expected) {
            for (a, b) in zip(window.probabilities, other.probabilities) { #expect((a - b).magnitude < 1e-12) }
        }
    }

    @Test("has the same bits on every vector unit of this machine")
    func sameBits() throws {
        for seed in 1...10 {
            let example = example(UInt64(seed), .reset)
            let answers = try OracleKernels.available.map { kernels in
                try #require(FloatOracle(example.model, kernels: kernels)).push(example.samples.flatMap { $0 })
            }
            #expect(answers.allSatisfy { $0 == answers[0] })
        }
    }

    @Test("begins anew when it is restarted")
    func restart() throws {
        let example = example(3, .carry)
        let oracle = try #require(FloatOracle(example.model))
        let first = oracle.push(example.samples.flatMap { $0 })
        oracle.restart()
        #expect(oracle.push(example.samples.flatMap { $0 }) == first && !first.isEmpty)
    }

    @Test("holds where gates saturate and inputs are far out")
    func extremes() throws {
        var example = example(5, .reset)
        example = Case(model: example.model, samples: example.samples.map { $0.map { $0 * 1e6 } })
        let oracle = try #require(FloatOracle(example.model))
        for (window, other) in zip(oracle.push(example.samples.flatMap { $0 }), readable(example)) {
            for (a, b) in zip(window.probabilities, other.probabilities) { #expect((a - b).magnitude < 1e-12) }
        }
    }
}
