import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("Sources of error")
struct ErrorSourcesTests {
    private let model = randomFloatModel(seed: 30, lstm: [12, 7], dense: [5, 3], policy: .carry, weightScale: 1)

    private let session = {
        var generator = SeededGenerator(seed: 4)
        return RecordedSession(
            name: "s", subject: nil, labels: Array(repeating: "", count: 400), timestamps: (0..<400).map { Double($0) * 20 },
            values: (0..<2400).map { _ in Float.random(in: -2...2, using: &generator) })
    }()

    private func sources() throws -> ErrorSources {
        try #require(Conversion(of: model, sessions: [session]).report.sources)
    }

    @Test("each part alone is less than a hundredth, and most of what all of them do together")
    func parts() throws {
        let sources = try sources()
        #expect(sources.windows > 50)
        #expect(sources.all > 0 && sources.all < 0.01)
        let squares = ErrorSources.Source.allCases.map { sources.rootMeanSquares[$0] ?? 0 }.map { $0 * $0 }.reduce(0, +)
        #expect((0.3...3).contains(squares.squareRoot() / sources.all))
    }

    @Test("the dominating one is the largest")
    func dominating() throws {
        let sources = try sources()
        let largest = sources.rootMeanSquares.values.max()
        #expect(sources.rootMeanSquares[sources.dominating] == largest)
    }

    @Test("all parts together are the engine to the bit, but where a panel's shift tips an argument; none is the float network")
    func together() throws {
        var same = 0
        for seed in 1...12 as ClosedRange<UInt64> {
            let policy = seed % 3 == 0 ? StatePolicy.reset : .carry
            let convolution = seed % 2 == 0 ? 9 : nil
            let model = randomFloatModel(
                seed: seed, convolution: convolution, lstm: [12, 7], dense: [5, 3], policy: policy, weightScale: 1)
            let pair = try Conversion(of: model, sessions: [session]).pair
            let columns = pair.description.inputs.recordedColumns
            let engine = OwnedWindowStream(pair.weights)
            var float = FloatWindowStream(pair.floatModel)
            var inputs: [Double] = []
            var found: [[Double]] = []
            var exact: [[Double]] = []
            for index in 0..<session.count {
                let physical = columns.map { Double(session.sample(index)[session.sample(index).startIndex + $0]) }
                inputs += pair.description.inputs.normalised(physical)
                let bits = pair.quantized.inputFractionBits
                if let window = float.push(physical) { exact.append(window.probabilities) }
                guard engine.push(pair.description.inputs.quantized(physical, fractionBits: bits).span) != nil else { continue }
                found.append(pair.description.labels.indices.map { Double(engine.probability(of: $0)) / 32_768 })
            }
            let all = SwitchedNetwork(pair, parts: Set(ErrorSources.Source.allCases))
            let none = SwitchedNetwork(pair, parts: [])
            let left = difference(all.probabilities(ofWindowsIn: inputs, pair.description), found)
            same += left == 0 ? 1 : 0
            #expect(left < difference(exact, found))
            #expect(difference(none.probabilities(ofWindowsIn: inputs, pair.description), exact) < 1e-9)
        }
        #expect(same >= 8)
    }

    /// Root mean square.
    private func difference(_ a: [[Double]], _ b: [[Double]]) -> Double {
        #expect(a.count == b.count && a.count > 10)
        let squares = zip(a.joined(), b.joined()).map { ($0 - $1) * ($0 - $1) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    @Test("without recordings there is nothing to measure")
    func none() throws {
        let model = randomFloatModel(seed: 30)
        #expect(try Conversion(of: model, recordings: []).report.sources == nil)
    }
}
