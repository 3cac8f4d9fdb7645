public import Recordings

/// How a network does on people whom it has not met, and how long it pays to train: learned from all but some of the people, who
/// then judge.
public struct TrainingStudy: Sendable {
    /// Who were kept out.
    public let judges: [String]
    /// Cycles after which it did best on them; 1 without any.
    public let cycles: Int
    /// On the judges, when it did best.
    public let validation: Validation
    /// Share of the judges' windows that were right after the first cycle, learned from everybody else.
    public let accuracyOfAll: Double
    /// Share of the judges' windows right, learned from every second of the people; nil with fewer than two to learn from, or if a
    /// class is missing then.
    public private(set) var accuracyOfHalf: Double?

    /// Every fifth of the people with windows, one at least, is kept out; nil with fewer than three.
    public static func judges(among data: DataSet) -> Set<String>? {
        let counts = data.windowCountsBySubject
        let able = data.subjects.filter { (counts[$0] ?? []).contains { $0 > 0 } }
        guard able.count >= 3 else { return nil }
        let every = min(5, able.count)
        return Set(able.indices.filter { $0 % every == every - 1 }.map { able[$0] })
    }

    /// What a training with validation came to.
    ///
    /// - Parameters:
    ///   - result: nil is returned if nothing was validated.
    ///   - validation: who judged.
    public init?(_ result: TrainingResult, validation: DataSet) {
        guard let best = result.history.first(where: { $0.epoch == result.bestEpoch }), let score = best.validation,
            let first = result.history.last(where: { $0.cycle == 1 })?.validation
        else { return nil }
        judges = validation.subjects
        cycles = best.cycle
        self.validation = score
        accuracyOfAll = first.accuracy
    }

    /// Learns once more from every second of the people, for one cycle: what would twice as many people be worth?
    ///
    /// - Parameter isStopped: asked before every batch.
    public mutating func halve(
        _ training: DataSet, validation: DataSet, features: [String], options: TrainingOptions, isStopped: () -> Bool
    ) throws(TrainingError) {
        guard case .cycles(let first, _) = options.length, training.subjects.count >= 2 else { return }
        let people = training.subjects
        let half = training.selecting(subjects: Set(people.indices.filter { $0 % 2 == 0 }.map { people[$0] }))
        let present = zip(half.windowCounts, training.windowCounts).allSatisfy { $0 > 0 || $1 == 0 }
        guard present else { return }
        var options = options
        options.length = .cycles(first: first, most: 1)
        let trainer = try Trainer(training: half, validation: validation, features: features, options: options)
        let result = try trainer.run(isStopped: isStopped)
        guard result.end != .interrupted else { return }
        accuracyOfHalf = result.history.last?.validation?.accuracy
    }
}
