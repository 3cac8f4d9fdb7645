import Formatting
import ModelImport
import Testing

/// A file that cannot be imported: what is done to a small one that can, and how the importer refuses it.
struct ImportRefusal<File>: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: ImportError.Code
    /// What the sentence must contain.
    let says: [String]
    /// Where the fault is, if the importer tells.
    let layer: String?
    let change: @Sendable (inout File) -> Void

    init(
        _ description: String, _ code: ImportError.Code, _ says: String..., layer: String? = nil,
        change: @escaping @Sendable (inout File) -> Void
    ) {
        testDescription = description
        self.code = code
        self.says = says
        self.layer = layer
        self.change = change
    }

    /// Expects the refusal of a file of this name: one sentence, which names it.
    func expect(_ error: ImportError, file: String) {
        #expect(error.code == code, "\(error)")
        #expect(error.layer == layer, "\(error)")
        for words in says { #expect(error.problem.description.contains(words), "\(error)") }
        #expect(error.description.hasPrefix(file))
        #expect(error.description.hasSuffix(".") && !error.description.contains("\n"))
    }
}
