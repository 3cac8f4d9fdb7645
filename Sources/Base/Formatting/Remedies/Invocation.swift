/// A value that a sentence proposes for a setting.
public enum SettingValue: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Shown as it is: a number, an example, or a placeholder such as FILE.
    case text(String)
    /// A file's path, which a command line quotes.
    case path(String)
    /// A name out of a file, such as a label, which a command line quotes.
    case name(String)

    /// A value that is shown as it is.
    public init(stringLiteral text: String) { self = .text(text) }

    /// The value without any quoting.
    public var text: String {
        switch self {
        case .text(let text), .path(let text), .name(let text): text
        }
    }
}

/// A use case with what it is given: “drop rows” of a recording, from one time to another.
public struct Invocation: Sendable, Hashable {
    /// What is done.
    public var useCase: UseCase
    /// What it is given, in the order in which a command line has it.
    public var arguments: [Argument]

    /// A piece of what a use case is given.
    public enum Argument: Sendable, Hashable, ExpressibleByStringInterpolation {
        /// What the use case works on, such as a recording.
        case input(SettingValue)
        /// A setting; without a value it is switched on.
        case setting(Setting, SettingValue? = nil)

        /// An input that is shown as it is, such as a placeholder.
        public init(stringLiteral text: String) { self = .input(.text(text)) }

        /// A file that the use case works on.
        public static func path(_ path: String) -> Argument { .input(.path(path)) }
    }

    /// A use case with what it is given.
    public init(_ useCase: UseCase, _ arguments: [Argument] = []) {
        self.useCase = useCase
        self.arguments = arguments
    }
}
