/// Which part of a data set validates what the rest trains. Whole people, whole sessions, or the end of every session with a window
/// between: overlapping windows share samples, so a split by windows would let a network be examined on what it has seen.
public struct Split: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case subjects(Set<String>)
        case sessions(Set<String>)
        case everySession(Int)
        case time(last: Double)
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

    /// Of the sessions of each label, by what most of their windows are, every `count`-th validates, in the order of the
    /// recordings; of two sessions or more, but fewer than `count`, the last one. The same people stand on both sides.
    ///
    /// - Parameter count: 2 or more.
    public static func bySession(every count: Int) -> Split {
        precondition(count >= 2, "some sessions are left to train on")
        return Split(kind: .everySession(count))
    }

    /// The end of every stretch validates, where both parts hold a window; the samples of one window between them are left out. The
    /// same people, and the same sessions, stand on both sides.
    ///
    /// - Parameter part: of the stretch, above 0 and below 1.
    public static func byTime(last part: Double) -> Split {
        precondition(part > 0 && part < 1, "both parts hold something")
        return Split(kind: .time(last: part))
    }
}
