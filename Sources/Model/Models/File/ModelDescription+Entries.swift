/// What a model is for, in files of other kinds: the entries of a model file's metadata that say it, each key behind a prefix.
extension FloatModel {
    /// The entries. `path` names the file in errors.
    ///
    /// - Throws: `unwritable` with what a model file may not hold either.
    package func entries(forFile path: String) throws(ModelFileError) -> [String: String] {
        let metadata = try Model(self, quantized: nil, provenance: [:]).checkedFile(named: path).metadata
        return metadata.reduce(into: [:]) { entries, entry in
            if ModelDescription.entryKeys.contains(entry.key) { entries[ModelDescription.entryPrefix + entry.key] = entry.value }
        }
    }
}

extension ModelDescription {
    static let entryPrefix = "motionq."
    static let entryKeys: Set = ["labels", "window", "hop", "state", "inputs", "rest", "strokes", "strokes.cut", "rate"]

    /// What a file of another kind says in such entries; nil if it has none.
    package static func reading(_ entries: [String: String], file path: String) throws(ModelFileError) -> ModelDescription? {
        guard entries.keys.contains(where: { $0.hasPrefix(entryPrefix) }) else { return nil }
        var file = SafetensorsFile(metadata: ["format": "motionq15", "version": Model.formatVersion])
        for key in entryKeys { file.metadata[key] = entries[entryPrefix + key] }
        return try ModelReader(file: file, path: path).description()
    }
}
