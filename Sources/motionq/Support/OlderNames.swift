/// Names that options had before each thing had one name in all verbs, and files that `simulate` wrote before it was a device
/// alone. Scripts may still use them; help and pages have the names of today.
enum OlderNames {
    /// By verb.
    private static let names: [String: [String: String]] = [
        "classify": ["--input": "--data"],
        "demo": ["--replay": "--data"],
        "import": ["--calibrate": "--data"],
        "quantize": ["--calibrate": "--data"],
        "simulate": ["--replay": "--data"],
    ]

    /// The verb of `dataset` that writes the file which this option of `simulate` named.
    private static let writers = ["--output": "synthesize", "-o": "synthesize", "--write": "synthesize", "--counts": "counts"]

    /// The words of a command line with the names of today.
    static func replaced(in words: [String]) -> [String] {
        guard let verb = words.first else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let names = names[verb] ?? [:]
        var replaced = words.enumerated().map { index, word in
            guard index < end, let newer = names[name(word)] else { return word }
            Output.note("motionq: \(name(word)) is called \(newer) now")
            return newer + word.dropFirst(name(word).count)
        }
        if verb == "simulate", let place = words[..<end].firstIndex(where: { writers[name($0)] != nil }) {
            let older = name(words[place])
            let writer = "dataset \(writers[older] ?? "")"
            Output.note("motionq: simulate \(older) is called \(writer) --output now")
            replaced[place] = "--output" + words[place].dropFirst(older.count)
            replaced.replaceSubrange(..<1, with: writer.split(separator: " ").map(String.init))
        }
        return replaced
    }

    /// An option without the value that stands behind `=`.
    private static func name(_ word: String) -> String { String(word.prefix { $0 != "=" }) }
}
