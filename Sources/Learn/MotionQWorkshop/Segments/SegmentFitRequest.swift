import Formatting
import Models
import Recordings
public import SignalProcessing

/// Finds the settings with which segments meet the labels of recordings best.
///
///     let fitted = try SegmentFitRequest(RecordingSource(paths: ["labelled"])).run()
///     print(fitted.settings, fitted.scores)
public struct SegmentFitRequest {
    /// Labelled recordings with motion and rest.
    public var recordings: RecordingSource
    /// What tells motion from rest.
    public var evidence = SegmentSettings.Evidence.motion
    /// The model whose rest label tells, where `evidence` is `.rest`.
    public var model: SegmentModel?
    /// The label that means rest; nil: the model's, or the usual ones (`LabelRule.usualRestLabels`).
    public var rest: String?
    /// The labels of passages that count; nil: all do.
    public var only: Set<String>?

    /// A request with the usual settings.
    public init(_ recordings: RecordingSource) { self.recordings = recordings }

    /// Reads the recordings in parts, and fits.
    ///
    /// - Parameter isCancelled: asked between sessions; true ends it with `CancellationError`.
    /// - Throws: `RequestError` without both motion and rest, or of time stamps that cannot count milliseconds; `RecordingError`.
    public func run(isCancelled: () -> Bool = { false }) throws -> FittedSegments {
        if let fitted = try fitted(isCancelled: isCancelled) { return fitted }
        let names = restNames.sorted().joined(separator: ", ")
        throw RequestError(
            .badData,
            "the recordings to fit on need passages of motion and of rest\(remedy: "rest is called \(names), or what \(.rest) says")"
        )
    }

    /// Fits where that is possible.
    ///
    /// - Parameter isCancelled: asked between sessions; true ends it with `CancellationError`.
    /// - Returns: nil without both motion and rest.
    /// - Throws: `RequestError` of time stamps that cannot count milliseconds; `RecordingError`.
    public func fitted(isCancelled: () -> Bool = { false }) throws -> FittedSegments? {
        var fit = SegmentFit(evidence)
        var isOfMotion = true
        try recordings.readingSegments(for: evidence == .rest ? model?.description : nil).forEachSession(isCancelled: isCancelled) {
            path, session in
            try session.requireRateOfMotion(path)
            add(session, to: &fit)
            if evidence == .motion, session.channels.sixAxisSensor == nil { isOfMotion = false }
        }
        if let shortest = fit.shortPassage, shortest > SegmentFit.longestPassage {
            let seconds = String(printing: "%.0f s", shortest)
            let conversion: Sentence = "\(.convertDataSet, .setting(.columns, "timestamp_us=…"))"
            let mend: Sentence = "if the stamps count microseconds, say so by \(conversion)"
            throw RequestError(
                .badData,
                "\(seconds) is what even short passages of motion last by the time stamps, and no gesture does\(remedy: mend)")
        }
        return fit.fitted().map { FittedSegments(settings: $0.settings, scores: $0.scores, isOfMotion: isOfMotion) }
    }

    private var restNames: Set<String> { SegmentationRequest.restNames(rest, model) }

    private func add(_ session: RecordedSession, to fit: inout SegmentFit) {
        let rest = restNames
        guard evidence == .rest, let model, let restIndex = model.description.restIndex else {
            let moving = session.forSegments
            let usual = moving.usualChanges
            for stretch in moving.evenStretches(at: nil) {
                guard let rate = stretch.session.rateOfMotion else { continue }
                let labels = stretch.session.labels.map { only?.union(rest).contains($0) ?? true ? $0 : "" }
                fit.add(values: stretch.session.values, labels: labels, rest: rest, rate: rate, usual: usual)
            }
            return
        }
        let about = model.description
        for stretch in session.holdingMissing(rate: session.rate ?? 1).evenStretches(at: about.rate) {
            guard let rate = about.rate ?? stretch.session.rateOfMotion else { continue }
            let windows = model.classifier.windows(of: stretch.session)
            fit.add(
                restProbabilities: windows.map { $0.probabilities[restIndex] },
                labels: windows.map { stretch.session.labels[max(0, $0.endSample - about.window / 2)] }, rest: rest,
                rate: rate / Double(about.hop))
        }
    }
}

/// Settings of segments that were fitted, and how well they meet the labels that they were fitted to.
public struct FittedSegments: Sendable, Equatable {
    /// For `SegmentationRequest.settings`.
    public let settings: SegmentSettings
    /// Passages found, missed and falsely found.
    public let scores: SegmentScores
    /// Whether `settings.start` is in g; otherwise, of channels that are no motion, it is a multiple of their usual change.
    public let isOfMotion: Bool
}
