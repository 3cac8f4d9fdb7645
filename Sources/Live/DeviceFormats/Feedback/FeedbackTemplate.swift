import Formatting

/// A line that a sketch is told for each command, with places for what is commanded: `{kind} {unit} {on}\n`.
///
/// `\n`, `\r`, `\t` and `\\` mean what they mean in C; a brace itself is written twice.
public struct FeedbackTemplate: Sendable, Equatable {
    /// What stands in a place of the line.
    enum Place: String, CaseIterable, Sendable {
        /// The label of the decision that the command follows from; nothing without one.
        case label
        /// enter, hold or exit, of that decision; nothing without one.
        case phase
        /// led, rgb, buzzer or vibration.
        case kind
        /// Which of them, 0 … 7.
        case unit
        /// on, off or blink.
        case state
        /// 1, also while it blinks, or 0.
        case on
        /// Brightness, volume or strength, 0 … 255; 0 when off.
        case level
        /// 0 … 255 each, of an RGB LED; 0 when off.
        case red, green, blue
        /// The three as six hexadecimal digits.
        case colour
        /// Hertz, of a buzzer; 0: its own.
        case frequency
        /// Milliseconds after which it goes off, for which a command follows; 0: until another command.
        case milliseconds
        /// Milliseconds of a blink.
        case period
    }

    enum Part: Sendable, Equatable {
        case byte(UInt8)
        case place(Place)
    }

    let parts: [Part]

    /// Most bytes of the template.
    private static let longest = 256

    /// - Throws: a sentence that says what is wrong, and what there is.
    public init(_ text: String) throws(FormatOptionError) {
        guard (1...Self.longest).contains(text.utf8.count) else {
            throw FormatOptionError("a feedback line has 1 to \(Self.longest) bytes")
        }
        var parts: [Part] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "{", "}":
                if rest.first == character {
                    rest.removeFirst()
                    parts.append(.byte(character == "{" ? 0x7B : 0x7D))
                } else {
                    parts.append(.place(try Self.place(after: character, &rest)))
                }
            case "\\": parts.append(.byte(try Self.escaped(rest.popFirst())))
            default: parts += character.utf8.map { .byte($0) }
            }
        }
        self.parts = parts
    }

    private static func place(after brace: Character, _ rest: inout Substring) throws(FormatOptionError) -> Place {
        guard brace == "{", let end = rest.firstIndex(of: "}") else {
            throw FormatOptionError("a feedback line has a brace without its other half; a brace itself is written twice")
        }
        let name = rest[..<end]
        guard let place = Place(rawValue: String(name)) else {
            let names = Place.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            throw FormatOptionError("a feedback line has no place {\(name)}; there are \(names)")
        }
        rest = rest[rest.index(after: end)...]
        return place
    }

    private static func escaped(_ character: Character?) throws(FormatOptionError) -> UInt8 {
        switch character {
        case "n": 0x0A
        case "r": 0x0D
        case "t": 0x09
        case "\\": 0x5C
        default: throw FormatOptionError("a feedback line has a backslash before something other than n, r, t or a backslash")
        }
    }
}
