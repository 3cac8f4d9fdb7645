/// Names that options had before each thing had one name in all verbs. Scripts may still use them; help and pages have the names of
/// today.
enum OlderNames {
    /// By verb.
    private static let names: [String: [String: String]] = [
        "classify": ["--input": "--data"],
        "demo": ["--replay": "--data"],
        "import": ["--calibrate": "--data"],
        "quantize": ["--calibrate": "--data"],
        "simulate": ["--replay": "--data", "--write": "--output"],
    ]

    /// The words of a command line with the names of today.
    static func replaced(in words: [String]) -> [String] {
        guard let verb = words.first, let names = names[verb] else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().map { index, word in
            let name = String(word.prefix { $0 != "=" })
            guard index < end, let newer = names[name] else { return word }
            Output.note("motionq: \(name) is called \(newer) now")
            return newer + word.dropFirst(name.count)
        }
    }
}
