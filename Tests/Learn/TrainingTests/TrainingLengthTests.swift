import Recordings
import Testing
import Training

@Suite("The length of a training")
struct TrainingLengthTests {
    private static let classes = ["slow", "fast"]

    private static func options(_ length: TrainingLength) -> TrainingOptions {
        var options = TrainingOptions.singleWindows
        options.lstmUnits = [6]
        options.length = length
        options.batch = 50
        options.optimiser.averaging = 0.9
        return options
    }

    private static func run(_ options: TrainingOptions, validation: [RecordedSession]? = nil) throws -> TrainingResult {
        try Trainer(
            training: dataSet(waves(people: 0..<4), kept: classes),
            validation: validation.map { try dataSet($0, kept: classes) }, features: ["ax", "gy"], options: options
        ).run()
    }

    /// Validated with the labels turned round: what is learned makes it worse.
    private static var turned: [RecordedSession] {
        waves(people: 6..<8).map { session in
            var session = session
            session.labels = session.labels.map { $0 == "slow" ? "fast" : "slow" }
            return session
        }
    }

    @Test("is counted in steps of the optimiser: cycles end with the pass that reaches them, each twice as long as the last")
    func cycles() throws {
        // 152 windows in batches of 50 are four steps a pass.
        let history = try Self.run(Self.options(.cycles(first: 10, most: 3))).history
        #expect(history.map(\.cycle) == [1, 1, 1, 2, 2, 2, 2, 2] + [Int](repeating: 3, count: 10))
        #expect(history.map(\.steps) == (1...18).map { $0 * 4 })
        #expect(history.map(\.epochs) == [3, 3, 3, 8, 8, 8, 8, 8] + [Int](repeating: 18, count: 10))
        #expect(history.allSatisfy { $0.mostEpochs == 18 && $0.cycles == 3 })
    }

    @Test("begins every cycle with large steps again, and ends it with small ones")
    func restarts() throws {
        let history = try Self.run(Self.options(.cycles(first: 30, most: 2))).history
        let ends = history.indices.filter { history[$0].epoch == history[$0].epochs }
        for end in ends { #expect(history[end].learningRate < 0.2 * OptimiserOptions().learningRate) }
        #expect(history[ends[0] + 1].learningRate > 0.5 * OptimiserOptions().learningRate)
    }

    @Test("ends with the first cycle that takes nothing off the validation loss")
    func converged() throws {
        let result = try Self.run(Self.options(.cycles(first: 40, most: 4)), validation: Self.turned)
        #expect(result.end == .converged && result.history.last?.cycle == 2)
    }

    @Test("is all cycles without validation")
    func untold() throws {
        let result = try Self.run(Self.options(.cycles(first: 5, most: 2)))
        #expect(result.end == .completed && result.history.last?.cycle == 2 && result.bestEpoch == result.history.count)
    }

    @Test("of a validated network comes with a confusion whose diagonal is what was right")
    func confusion() throws {
        let result = try Self.run(Self.options(.passes(3)), validation: waves(people: 6..<8))
        let validation = try #require(result.history.last?.validation)
        #expect(validation.confusion.flatMap { $0 }.reduce(0, +) == validation.windows)
        let right = validation.confusion.indices.reduce(0) { $0 + validation.confusion[$1][$1] }
        #expect(Double(right) / Double(validation.windows) == validation.accuracy)
    }

    @Test("is judged by every fifth of the people, one at least, and by nobody where they are fewer than three")
    func judges() throws {
        func judges(_ people: Range<Int>) throws -> Set<String>? {
            try TrainingStudy.judges(among: dataSet(waves(people: people), kept: Self.classes))
        }
        #expect(try judges(0..<2) == nil)
        #expect(try judges(0..<3) == ["p2"])
        #expect(try judges(0..<10) == ["p4", "p9"])
    }

    @Test("tells what half of the people bring")
    func half() throws {
        let options = Self.options(.cycles(first: 60, most: 2))
        let training = try dataSet(waves(people: 0..<4), kept: Self.classes)
        let validation = try dataSet(waves(people: 6..<8), kept: Self.classes)
        let result = try Trainer(training: training, validation: validation, features: ["ax", "gy"], options: options).run()
        var study = try #require(TrainingStudy(result, validation: validation))
        #expect(study.judges == ["p6", "p7"] && study.accuracyOfHalf == nil && (1...2).contains(study.cycles))
        try study.halve(training, validation: validation, features: ["ax", "gy"], options: options, isStopped: { false })
        let half = try #require(study.accuracyOfHalf)
        var one = options
        one.length = .cycles(first: 60, most: 1)
        let alone = try Trainer(
            training: training.selecting(subjects: ["p0", "p2"]), validation: validation, features: ["ax", "gy"], options: one)
        #expect(try alone.run().history.last?.validation?.accuracy == half)
    }
}
