import Files
import Formatting
public import Models

/// Reads networks that were trained elsewhere, each file by the importer for its kind.
public enum Importer {
    /// The model in a file: `.mlmodel` and `.mlpackage` by `CoreMLImporter`, `.keras` and `.h5` by `KerasImporter`, `.onnx` by
    /// `ONNXImporter`, `.safetensors` by `PyTorchImporter`, `.tflite` by `TensorFlowLiteImporter`.
    ///
    /// - Throws: `unknownFormat` for a file of another name, or what its importer throws.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        // A folder's name may end with a stroke.
        let lowercased = Path.name(of: path).lowercased()
        if lowercased.hasSuffix(".mlmodel") { return try CoreMLImporter.model(fromFileAt: path, overrides: overrides) }
        if lowercased.hasSuffix(".mlpackage") { return try CoreMLImporter.model(inPackageAt: path, overrides: overrides) }
        if lowercased.hasSuffix(".safetensors") { return try PyTorchImporter.model(fromFileAt: path, overrides: overrides) }
        if lowercased.hasSuffix(".onnx") { return try ONNXImporter.model(fromFileAt: path, overrides: overrides) }
        if [".keras", ".h5", ".hdf5"].contains(where: lowercased.hasSuffix) {
            return try KerasImporter.model(fromFileAt: path, overrides: overrides)
        }
        if lowercased.hasSuffix(".tflite") { return try TensorFlowLiteImporter.model(fromFileAt: path, overrides: overrides) }
        throw ImportError(.unknownFormat, file: path, problem: Sentence(problem(of: path, lowercased)))
    }

    /// How the network in a file of another kind can be brought here all the same: the end of a sentence.
    private static func problem(of path: String, _ name: String) -> String {
        func ends(_ endings: String...) -> Bool { endings.contains { name.hasSuffix($0) } }
        if ends(".pb") || (try? Folder.names(in: path))?.contains("saved_model.pb") == true {
            return "is a SavedModel of TensorFlow, whose graph is not read: load it in Keras, and write model.save(\"model.keras\")"
        }
        if ends(".pt", ".pth", ".ckpt", ".bin") {
            return
                "is a pickle of PyTorch, which may run code as it is read: save the state dict with safetensors.torch.save_file, or "
                + "export the model with torch.onnx.export"
        }
        return
            "is neither .keras, .h5, .onnx, .tflite, .mlmodel, .mlpackage (Core ML) nor .safetensors (PyTorch); others cannot be "
            + "imported"
    }
}
