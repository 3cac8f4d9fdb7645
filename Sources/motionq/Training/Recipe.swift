/// Options of training with what was given for each: those of a file (`--recipe`), or of a command line.
struct Recipe {
    struct Entry {
        let option: RecipeOption
        var values: [String]
        /// Of a file, counted from 1.
        var line = 0

        var words: [String] { option.words(values) }
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Takes the options of training out of the words of a command line.
    init(words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let (name, tied) = Self.optionName(word) else { continue }
            if let option = RecipeOption.named(name) {
                switch option.kind {
                case .flag, .choice: set(option, ["true"])
                case .value: if let value = tied ?? rest.popFirst() { set(option, [value]) }
                case .list: if let value = tied ?? rest.popFirst() { set(option, (self[name]?.values ?? []) + [value]) }
                }
            } else if let option = Self.negated(name) {
                set(option, ["false"])
            }
        }
    }

    subscript(_ name: String) -> Entry? { entries.first { $0.option.name == name } }

    /// In place of what was given for this option before.
    mutating func set(_ option: RecipeOption, _ values: [String], line: Int = 0) {
        entries.removeAll { $0.option == option }
        entries.append(Entry(option: option, values: values, line: line))
    }

    /// Without the options whose place the words of a command line take.
    func yielding(to words: [String]) -> Recipe {
        let given = words.compactMap { Self.optionName($0)?.name }
        let replaced = Set(given.flatMap { RecipeOption.replaced(by: Self.negated($0)?.name ?? $0) })
        var recipe = Recipe()
        recipe.entries = entries.filter { !replaced.contains($0.option.name) }
        return recipe
    }

    /// With the options of another one, which win.
    func joined(with other: Recipe) -> Recipe {
        var recipe = self
        for entry in other.entries { recipe.set(entry.option, entry.values) }
        return recipe
    }

    /// `--name` or `--name=value`.
    private static func optionName(_ word: String) -> (name: String, value: String?)? {
        guard word.hasPrefix("--"), word.utf8.count > 2 else { return nil }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    /// What `no-name` says no to.
    private static func negated(_ name: String) -> RecipeOption? {
        guard name.hasPrefix("no-") else { return nil }
        return RecipeOption.named(String(name.dropFirst(3))).flatMap { $0.kind == .choice ? $0 : nil }
    }
}

extension Recipe {
    /// The words of `train`, with those of the recipe that they name in front, unless they ask for help.
    ///
    /// - Throws: a refusal with the recipe's name and line.
    static func completed(_ words: [String]) throws -> [String] {
        guard let path = path(in: words), Set(words).isDisjoint(with: ["-h", "--help", "--help-hidden", "--version"]) else {
            return words
        }
        let recipe = try RecipeReader(path: path).read().yielding(to: words)
        return words.prefix(1) + recipe.entries.flatMap(\.words) + words.dropFirst()
    }

    /// All options of training that the words of `train` give, by themselves or by a recipe.
    static func given(in words: [String]) throws -> Recipe {
        let own = Recipe(words: words)
        return try path(in: words).map { try RecipeReader(path: $0).read().yielding(to: words).joined(with: own) } ?? own
    }

    private static func path(in words: [String]) -> String? {
        var path: String?
        for (index, word) in words.enumerated() {
            guard let (name, tied) = optionName(word), name == "recipe" else { continue }
            path = tied ?? (index + 1 < words.count ? words[index + 1] : nil)
        }
        return path
    }

    /// As a file holds it.
    var text: String {
        var lines = ["# Options of training, as `motionq train --recipe FILE` reads them; those of the command line win."]
        for entry in entries {
            guard entry.option.kind == .list else {
                lines.append("\(entry.option.name): \(Self.quoted(entry.values.joined(separator: ",")))")
                continue
            }
            lines.append("\(entry.option.name):")
            lines += entry.values.map { "  - \(Self.quoted($0))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// In quotation marks, unless YAML takes it as it stands.
    private static func quoted(_ value: String) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let bytes = value.utf8
        if let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ","), first != UInt8(ascii: "="),
            bytes.allSatisfy(isPlain)
        {
            return value
        }
        return "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
