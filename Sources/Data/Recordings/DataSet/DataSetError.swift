public import Formatting
import MotionCore

/// Why recordings cannot be used as a data set: one sentence with what, where and the mend.
public enum DataSetError: ExplainedError, Equatable {
    /// A session and its rate in samples per second.
    public struct RateOfSession: Sendable, Equatable {
        public var path: String
        public var session: String
        public var rate: Double
    }

    case rates(RateOfSession, RateOfSession)
    /// Time stamps that cannot be milliseconds.
    case implausibleRate(RateOfSession, wanted: Double)
    /// A recording has none of the channels of those before it.
    case nothingInCommon(path: String, found: [String])
    case tooShort(paths: [String], longest: Int, window: Int)
    case noWindows(paths: [String], classes: [String], found: [String])
    case oneClass(paths: [String], name: String?)
    case missingLabel(name: String, paths: [String], found: [String])
    case labelWithoutWindows(name: String, window: Int)
    /// With `.drop`: the windows that hold one of these labels hold others, too.
    case mixedOnly(names: [String], window: Int)
    /// `kind` is "subject" or "session".
    case unknown(kind: String, name: String, known: [String])
    /// `part` is "train on" or "validate with".
    case nothingLeft(part: String, subjects: [String])
    /// No stretch holds a window before and after a cut in time.
    case tooShortToPart(window: Int, part: Double)
    /// Each label has one session only.
    case loneSessions
    case inBoth(subject: String, part: String)

    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .rates(let first, let second):
            "\(first.path) (session \(first.session)) has \(Numbers.hertz(first.rate)) and \(second.path) (session "
                + "\(second.session)) \(Numbers.hertz(second.rate))\(remedy: "give one rate for all with \(.rate)")"
        case .implausibleRate(let session, let wanted):
            "\(session.path) (session \(session.session)) has \(Numbers.hertz(session.rate)) by its time stamps, far from the \(Numbers.hertz(wanted)) "
                + "that are wanted; timestamp_ms counts milliseconds"
        case .nothingInCommon(let path, let found):
            "\(path) has the channels \(Self.list(found)), and none of them is in all of the recordings before it"
        case .tooShort(let paths, let longest, let window):
            "\(Self.files(paths)): the longest stretch without a gap has \(longest) samples, a window \(window)"
                + "\(remedy: "record longer or give a smaller \(.window)")"
        case .noWindows(let paths, let classes, let found):
            "\(Self.files(paths)): no window has one of the labels \(Self.list(classes)); the labels there are "
                + "\(Self.list(found))\(remedy: "check \(.labels)")"
        case .oneClass(let paths, let name):
            "\(Self.files(paths)): \(name.map { "one class only (\($0))" } ?? "no class"); training needs two or more: record another "
                + "or check \(.labels)"
        case .missingLabel(let name, let paths, let found):
            "\(Self.files(paths)): nothing is labelled \(name); the labels there are \(Self.list(found))\(remedy: "check \(.labels)")"
        case .labelWithoutWindows(let name, let window):
            "no window of \(window) samples is labelled \(name), its stretches are too short"
                + "\(remedy: "give a smaller \(.window), record longer, or leave it out of \(.labels)")"
        case .mixedOnly(let names, let window):
            "\(.dropMixed) leaves no window of \(window) samples for \(Self.list(names)): all that hold it hold other labels, too"
                + "\(remedy: "leave \(.dropMixed) out, give a smaller \(.window), or choose other classes with \(.labels)")"
        case .unknown(let kind, let name, let known):
            "there is no \(kind) \(name) in the recordings; there are \(Self.list(known))"
        case .nothingLeft(let part, let subjects):
            "nothing would be left to \(part)\(remedy: "choose differently among the subjects \(Self.list(subjects))")"
        case .tooShortToPart(let window, let part):
            "no stretch is long enough to keep its last \(Int(saturating: (part * 100).rounded())) % apart: that takes a window of \(window) samples "
                + "in either part and one between them\(remedy: "validate with whole sessions instead (\(.validateEvery, "5"))")"
        case .loneSessions:
            "no label has two sessions, so that one of them could validate\(remedy: "keep the end of each apart instead (\(.validateTime, "0.2"))")"
        case .inBoth(let subject, let part):
            "subject \(subject) is in both the training and the \(part) data, which would flatter the result\(remedy: "take the recordings out of one")"
        }
    }

    private static func files(_ paths: [String]) -> String {
        switch paths.count {
        case 0: "no recordings"
        case 1: paths[0]
        default: "\(paths[0]) and \(paths.count - 1) more"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { $0.isEmpty ? "“”" : $0 }.joined(separator: ", ")
    }
}
