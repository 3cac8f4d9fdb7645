extension Sentence: ExpressibleByStringInterpolation {
    /// A sentence that is written as text.
    public init(stringLiteral text: String) { self.init(text) }

    /// A sentence that is written as text with values in it.
    public init(stringInterpolation interpolation: StringInterpolation) { self.init(interpolation.parts) }

    /// Gathers what is written between quotation marks.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// An interpolation of which nothing has been read.
        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        /// Adds text.
        public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Adds text that is known only now, such as a file's name.
        public mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }

        /// Adds a value by its description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) { parts.append(.text(value.description)) }

        /// Adds a sentence, whose settings and use cases stay values.
        public mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }

        /// Adds an error's sentence, whose settings and use cases stay values.
        public mutating func appendInterpolation(_ error: some ExplainedError) { parts += error.sentence.parts }

        /// Adds what to do about what is said before, after a semicolon.
        public mutating func appendInterpolation(remedy: Sentence) { parts.append(.remedy(remedy)) }

        /// Names a setting, with a value that it might have.
        public mutating func appendInterpolation(_ setting: Setting, _ value: SettingValue? = nil) {
            parts.append(.setting(setting, value))
        }

        /// Names a use case as something to do.
        public mutating func appendInterpolation(_ useCase: UseCase, _ arguments: Invocation.Argument...) {
            parts.append(.useCase(Invocation(useCase, arguments), .command))
        }

        /// Names a use case within the sentence; the command sets it in backticks.
        public mutating func appendInterpolation(code useCase: UseCase, _ arguments: Invocation.Argument...) {
            parts.append(.useCase(Invocation(useCase, arguments), .code))
        }

        /// Names a use case by its verb alone.
        public mutating func appendInterpolation(verb useCase: UseCase, _ arguments: Invocation.Argument...) {
            parts.append(.useCase(Invocation(useCase, arguments), .verb))
        }
    }
}
