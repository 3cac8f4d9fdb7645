/// Which part of a data set validates what the rest trains. Always whole people or whole sessions: overlapping windows share
/// samples, so a split by windows would let a network be examined on what it has seen.
public struct Split: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case subjects(Set<String>)
        case sessions(Set<String>)
    }

    let kind: Kind

    /// These people validate.
    public static func bySubject(validation: Set<String>) -> Split {
        Split(kind: .subjects(validation))
    }

    /// All sessions of these names validate, whichever file they are in. The same people may then stand on both sides.
    public static func bySession(validation: Set<String>) -> Split {
        Split(kind: .sessions(validation))
    }
}
