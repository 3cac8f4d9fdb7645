import ArgumentParser
import Files
import Formatting
import YAML

/// Reads a recipe, a YAML mapping: the names of the options, and a value or a list of values for each.
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
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        where printable(String(line)) != line {
            throw refusal(index + 1, "there is a control character; take it out")
        }
        let document: YAMLDocument
        do throws(YAMLDocument.Fault) { document = try YAMLDocument(text) } catch {
            throw refusal(error.line ?? 1, "this is no YAML (\(error.problem)); put values with marks of YAML in quotation marks")
        }
        guard let root = document.root else { return Recipe() }
        guard let pairs = root.mapping else {
            if root.sequence != nil { throw refusal(root.line, "a value that belongs to no option; put `option:` above it") }
            throw refusal(root.line, "this is not `option: value`; begin the line with an option's name, a colon and a space")
        }
        var recipe = Recipe()
        for (key, value) in pairs {
            let option = try option(key)
            if let first = recipe[option.name] {
                throw refusal(key.line, "“\(option.name)” stands in line \(first.line) already; leave one out")
            }
            let values = try (value.sequence ?? [value]).map { try line(of: $0) }.filter { !$0.isEmpty }
            guard !values.isEmpty else {
                throw refusal(key.line, "“\(option.name)” has no value; give one, or leave it out")
            }
            recipe.set(option, values, line: key.line)
        }
        for entry in recipe.entries { try check(entry) }
        return recipe
    }

    private func option(_ key: YAMLNode) throws -> RecipeOption {
        guard let name = key.text else { throw refusal(key.line, "an option's name is wanted before the colon") }
        guard let option = RecipeOption.named(name) else {
            let isOutside = RecipeOption.outside.contains(name)
            throw refusal(
                key.line,
                isOutside
                    ? "“\(name)” is no part of a recipe; give --\(name) on the command line"
                    : "training has no option “\(name)”; `motionq train --help-hidden` lists all, which stand here without hyphens in front"
            )
        }
        return option
    }

    private func line(of value: YAMLNode) throws -> String {
        guard let text = value.text, printable(text) == text else {
            throw refusal(value.line, "a value of one line is wanted, or several below each other after `- `")
        }
        return text
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
