import Formatting
import Models

/// What a file of another kind says of its model in metadata, as our exports do; what the caller says goes before it.
struct DeclaredSettings {
    private let description: ModelDescription?

    init(_ entries: [String: String], file: String) throws(ImportError) {
        do throws(ModelFileError) {
            description = try ModelDescription.reading(entries, file: file)
        } catch {
            throw ImportError(.malformed, file: file, problem: "\(error.problem): export it again")
        }
    }

    /// The inputs with what training did to them; nil if the file does not say.
    var inputs: [InputFeature]? { description?.inputs }

    /// What the caller says, and what the file says where the caller says nothing. Of the inputs only their names: the network's
    /// part of the file has the rest.
    func filling(_ overrides: ImportOverrides) -> ImportOverrides {
        guard let description else { return overrides }
        var filled = overrides
        filled.labels = overrides.labels ?? description.labels
        filled.window = overrides.window ?? description.window
        filled.hop = overrides.hop ?? (overrides.window == nil ? description.hop : nil)
        filled.rate = overrides.rate ?? description.rate
        filled.inputs = overrides.inputs ?? description.inputs.map { InputFeature(name: $0.name) }
        filled.statePolicy = overrides.statePolicy ?? description.statePolicy
        return filled
    }

    /// What only our own files say, as far as the caller said nothing against it.
    func complete(_ found: inout ModelDescription, _ overrides: ImportOverrides) {
        guard let description else { return }
        if overrides.restLabel == nil, overrides.labels == nil { found.restLabel = description.restLabel }
        guard overrides.window ?? overrides.hop == nil, overrides.rate == nil, overrides.inputs == nil else { return }
        (found.strokes, found.cut) = (description.strokes, description.cut)
    }
}
