package import Formatting

/// Why a file could not be read or replaced: one sentence that names it, and the mend where there is one.
package struct FileError: ExplainedError, Sendable, Equatable {
    /// What kind of failure it is, for callers that act on it.
    package enum Code: Sendable, Equatable {
        /// Nothing is there.
        case absent
        /// It is no regular file, or the system refused to read it.
        case unreadable
        /// The system refused to write it; whatever stood at the path before still stands there.
        case unwritable
        /// The file is larger than the caller allows.
        case tooLarge
    }

    package var code: Code
    /// The file as the caller named it.
    package var file: String
    /// What is wrong, as the rest of a sentence that begins with the file; without a full stop.
    package var problem: String

    init(_ code: Code, file: String, problem: String) {
        self.code = code
        self.file = file
        self.problem = problem
    }

    init(reading file: String, _ failure: SystemFailure) {
        self.init(failure.meansAbsent ? .absent : .unreadable, file: file, problem: "cannot be read: \(failure)")
    }

    init(writing file: String, _ failure: SystemFailure) {
        self.init(.unwritable, file: file, problem: "cannot be written: \(failure)")
    }

    package var kind: FailureKind {
        switch code {
        case .absent, .unreadable: .noInput
        case .tooLarge: .badData
        case .unwritable: .inputOutput
        }
    }

    /// The sentence as a program shows it.
    package var description: String { sentence.description }

    package var sentence: Sentence { "\(file) \(problem)" }
}
