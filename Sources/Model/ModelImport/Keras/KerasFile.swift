/// What a file of Keras' holds: a description of the model, and its weights.
struct KerasFile {
    let description: JSONValue
    private let store: HDF5File
    /// Whether it is a `.keras` file, an archive; else `.h5`, where layers are found by their names.
    private let isArchive: Bool

    init(_ bytes: [UInt8]) throws(GraphFault) {
        isArchive = ZipArchive.begins(bytes)
        let text: [UInt8]?
        if isArchive {
            let archive = try ZipArchive(bytes)
            text = try archive.contents(of: "config.json", limit: 1 << 20)
            guard let weights = try archive.contents(of: "model.weights.h5", limit: KerasImporter.fileLimit), text != nil else {
                throw .malformed("is a zip file without a Keras model in it: save the model with model.save(\"model.keras\")")
            }
            store = try HDF5File(weights)
        } else {
            store = try HDF5File(bytes)
            guard let root = try store.object(at: []) else { throw HDF5File.damage }
            text = try store.text(of: "model_config", on: root)
        }
        guard let text else {
            throw .unsupported(
                "holds no description of the layers: save the whole model with model.save(\"model.keras\"), not its weights alone")
        }
        guard let description = JSONValue(text) else {
            throw .malformed("describes its layers in JSON that is damaged, or far larger than a motion model's: save it again")
        }
        self.description = description
    }

    /// The weights of a layer by the names that Keras gives them.
    ///
    /// - Parameter names: of those that the layer has, in the order in which it makes them.
    func weights(of layer: KerasLayer, _ names: [String]) throws(GraphFault) -> [String: HDF5Numbers] {
        var found: [String: HDF5Numbers] = [:]
        if isArchive {
            let cell = ["LSTM", "GRU"].contains(layer.kind) ? ["cell"] : []
            func counted(_ number: Int) -> String { number == 0 ? layer.snakeCase : "\(layer.snakeCase)_\(number)" }
            // Keras 2.12 and 2.13 had another name for the layers, and counted each twice; on Windows the path was one name.
            let older = ["_layer_checkpoint_dependencies", counted(2 * layer.number)] + cell
            for (number, name) in names.enumerated() {
                for path in [["layers", counted(layer.number)] + cell, older, [older.joined(separator: "\\")]]
                where found[name] == nil {
                    if let object = try store.object(at: path + ["vars", "\(number)"]) {
                        found[name] = try store.numbers(of: object)
                    }
                }
            }
        } else if let group = try store.object(at: ["model_weights"] + layer.name.split(separator: "/").map { String($0) }) {
            for leaf in try store.leaves(of: group) {
                let name = leaf.name.hasSuffix(":0") ? String(leaf.name.dropLast(2)) : leaf.name
                guard names.contains(name) else { continue }
                guard found[name] == nil else { throw .malformed("has weights “\(name)” twice: save it as .keras") }
                found[name] = try store.numbers(of: leaf.object)
            }
        }
        if let missing = names.first(where: { found[$0] == nil }) {
            throw .malformed("has no weights “\(missing)” in the file: build the model, train it, and save it then")
        }
        return found
    }
}
