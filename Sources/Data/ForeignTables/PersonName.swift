import Recordings

/// A person in the name of a file or a folder.
struct PersonName {
    /// `subject101`, `user01`.
    let text: String
    /// What else the name says; nothing of a name that is a person's alone.
    let rest: String

    /// Whether the name says something else, too.
    var isPart: Bool { !rest.isEmpty }

    private static let words: Set<String> = ["sub", "subj", "subject", "user", "person", "participant", "volunteer"]
    /// Those that mean a person only where they are all of the name.
    private static let short: Set<String> = ["", "s", "u", "p", "id"]

    /// - Returns: nil if the name is nobody's: neither `subject101`, `user_3`, `P07` or `12` as a whole, nor with a part such as
    ///   `subject3` or `user_01` between others.
    init?(in name: String) {
        if Self.isWhole(name) {
            (text, rest) = (name, "")
            return
        }
        var parts = name.split(whereSeparator: { "_- .".contains($0) }).map(String.init)
        let places = parts.indices.filter { Self.isNumbered(parts[$0], Self.words) }
        if places.count == 1 {
            text = parts.remove(at: places[0])
        } else if places.isEmpty,
            let place = parts.indices.dropLast().first(where: { Self.words.contains(parts[$0].lowercased()) }),
            parts[place + 1].allSatisfy(\.isNumber)
        {
            text = parts[place] + "_" + parts[place + 1]
            parts.removeSubrange(place...place + 1)
        } else {
            return nil
        }
        rest = parts.joined(separator: "_")
    }

    /// Whether a name is nothing but a person's.
    static func isWhole(_ name: String) -> Bool {
        isNumbered(name, words.union(short))
    }

    /// `subject101`, `user_3`.
    private static func isNumbered(_ name: String, _ words: Set<String>) -> Bool {
        let letters = name.lowercased().prefix { $0.isLetter }
        let rest = name.dropFirst(letters.count).drop { "_- ".contains($0) }
        return words.contains(String(letters)) && !rest.isEmpty && rest.allSatisfy(\.isNumber)
    }
}
