import ArgumentParser

/// A file that a verb reads, or a folder of them. By this type `CommandPaths` knows what no output may replace.
struct InputPath: ExpressibleByArgument, CustomStringConvertible {
    /// As it was named; need not be UTF-8 (`UndecodableBytes`).
    let path: String

    static let defaultCompletionKind = CompletionKind.file()

    var description: String { path }

    init(argument: String) { path = argument }
}

/// A file or folder that a verb writes. By this type `CommandPaths` knows that it may not be an input.
struct OutputPath: ExpressibleByArgument, CustomStringConvertible {
    /// As it was named; need not be UTF-8 (`UndecodableBytes`).
    let path: String

    static let defaultCompletionKind = CompletionKind.file()

    /// Whether there is any in this program.
    static var isAny: Bool { made.isRaised }

    private static let made = StopFlag()

    var description: String { path }

    init(argument: String) {
        path = argument
        Self.made.raise()
    }
}

extension Sequence where Element == InputPath {
    /// In their order.
    var paths: [String] { map(\.path) }
}
