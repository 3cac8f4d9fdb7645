import Formatting
public import Models

/// Reads TensorFlow Lite models: convolutions and pooling, LSTM layers, then dense layers, in float or quantized to 8 or 16 bits.
///
/// The weights of a quantized model become the real numbers that they stand for, and are quantized anew for this engine. The bound
/// of 10 that the converter sets to a cell's state, which Keras does not have, is left out. A loop that computes an LSTM, as Keras
/// 3 writes one, is read as one. A file holds no labels: `overrides` gives them, and what the inputs are. Everything that cannot be
/// imported is refused by name. No file makes it trap.
public enum TensorFlowLiteImporter {
    /// Largest file that is read, in bytes.
    public static let fileLimit = 48 << 20

    /// The model in a `.tflite` file.
    ///
    /// - Throws: `missing` naming what has to be given, `unsupported` naming the operator that cannot be imported, `malformed` for
    ///   what is damaged or contradicts itself.
    public static func model(
        fromFileAt path: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        try model(from: ImportedFile.bytes(at: path, limit: fileLimit), file: path, overrides: overrides)
    }

    /// The model in the bytes of such a file; `file` names it in errors.
    public static func model(
        from bytes: [UInt8], file: String, overrides: ImportOverrides = ImportOverrides()
    ) throws(ImportError) -> FloatModel {
        var reader: LiteReader?
        let signal: GraphSignal
        let network: FloatNetwork
        do throws(GraphFault) {
            var reading = try LiteReader(LiteModel(bytes))
            defer { reader = reading }
            signal = try reading.answer()
            network = try signal.network()
        } catch {
            throw ImportError(error.code, file: file, layer: reader?.layer, problem: Sentence(error.problem))
        }
        let settings = ForeignSettings(
            kind: "is a TensorFlow Lite model, which does not say what it is for", normalisation: "its first operators",
            network: network, signal: signal)
        return try settings.model(DeclaredSettings([:], file: file), ImportSettings(file: file, overrides: overrides))
    }
}
