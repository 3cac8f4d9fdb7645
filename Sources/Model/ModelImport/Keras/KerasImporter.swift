import Formatting
public import Models

/// Reads models that Keras saved, `.keras` and `.h5`: convolutions and pooling, LSTM or GRU layers, then dense layers, in a chain.
///
/// Keras' dropout and noise do nothing once a model is trained; its normalisations and `Rescaling` are folded into the layers
/// beside them or become the inputs' offset and scale. A last dense layer of one unit with a sigmoid becomes two classes: that it
/// is not, and that it is. A stateful model carries its state. Everything that cannot be imported is refused by name. A file holds
/// no labels: `overrides` gives them, and what the inputs are. No file makes it trap.
public enum KerasImporter {
    /// Largest file that is read, in bytes.
    public static let fileLimit = 48 << 20

    /// The model in a `.keras` or `.h5` file.
    ///
    /// - Throws: `missing` naming what has to be given, `unsupported` naming the layer that cannot be imported, `malformed` for
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
        var layer: KerasLayer?
        let signal: GraphSignal
        let network: FloatNetwork
        do throws(GraphFault) {
            let source = try KerasFile(bytes)
            let chain = try KerasChain(source.description)
            var reading = try GraphSignal(windowsOfSizes: chain.input)
            var budget = SignalBudget()
            for next in chain.layers {
                layer = next
                reading = try KerasOperator(layer: next, file: source, signal: reading).result()
                try budget.hold(reading)
            }
            layer = nil
            (signal, network) = (reading, try reading.network())
        } catch {
            throw ImportError(
                error.code, file: file, layer: layer.map { String($0.name.prefix(80)) }, problem: Sentence(error.problem))
        }
        let settings = ForeignSettings(
            kind: "is a Keras model, which does not say what it is for", normalisation: "its first layers", network: network,
            signal: signal, carriesState: signal.carriesState)
        return try settings.model(DeclaredSettings([:], file: file), ImportSettings(file: file, overrides: overrides))
    }
}
