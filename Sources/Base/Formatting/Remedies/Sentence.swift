/// A sentence in which settings and use cases are named by value, so that each program words them as its users know them: a library
/// says “rate”, the command has an option for it.
///
///     let remedy: Sentence = "give one rate for all with \(.rate)"
///     let other: Sentence = "validate with whole sessions instead (\(.validateEvery, "5"))"
///     let command: Sentence = "import it first: \(.importModel, .path(file), .setting(.output, "NAME"))"
public struct Sentence: Sendable, Hashable {
    /// A stretch of a sentence.
    public enum Part: Sendable, Hashable {
        /// Text that is shown as it is.
        case text(String)
        /// A setting, perhaps with a value that it might have.
        case setting(Setting, SettingValue?)
        /// A use case with what it is given.
        case useCase(Invocation, Mention)
        /// What to do about what is said before it; it is shown after a semicolon.
        case remedy(Sentence)
    }

    /// How a sentence mentions a use case.
    public enum Mention: Sendable, Hashable {
        /// As something to do, which the command shows as a line to paste.
        case command
        /// As a name within the sentence, which the command sets in backticks.
        case code
        /// By the verb alone, without the program's name.
        case verb
    }

    /// The stretches in their order; no two texts follow each other, and none is empty.
    public private(set) var parts: [Part]

    /// A sentence of these parts.
    public init(_ parts: [Part] = []) {
        self.parts = []
        for part in parts { append(part) }
    }

    /// A sentence without settings and use cases.
    public init(_ text: String) { self.init([.text(text)]) }

    /// Whether nothing is said.
    public var isEmpty: Bool { parts.isEmpty }

    /// The sentence without its remedies: what is wrong.
    public var problem: Sentence {
        Sentence(
            parts.filter {
                if case .remedy = $0 { false } else { true }
            })
    }

    /// What to do about it: the remedies in the sentence, one after the other; nil if there is none.
    public var remedy: Sentence? {
        let remedies = parts.compactMap { part in
            if case .remedy(let remedy) = part { remedy } else { nil }
        }
        return remedies.isEmpty ? nil : remedies.joined(separator: "; ")
    }

    /// The sentence in the words of a program.
    public func worded(by wording: some Wording) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .setting(let setting, let value): wording.words(for: setting, value: value)
            case .useCase(let invocation, let mention): wording.words(for: invocation, mentionedAs: mention)
            case .remedy(let remedy): "; " + remedy.worded(by: wording)
            }
        }
        .joined()
    }

    /// One sentence after the other.
    public static func + (first: Sentence, second: Sentence) -> Sentence { Sentence(first.parts + second.parts) }

    /// Adds a sentence at the end of another one.
    public static func += (first: inout Sentence, second: Sentence) {
        for part in second.parts { first.append(part) }
    }

    private mutating func append(_ part: Part) {
        guard case .text(let text) = part else { return parts.append(part) }
        if text.isEmpty { return }
        if case .text(let before) = parts.last {
            parts[parts.count - 1] = .text(before + text)
        } else {
            parts.append(part)
        }
    }
}

extension Sentence: CustomStringConvertible {
    /// The sentence for a program that uses this package: settings by their names in quotation marks, use cases in plain words.
    public var description: String { worded(by: PlainWording()) }
}

extension Sequence<Sentence> {
    /// The sentences as one, with a separator between any two.
    public func joined(separator: Sentence = "") -> Sentence {
        var whole = Sentence()
        for (place, sentence) in enumerated() { whole += place == 0 ? sentence : separator + sentence }
        return whole
    }
}

extension Sentence {
    /// A sketch whose text is read, and what makes numbers readable that have no names.
    package static let readableSketch: Sentence =
        "a sketch that prints “ax,ay,az,gx,gy,gz”, or a name before each number (“ax:0.12”), is read as it is; "
        + "\(.columns) names numbers that have none"
}
