import Recording

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

    /// - Parameter length: of a window, in samples.
    init(
        session: RecordedSession, truth: SessionTruth, length: Int, rate: Double, float: [OfflineClassifier.Window],
        q15: [OfflineClassifier.Window]
    ) {
        self.session = session
        self.truth = truth
        self.rate = rate
        self.float = float
        self.q15 = q15
        truths = float.map { truth.label(endingAt: $0.endSample, length: length) }
    }
}
