public import Formatting

/// Why a foreign model could not be imported: one sentence that names the file, the layer, and the mend.
public struct ImportError: ExplainedError, Equatable {
    /// What kind of failure it is, for callers that act on it.
    public enum Code: Sendable, Equatable {
        /// The file is absent, no regular file, or the system refused to read it.
        case unreadable
        /// The file's name ends as no importer expects it.
        case unknownFormat
        /// The file is of another format or kind of model.
        case wrongKind
        /// The file is too large, cut short, damaged, or contradicts itself.
        case malformed
        /// The model does something that this importer cannot express.
        case unsupported
        /// The file does not say something that the caller has to say.
        case missing
        /// What the caller said does not fit the model.
        case override
    }

    public var code: Code
    /// The file as the caller named it.
    public var file: String
    /// The layer at fault, if it is one layer's fault.
    public var layer: String?
    /// What is wrong and the mend; without a full stop.
    public var problem: Sentence

    public init(_ code: Code, file: String, layer: String? = nil, problem: Sentence) {
        self.code = code
        self.file = file
        self.layer = layer
        self.problem = problem
    }

    public var kind: FailureKind {
        switch code {
        case .unreadable: .noInput
        case .unknownFormat: .usage
        case .wrongKind, .malformed, .unsupported, .missing, .override: .badData
        }
    }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        // A name that is none says nothing about what is in the file, and its sentence goes on.
        if code == .unknownFormat { return "\(file) \(problem)" }
        return if let layer { "\(file): layer “\(layer)” \(problem)." } else { "\(file) \(problem)." }
    }
}
