public import LiveLoop
public import Models
public import MotionCore
public import MotionRecognition
import Quantization
public import SignalProcessing

/// A model, what a device is told for its labels, and how its probabilities become events: ready for a `LiveRunner`.
///
///     let setup = try LiveSetup(readingModelAt: "gesture.safetensors", feedbackMap: "lights.yml")
///     let runner = LiveRunner(model: setup.model, options: setup.options, observer: observer, …)
public struct LiveSetup: Sendable {
    /// The model's name in messages, such as its path.
    public let name: String
    /// The packed network, with the hash by which a device names it.
    public private(set) var model: LiveModel
    /// How probabilities become events, as the model says; nil: it does not say.
    public let decision: DecisionParameters?
    /// The motion that the model learned from; nil: it does not say.
    public let knownMotion: KnownMotion?
    /// What the device is told when a label is entered or left.
    public let feedback: FeedbackTable

    /// Reads a model file, and a feedback map if there is one.
    ///
    /// - Parameters:
    ///   - path: the model file.
    ///   - map: a YAML file; nil: LED n lights while the n-th label that is not rest is held.
    /// - Throws: `ModelFileError`, `NetworkError` or `FeedbackMapError`.
    public init(readingModelAt path: String, feedbackMap map: String? = nil) throws {
        try self.init(Model(readingQuantizedNetworkAt: path), named: path, feedbackMap: map)
    }

    /// Opens a model, and reads a feedback map if there is one.
    ///
    /// - Parameters:
    ///   - file: a model with a Q15 network.
    ///   - name: the model's name in messages.
    ///   - map: a YAML file; nil: LED n lights while the n-th label that is not rest is held.
    /// - Throws: `ModelFileError`, `NetworkError` or `FeedbackMapError`.
    public init(_ file: Model, named name: String, feedbackMap map: String? = nil) throws {
        self.name = name
        decision = file.decision
        knownMotion = file.description.strokes == nil ? file.knownMotion : nil
        do throws(LiveModelError) { model = try LiveModel(file, named: name) } catch { throw error.cause }
        // A model that no device could run has no name on any.
        model.networkHash = try? DeviceExport(
            file, network: file.requireStreamed(in: name), named: "", decision: DecisionParameters()
        ).networkHash
        feedback = try FeedbackMap.table(readingFileAt: map, for: model)
    }

    /// Options of a live run with this feedback and decision, and all else as usual.
    public var options: LiveOptions {
        var options = LiveOptions()
        options.feedback = feedback
        if let decision { options.decision = decision }
        return options
    }

    /// How motion is cut into segments while this model runs.
    ///
    /// - Parameter path: settings that were saved; nil: usual ones, by the model's rest label if it has one.
    /// - Throws: `SegmentSettingsError`; `RequestError` if the model reads whole strokes, or lacks the rest label that settings
    ///   want.
    public func segmentSettings(readingFileAt path: String? = nil) throws -> SegmentSettings {
        let about = model.description
        guard about.strokes == nil else {
            throw RequestError(
                .usage, "\(name) reads whole strokes, which it cuts by itself: leave \(.segments) out")
        }
        let settings = try path.map { try SegmentSettings(readingFileAt: $0) }
        guard settings?.evidence != .rest || about.restIndex != nil else {
            throw RequestError(
                .badData,
                "\(name) has no rest label\(remedy: "make settings with \(code: .segment, .setting(.by, "motion"))")")
        }
        return settings ?? (about.restIndex == nil ? .motion() : .rest)
    }
}
