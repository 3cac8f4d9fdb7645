public import DataSets
import Formatting
import Models
import Recordings
public import SignalProcessing

/// Cuts recordings at their pauses: where motion begins and ends and, with a model, which label it has.
///
///     let result = try SegmentationRequest(RecordingSource(paths: ["walk.csv"])).run { progress in
///         if case .session(let cut) = progress { print(cut.session.name, cut.segments.count) }
///     }
///     print(result.segments)
public struct SegmentationRequest {
    /// The recordings to cut.
    public var recordings: RecordingSource
    /// The model that names segments; nil: they stay without names.
    public var model: SegmentModel?
    /// Where motion begins and ends; nil: `usualSettings` for the evidence that the model gives.
    public var settings: SegmentSettings?
    /// The label that means rest; nil: the model's, or the usual ones (`LabelRule.usualRestLabels`).
    public var rest: String?
    /// The label of segments that no model names, in copies and pictures; nil: rest in copies, and the recording's own in pictures.
    public var label: String?
    /// A folder, new or empty, for copies of the recordings that are labelled by their segments; nil: none are written.
    public var copies: String?
    /// A folder, new or empty, for pictures of the segments, in one folder for each label; nil: none are written.
    public var pictures: String?
    /// What motion looks like in a picture.
    public var look = MotionImage()

    /// A request with the usual settings, which writes nothing.
    public init(_ recordings: RecordingSource) { self.recordings = recordings }

    /// How it goes.
    public enum Progress {
        /// A session, or a part of a long one, is cut.
        case session(SegmentedSession)
        /// All recordings are cut and copies are written; pictures follow.
        case cut(SegmentationResult)
    }

    /// Refuses settings with which no detector works, and pictures that cannot be drawn, before anything is read; `run` does so as
    /// well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        guard settings?.isValid != false else {
            throw RequestError(
                .usage, "a number of the segments' settings lies outside of its range\(remedy: "fit them anew with \(.fit)")")
        }
        try look.check()
    }

    /// Reads the recordings in parts, so that memory does not grow with them, and cuts them.
    ///
    /// - Parameters:
    ///   - progress: receives each session with its segments, in the order of the recordings.
    ///   - isCancelled: asked between sessions; true ends it with `CancellationError`, and nothing is written.
    /// - Throws: `RequestError` as `check`, and of time stamps that cannot count milliseconds; errors of reading and writing; what
    ///   `progress` throws.
    @discardableResult
    public func run(
        _ progress: (Progress) throws -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> SegmentationResult {
        try check()
        let settings = settings ?? Self.usualSettings(for: model)
        guard settings.evidence == .motion || model?.description.restIndex != nil else {
            throw RequestError(.usage, "the settings are for the rest label of a model\(remedy: "name one with \(.model)")")
        }
        let copies = try copies.map { try NewDataSet(in: $0) }
        var pictures = try pictures.map { try SegmentPictures(in: $0, look) }
        let restNames = Self.restNames(rest, model)
        let segmenter = SessionSegmenter(settings: settings, network: model)
        let recordings = try recordings.readingSegments(for: model?.description)
        let count = try recordings.count
        var result = SegmentationResult()
        var labels = SegmentLabels(rest: rest ?? model?.description.restLabel ?? "rest", other: label)
        try recordings.forEachSession(isCancelled: isCancelled) { path, session in
            try session.requireRateOfMotion(path)
            let found = segmenter.segments(of: session)
            result.add(found, of: session, rest: restNames)
            try progress(.session(SegmentedSession(path: path, recordings: count, session: session, segments: found)))
            try pictures?.add(found, of: session, named: label)
            labels.add(found, samples: session.count)
        } ended: { path in
            try copies?.add(path, labels)
            labels.begin()
        }
        try copies?.finish()
        try progress(.cut(result))
        try pictures?.finish()
        result.pictures = pictures?.counts ?? [:]
        return result
    }

    /// Settings for what tells motion from rest: a model with a rest label, or else motion itself.
    ///
    /// - Parameter shortest: seconds that the shortest gesture takes, where motion tells.
    public static func usualSettings(for model: SegmentModel?, shortest: Double = 1.5) -> SegmentSettings {
        model?.tellsRest == true ? .rest : .motion(shortest: shortest)
    }

    /// The labels that mean rest, in lower case.
    static func restNames(_ rest: String?, _ model: SegmentModel?) -> Set<String> {
        if let rest { return [rest.lowercased()] }
        return model?.description.restLabel.map { [$0.lowercased()] } ?? LabelRule.usualRestLabels
    }
}

/// How many segments there are, and how well they meet the recordings' own labels, where these have any.
public struct SegmentationResult: Sendable, Equatable {
    /// Segments of all recordings.
    public internal(set) var segments = 0
    /// Sessions, and parts of long ones.
    public internal(set) var sessions = 0
    /// Passages of the recordings' labels found, missed and falsely found; `passages` is 0 where there are no labels.
    public internal(set) var scores = SegmentScores()
    /// Pictures of each label.
    public internal(set) var pictures: [String: Int] = [:]

    mutating func add(_ found: [FoundSegment], of session: RecordedSession, rest: Set<String>) {
        segments += found.count
        sessions += 1
        let truth = LabelledSegment.passages(of: session.labels, rest: rest)
        let resting = session.labels.count { rest.contains($0.lowercased()) }
        scores.add(
            found.map { ($0.segment, $0.label) }, truth: truth, restSeconds: session.rate.map { Double(resting) / $0 } ?? 0)
    }
}
