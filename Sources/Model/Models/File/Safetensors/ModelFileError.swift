import Files
public import Formatting

/// Why a model file could not be read or written: one sentence that names the file, the part of it, and the mend.
public struct ModelFileError: ExplainedError, Equatable {
    /// What kind of failure it is, for callers that act on it.
    public enum Code: Sendable, Equatable {
        /// The file is absent, no regular file, or the system refused to read it.
        case unreadable
        /// It is nothing that could be read again, or the system refused to write it; whatever stood at the path before still
        /// stands there.
        case unwritable
        /// The file is larger than a model of this kind may be.
        case tooLarge
        /// The bytes do not form a valid file.
        case malformed
        /// The file is valid but does not hold what was asked for.
        case mismatch
    }

    public var code: Code
    /// The file as the caller named it.
    public var file: String
    /// The tensor or other part of the file, if one is at fault.
    public var part: String?
    /// What is wrong and, where there is one, the mend; without a full stop.
    public var problem: Sentence

    public init(_ code: Code, file: String, part: String? = nil, problem: Sentence) {
        self.code = code
        self.file = file
        self.part = part
        self.problem = problem
    }

    /// What the name says that it is, where that is no model file: whatever else is said of its bytes does not help.
    private var otherKind: OtherKind? {
        guard code != .unreadable, code != .unwritable, part == nil else { return nil }
        let name = file.lowercased()
        return Self.otherKinds.first { kind in kind.endings.contains { name.hasSuffix($0) } }
    }

    private struct OtherKind {
        let endings: [String]
        let name: String
        let isImported: Bool
    }

    private static let otherKinds = [
        OtherKind(endings: [".mlmodel"], name: "a Core ML model", isImported: true),
        OtherKind(endings: [".onnx"], name: "an ONNX model", isImported: true),
        OtherKind(endings: [".csv", ".csv.gz"], name: "a recording and no model", isImported: false),
    ]

    public var kind: FailureKind {
        if otherKind != nil { return .badData }
        return switch code {
        case .unreadable: .noInput
        case .unwritable: .inputOutput
        case .tooLarge, .malformed, .mismatch: .badData
        }
    }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        if let otherKind {
            guard otherKind.isImported else { return "\(file) is \(otherKind.name)." }
            let mend: Sentence = "import it first: \(.importModel, .path(file), .setting(.output, "NAME.safetensors"))"
            return "\(file) is \(otherKind.name)\(remedy: mend)"
        }
        return if let part { "\(file): tensor “\(part)” \(problem)." } else { "\(file) \(problem)." }
    }
}

extension ModelFileError {
    init(_ error: FileError) {
        let code: Code =
            switch error.code {
            case .absent, .unreadable: .unreadable
            case .unwritable: .unwritable
            case .tooLarge: .tooLarge
            }
        self.init(code, file: error.file, problem: Sentence(error.problem))
    }
}
