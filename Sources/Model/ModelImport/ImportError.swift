/// Why a foreign model could not be imported: one sentence that names the file, the layer, and the mend.
public struct ImportError: Error, Sendable, Equatable, CustomStringConvertible {
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
    public var problem: String

    public init(_ code: Code, file: String, layer: String? = nil, problem: String) {
        self.code = code
        self.file = file
        self.layer = layer
        self.problem = problem
    }

    public var description: String {
        if let layer { "\(file): layer “\(layer)” \(problem)." } else { "\(file) \(problem)." }
    }
}
