import LiveLoop
import Models
import MotionCore
import Quantization
import Transport

/// A model and a feedback map, loaded for the live loop.
struct LiveSetup {
    /// How probabilities become events, as the model has it.
    let decision: DecisionParameters?
    private(set) var model: LiveModel
    let feedback: FeedbackTable

    init(modelPath: String, mapPath: String?) throws {
        try self.init(Model(readingQuantizedNetworkAt: modelPath), named: modelPath, mapPath: mapPath)
    }

    /// - Parameter name: of the model, for messages.
    init(_ file: Model, named name: String, mapPath: String?) throws {
        decision = file.decision
        let about = file.description
        let network = try file.requireStreamed(in: name)
        model = try LiveModel(network, for: about)
        // A model that no device could run has no name on any.
        model.networkHash = try? DeviceExport(file, network: network, named: "", decision: DecisionParameters()).networkHash
        feedback =
            try mapPath.map { try Self.feedback(at: $0, labels: about.labels) }
            ?? FeedbackMap.standard(labels: about.labels, restLabel: about.restIndex)
    }

    private static func feedback(at path: String, labels: [String]) throws -> FeedbackTable {
        do throws(FeedbackMapError) {
            return try FeedbackMap(labels: labels, file: path).read()
        } catch {
            throw Refusal(error.isMissingInput ? .noInput : .badData, "\(error)")
        }
    }
}

extension LiveFailure {
    /// The sentence and exit code of a run that cannot go on.
    var refusal: Refusal {
        switch self {
        case .transport(let error): error.refusal
        case .misfit(let error): Refusal(error.reason == .version ? .unavailable : .badData, "\(error)")
        }
    }
}

extension TransportError {
    /// The sentence and exit code of a port that does not work.
    var refusal: Refusal { Refusal(code == .io ? .inputOutput : .unavailable, "\(self)") }
}
