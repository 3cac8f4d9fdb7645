import ArgumentParser
import Files
import Formatting

/// Reads a recipe: `option: value` a line, by the names of the options; several values below each other, each after a hyphen.
///
///     # What suits gestures of a second.
///     hidden: 32
///     unknown: true
///     map:
///       - wave=shake
struct RecipeReader {
    let path: String

    /// What a value has to parse as.
    private struct Options: ParsableArguments {
        @OptionGroup var recordings: TrainingDataOptions
        @OptionGroup var settings: TrainingSettings
        @OptionGroup var search: SearchOptions
    }

    private static let mostBytes = 1 << 20

    /// - Throws: one sentence with file, line and mend.
    func read() throws -> Recipe {
        let bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.mostBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(.badData, "\(path) cannot be read as UTF-8 text; name a recipe, as --save-recipe writes it")
        }
        var recipe = Recipe()
        var open: (option: RecipeOption, line: Int, items: [String])?
        func close() throws {
            guard let list = open else { return }
            guard !list.items.isEmpty else {
                throw refusal(list.line, "“\(list.option.name)” has no value; give one, or leave it out")
            }
            recipe.set(list.option, list.items, line: list.line)
            open = nil
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let (line, number) = (String(line), index + 1)
            guard printable(line) == line else { throw refusal(number, "there is a control character; take it out") }
            let content = line.trimmed
            if content.isEmpty || content.hasPrefix("#") || content == "---" { continue }
            if content.hasPrefix("- ") {
                guard open != nil else { throw refusal(number, "a value that belongs to no option; put `option:` above it") }
                open?.items.append(try value(String(content.dropFirst(2)), number))
                continue
            }
            try close()
            let (option, rest) = try self.option(line, number)
            if let first = recipe[option.name] {
                throw refusal(number, "“\(option.name)” stands in line \(first.line) already; leave one out")
            }
            if rest.isEmpty || rest.hasPrefix("#") {
                open = (option, number, [])
            } else {
                recipe.set(option, [try value(rest, number)], line: number)
            }
        }
        try close()
        for entry in recipe.entries { try check(entry) }
        return recipe
    }

    /// The option of a line, and what stands behind its colon.
    private func option(_ line: String, _ number: Int) throws -> (RecipeOption, String) {
        guard let colon = line.firstIndex(of: ":"), line.first != " " else {
            throw refusal(number, "this is not `option: value`; begin the line with an option's name and a colon")
        }
        let name = String(line[..<colon])
        let rest = line[line.index(after: colon)...]
        guard rest.isEmpty || rest.first == " " else { throw refusal(number, "put a space behind the colon of “\(name)”") }
        guard let option = RecipeOption.named(name) else {
            let isOutside = RecipeOption.outside.contains(name)
            throw refusal(
                number,
                isOutside
                    ? "“\(name)” is no part of a recipe; give --\(name) on the command line"
                    : "training has no option “\(name)”; `motionq train --help-hidden` lists all, which stand here without hyphens in front"
            )
        }
        return (option, String(rest).trimmed)
    }

    /// A value without its quotation marks, or without the comment behind it.
    private func value(_ text: String, _ number: Int) throws -> String {
        let text = text.trimmed
        guard let mark = text.first, mark == "'" || mark == "\"" else {
            let end = text.indices.first { text[$0] == "#" && $0 > text.startIndex && text[text.index(before: $0)] == " " }
            let plain = String(text[..<(end ?? text.endIndex)]).trimmed
            guard let first = plain.first, !["[", "{", "&", "*", "!", "|", ">", "%", "@", "`"].contains(first) else {
                throw refusal(
                    number, "a value of one line is wanted; put it in quotation marks, or several below each other after `- `")
            }
            return plain
        }
        var value = ""
        var rest = text.dropFirst()
        while let letter = rest.popFirst() {
            if letter != mark {
                value.append(letter)
            } else if mark == "'", rest.first == mark {
                rest = rest.dropFirst()
                value.append(mark)
            } else {
                let behind = String(rest).trimmed
                guard behind.isEmpty || behind.hasPrefix("#") else { break }
                return value
            }
        }
        throw refusal(
            number, "a value does not end with its quotation mark \(mark); put it at the end, and single ones around double ones")
    }

    /// Refuses a value that the option does not take.
    private func check(_ entry: Recipe.Entry) throws {
        let (option, values) = (entry.option, entry.values)
        switch option.kind {
        case .flag, .choice:
            guard values == ["true"] || values == ["false"] else {
                throw refusal(entry.line, "“\(option.name)” is true or false")
            }
        case .value, .list:
            do {
                _ = try Options.parse(["--data=recordings"] + entry.words)
            } catch {
                throw refusal(entry.line, "\(Options.message(for: error)); `motionq train --help-hidden` says what it takes")
            }
        }
    }

    private func refusal(_ line: Int, _ problem: String) -> Refusal {
        Refusal(.badData, "\(path), line \(line): \(problem)")
    }
}
