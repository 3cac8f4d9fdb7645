public import Formatting

/// Why a data set cannot be changed as somebody wishes: one sentence with the mend. Nothing was written.
public enum CurationError: ExplainedError, Equatable {
    /// `kind` is session, subject, label or file.
    case unknown(kind: String, name: String, known: [String])
    /// The words that describe it together, or none.
    case nothingSelected(Sentence)
    /// Everything that is selected is as it shall be.
    case nothingToChange(Sentence)
    case nothingLeft
    /// Two recordings would have one name in the new folder.
    case sameName(String, first: String, second: String)
    /// Several labels may mean rest.
    case severalRests([String])
    /// A session's name leaves no room for a number.
    case longName(String)

    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .unknown(let kind, let name, let known):
            "there is no \(kind) \(name) in the recordings; there \(known.count == 1 ? "is" : "are") \(Self.list(known))"
        case .nothingSelected(let words):
            words.isEmpty
                ? "nothing is selected: there is no repetition but rest\(remedy: "name it with \(.label)")"
                : "nothing is selected: no sample meets all of \(words)\(remedy: "\(.showDataSet) tells what there is")"
        case .nothingToChange(let reason): "nothing would change: \(reason)"
        case .nothingLeft: "nothing would be left of the recordings\(remedy: "select less")"
        case .sameName(let name, let first, let second):
            "\(first) and \(second) would both be \(name) in the new folder\(remedy: "rename one, or give one of them at a time")"
        case .severalRests(let names): "\(names.joined(separator: " and ")) may both mean rest\(remedy: "say which with \(.rest)")"
        case .longName(let name):
            "session \(name.prefix(40))… would be cut in two, and its name is too long for a number after it\(remedy: "rename it")"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).map { $0.isEmpty ? "“”" : $0 }.joined(separator: ", ")
            + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }
}
