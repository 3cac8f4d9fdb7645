/// A line of a script of the host's role, after its time: words, then fields. The format stands in `vectors/behaviour/README.md`.
struct ScriptLine: Sendable, Equatable, CustomStringConvertible {
    /// The first one says what the line is; numbers are decimal.
    var words: [String]
    var fields: [String: String]

    init(_ words: [String], _ fields: [String: String] = [:]) {
        self.words = words
        self.fields = fields
    }

    /// - Parameter text: without a comment.
    init(_ text: some StringProtocol) {
        self.init([])
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1).map { Self.decimal(String($0)) }
            if parts.count == 2 { fields[parts[0]] = parts[1] } else { words.append(contentsOf: parts) }
        }
    }

    var keyword: String { words.first ?? "" }

    var description: String {
        (words + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }

    /// A number in the line's fields; nil if it is not there.
    func number(_ field: String) -> Int64? { fields[field].flatMap { Int64($0) } }

    /// Whether something that happened is what this line asks for. Fields that do not stand here are not looked at.
    func covers(_ seen: ScriptLine) -> Bool {
        guard words.count == seen.words.count, zip(words, seen.words).allSatisfy(Self.covers) else { return false }
        return fields.allSatisfy { key, value in seen.fields[key].map { Self.covers(value, $0) } ?? false }
    }

    /// `any` covers everything, `LOW..HIGH` all numbers from the one to the other, and everything else itself.
    private static func covers(_ expected: String, _ seen: String) -> Bool {
        if expected == seen || expected == "any" { return true }
        let bounds = expected.split(separator: "..").compactMap { Int64($0) }
        guard bounds.count == 2, let number = Int64(seen) else { return false }
        let (low, high) = (bounds[0], bounds[1])
        return low <= number && number <= high
    }

    private static func decimal(_ word: String) -> String {
        guard word.hasPrefix("0x"), let number = UInt64(word.dropFirst(2), radix: 16) else { return word }
        return String(number)
    }
}
