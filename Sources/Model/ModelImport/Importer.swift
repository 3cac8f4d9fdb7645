import Files
import Formatting
public import Models

/// Reads networks that were trained elsewhere, each file by the importer for its kind.
public enum Importer {
    /// The model in a file: `.mlmodel` and `.mlpackage` by `CoreMLImporter`, `.onnx` by `ONNXImporter`, `.safetensors` by
    /// `PyTorchImporter`.
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
        throw ImportError(.unknownFormat, file: path, problem: Sentence(problem(ofName: lowercased)))
    }

    /// How the network in a file of another kind can be brought here all the same: the end of a sentence.
    private static func problem(ofName name: String) -> String {
        func ends(_ endings: String...) -> Bool { endings.contains { name.hasSuffix($0) } }
        if ends(".keras", ".h5", ".hdf5") {
            return
                "is a Keras model, which is not read itself: in Keras, write model.export(\"model.onnx\", format=\"onnx\") and import that"
        }
        if ends(".tflite", ".lite") {
            return "is a TensorFlow Lite model, which is not read itself: export the Keras model that it was made of as ONNX, "
                + "model.export(\"model.onnx\", format=\"onnx\"), and import that"
        }
        if ends(".pt", ".pth", ".ckpt", ".bin") {
            return
                "is a pickle of PyTorch, which may run code as it is read: save the state dict with safetensors.torch.save_file, or "
                + "export the model with torch.onnx.export"
        }
        return "is neither .onnx, .mlmodel, .mlpackage (Core ML) nor .safetensors (PyTorch); others cannot be imported"
    }
}
