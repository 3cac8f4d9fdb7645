public import Formatting
public import Models
import Recordings

extension MissingFeature: ExplainedError {
    /// The recordings do not hold what the model reads.
    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// The feature, what recordings hold, and how the model can be made to read that.
    public var sentence: Sentence {
        let known = RecordedSession.channelNames.joined(separator: ", ")
        return "the model reads “\(name)”, recordings hold \(known)\(remedy: "import it with \(.inputs)")"
    }
}
