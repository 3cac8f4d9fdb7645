import Recording

/// One session, what it truly is, and what both arithmetics made of it.
struct EvaluatedSession {
    let session: RecordedSession
    let truth: SessionTruth
    /// Samples per second.
    let rate: Double
    let float: [OfflineClassifier.Window]
    let q15: [OfflineClassifier.Window]
}
