import Evaluation
public import Models
public import SignalProcessing

/// A model that names segments and, where it has a rest label, tells motion from rest.
public struct SegmentModel {
    /// Labels, rest label, window and rate.
    public let description: ModelDescription
    let classifier: OfflineClassifier

    /// A model with a Q15 network.
    ///
    /// - Parameters:
    ///   - model: a model whose inputs recordings hold.
    ///   - name: the model's name in messages, such as its path.
    ///   - evidence: the evidence that it is wanted for; nil: what it can give.
    /// - Throws: `RequestError` if its windows cannot tell rest and `evidence` wants it, or if it has no Q15 network;
    ///   `NetworkError` if that network cannot run over recordings.
    public init(_ model: Model, named name: String, toTellBy evidence: SegmentSettings.Evidence? = nil) throws {
        description = model.description
        if evidence == .rest, description.restIndex == nil || description.strokes != nil {
            throw RequestError(
                .badData, "\(name) has no rest label that windows could tell\(remedy: "use \(.by, "motion")")")
        }
        classifier = try model.classifier(.q15, called: name)
    }

    /// Whether its windows tell motion from rest.
    public var tellsRest: Bool { description.restIndex != nil && description.strokes == nil }
}
