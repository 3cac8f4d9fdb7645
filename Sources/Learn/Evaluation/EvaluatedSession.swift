import Recordings

/// One session, what it truly is, and what both arithmetics made of it.
struct EvaluatedSession {
    let session: RecordedSession
    let truth: SessionTruth
    /// The true label of each window; nil where it is not scored.
    let truths: [Int?]
    /// Samples per second.
    let rate: Double
    let float: [OfflineClassifier.Window]
    let q15: [OfflineClassifier.Window]
    /// What each window counts as: its label, or rest, if there is one, where it is unlike all that was learned.
    let floatAnswers: [Int]
    let q15Answers: [Int]

    /// - Parameters:
    ///   - length: of a window, in samples.
    ///   - restLabel: the label that means that nothing happens.
    init(
        session: RecordedSession, truth: SessionTruth, length: Int, rate: Double, restLabel: Int?,
        float: [OfflineClassifier.Window], q15: [OfflineClassifier.Window]
    ) {
        self.session = session
        self.truth = truth
        self.rate = rate
        self.float = float
        self.q15 = q15
        floatAnswers = float.map { $0.isUnknown ? restLabel ?? $0.label : $0.label }
        q15Answers = q15.map { $0.isUnknown ? restLabel ?? $0.label : $0.label }
        truths = float.map { truth.label(endingAt: $0.endSample, length: length) }
    }
}
