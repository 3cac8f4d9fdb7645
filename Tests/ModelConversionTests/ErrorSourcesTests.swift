import ModelConversion
import Randomness
import Recording
import TestSupport
import Testing
import Windows

@Suite("Sources of error")
struct ErrorSourcesTests {
    private func sources() throws -> ErrorSources {
        let model = randomFloatModel(seed: 30, lstm: [12, 7], dense: [5, 3], policy: .carry, weightScale: 1)
        var generator = SeededGenerator(seed: 4)
        let session = RecordedSession(
            name: "s", subject: nil, labels: Array(repeating: "", count: 400), timestamps: (0..<400).map { Double($0) * 20 },
            values: (0..<2400).map { _ in Float.random(in: -2...2, using: &generator) })
        return try #require(Conversion(of: model, sessions: [session]).report.sources)
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

    @Test("without recordings there is nothing to measure")
    func none() throws {
        let model = randomFloatModel(seed: 30)
        #expect(try Conversion(of: model, recordings: []).report.sources == nil)
    }
}
