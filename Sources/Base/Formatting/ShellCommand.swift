/// A command as a person pastes it into a shell: literal text is the program's own words, and whatever is put in is quoted, so that
/// no name runs anything.
///
///     let next: ShellCommand = "make arduino MODEL=\(makeValue: model)"
package struct ShellCommand: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
    package let description: String

    package init(stringLiteral text: String) { description = text }
    package init(stringInterpolation parts: StringInterpolation) { description = parts.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// A file's path: one word, which no program takes for an option.
        package mutating func appendInterpolation(path: String) { text += ShellWord.quotedPath(path) }

        /// The value of a variable of make's, which expands what follows a dollar sign by itself.
        package mutating func appendInterpolation(makeValue path: String) {
            text += ShellWord.quotedPath(path.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$"))
        }

        /// Options with their values, each after a space.
        package mutating func appendInterpolation(options: [String]) {
            for word in options { text += " " + ShellWord.quoted(word) }
        }
    }
}
