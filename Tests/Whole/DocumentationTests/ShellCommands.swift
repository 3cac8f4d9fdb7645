/// The simple commands of a shell script, as lists of words: enough of the shell's grammar for what documents show.
enum ShellCommands {
    private static let dividers: Set<String> = [
        "\n", ";", "|", "&", "||", "&&", "(", ")", "{", "}", "do", "done", "then", "fi", "if", "else",
    ]

    /// - Returns: for each command its words, without variables that are set for it and without where its output goes.
    static func all(in script: String) -> [[String]] {
        var commands: [[String]] = [[]]
        for word in words(of: script.replacing("\\\n", with: " ")) {
            if dividers.contains(word) { commands.append([]) } else { commands[commands.count - 1].append(word) }
        }
        return commands.map { words in
            Array(
                words.drop { $0.contains("=") && $0.first?.isLetter == true }.filter { !$0.hasPrefix(">") && !$0.hasPrefix("2>") })
        }.filter { !$0.isEmpty }
    }

    /// Words and dividers; quotes are taken off, comments left out.
    private static func words(of script: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isComment = false
        func end() {
            if let finished = word { words.append(finished) }
            word = nil
        }
        for character in script {
            if isComment {
                isComment = character != "\n"
                if isComment { continue }
            }
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
                continue
            }
            switch character {
            case "\"", "'":
                quote = character
                word = word ?? ""
            case "#" where word == nil: isComment = true
            case " ", "\t": end()
            case "\n", ";", "|", "&", "(", ")":
                // `2>&1` and `>&2` are one word.
                if character == "&", word?.hasSuffix(">") == true {
                    word?.append(character)
                } else {
                    end()
                    words.append(String(character))
                }
            default: word = (word ?? "") + String(character)
            }
        }
        end()
        return words
    }
}
