import Foundation

/// A `console` block: commands after `$ `, each with what it answers.
struct Transcript {
    struct Step {
        var command: String
        var answer: [String]
    }

    private(set) var steps: [Step] = []

    /// - Returns: nil if lines stand before the first command.
    init?(_ lines: [String]) {
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), answer: []))
            } else if steps.last?.command.hasSuffix("\\") == true, steps[steps.count - 1].answer.isEmpty {
                steps[steps.count - 1].command += "\n" + line
            } else if !steps.isEmpty {
                steps[steps.count - 1].answer.append(line)
            } else {
                return nil
            }
        }
    }

    private static let mark = "\u{1}"

    /// All steps as one script, so that what one of them sets or starts is there for the next; marks divide what they say.
    var script: String {
        steps.map { $0.command + "\nprintf '\(Self.mark)'\n" }.joined()
    }

    /// What is wrong with what the script said; nil if it is what the block shows.
    func fault(_ output: String) -> String? {
        let answers = output.components(separatedBy: Self.mark)
        for (step, answer) in zip(steps, answers) where !isStandIn(step.command) {
            let lines = answer.components(separatedBy: "\n")
            let said = (lines.last == "" ? lines.dropLast() : lines[...])
            if !Self.matches(step.answer[...], said) {
                return "`\(step.command)` does not answer as shown, but:\n\(said.joined(separator: "\n"))"
            }
        }
        return nil
    }

    /// These do nothing in a sandbox, so what they would say is not compared.
    private func isStandIn(_ command: String) -> Bool {
        ["make", "swift", "git", "sudo", "apt-get", "brew"].contains(command.split(separator: " ").first.map(String.init) ?? "")
    }

    /// A line `…` stands for any number of lines.
    static func matches(_ shown: ArraySlice<String>, _ said: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return said.isEmpty }
        if first.split(separator: " ") == ["…"] {
            return said.indices.contains { matches(shown.dropFirst(), said[$0...]) }
                || matches(shown.dropFirst(), said[said.endIndex...])
        }
        guard let line = said.first else { return false }
        return Self.matches(line: first, line) && matches(shown.dropFirst(), said.dropFirst())
    }

    /// Any number matches any other, any space as many, and `…` whatever is there.
    static func matches(line shown: String, _ said: String) -> Bool {
        var rest = plain(said)[...]
        let parts = plain(shown).components(separatedBy: "…")
        for (index, part) in parts.enumerated() {
            if index == 0 {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if index == parts.count - 1, part.isEmpty || rest.hasSuffix(part) {
                return true
            } else {
                guard let place = rest.range(of: part) else { return false }
                rest = rest[place.upperBound...]
            }
        }
        return rest.isEmpty
    }

    /// Every number is `0`, every run of spaces one space.
    private static func plain(_ line: String) -> String {
        var result = ""
        for character in line {
            let isNumber = character.isASCII && character.isNumber
            if isNumber {
                if result.hasSuffix("0.") || result.hasSuffix("0,") || result.hasSuffix("-") { result.removeLast() }
                if !result.hasSuffix("0") { result.append("0") }
            } else if character == " " || character == "\t" {
                if !result.hasSuffix(" ") { result.append(" ") }
            } else {
                result.append(character)
            }
        }
        return result.trimmed
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
