public import ReferenceModel

/// Reads networks that were trained elsewhere, each file by the importer for its kind.
public enum Importer {
    /// The model in a file: `.mlmodel` by `CoreMLImporter`, `.safetensors` by `PyTorchImporter`.
    ///
    /// - Throws: `unknownFormat` for a file of another name, or what its importer throws.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        let lowercased = path.lowercased()
        if lowercased.hasSuffix(".mlmodel") { return try CoreMLImporter.model(fromFileAt: path, overrides: overrides) }
        if lowercased.hasSuffix(".safetensors") { return try PyTorchImporter.model(fromFileAt: path, overrides: overrides) }
        throw ImportError(
            .unknownFormat, file: path,
            problem: "is neither .mlmodel (Core ML) nor .safetensors (PyTorch); others cannot be imported")
    }
}
