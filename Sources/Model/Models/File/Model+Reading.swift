import Formatting
import Foundation
import MotionCore

extension Model {
    /// Reads and checks a whole model file. Nothing in it is trusted: sizes are bounded, and the integer network is proved free of
    /// overflow.
    public init(readingFileAt path: String) throws(ModelFileError) {
        try self.init(SafetensorsFile(readingFileAt: path), path: path)
    }

    /// Reads a model without its float network, which a device or a live loop does not need: two thirds of the file.
    ///
    /// A file that holds nothing else is refused.
    public init(readingQuantizedNetworkAt path: String) throws(ModelFileError) {
        let file = try SafetensorsFile(readingFileAt: path, leavingOut: "float.")
        try self.init(file, path: path, ifEmpty: Self.lacksQuantized)
    }

    /// Reads a model from the bytes of its file, without its float network; all else as from the file.
    ///
    /// - Parameter name: what errors call it.
    public init(readingQuantizedNetworkIn bytes: [UInt8], named name: String) throws(ModelFileError) {
        let file = try SafetensorsFile(bytes: bytes, file: name, leavingOut: "float.")
        try self.init(file, path: name, ifEmpty: Self.lacksQuantized)
    }

    /// Reads a model from bytes that are in memory already; `file` names them in errors.
    public init(bytes: [UInt8], file: String) throws(ModelFileError) {
        try self.init(SafetensorsFile(bytes: bytes, file: file), path: file)
    }

    private init(
        _ file: SafetensorsFile, path: String, ifEmpty: Sentence = "holds no network\(remedy: "import or train it again")"
    ) throws(ModelFileError) {
        let reader = ModelReader(file: file, path: path)
        let description = try reader.description()
        let plan: LayerPlan = try reader.decoded("layers")
        if let fault = plan.fault(of: description) { throw reader.fault(Sentence(fault)) }
        let float = file.tensors.keys.contains { $0.hasPrefix("float.") } ? try reader.float(plan, description) : nil
        let quantized = file.tensors.keys.contains { $0.hasPrefix("q15.") } ? try reader.quantized(plan, description) : nil
        guard float != nil || quantized != nil else { throw reader.fault(ifEmpty) }
        self.init(
            description, float: float, quantized: quantized,
            provenance: file.metadata.reduce(into: [:]) { found, entry in
                if entry.key.hasPrefix("provenance.") { found[String(entry.key.dropFirst("provenance.".count))] = entry.value }
            })
        decision = try reader.decision()
        knownMotion = try reader.knownMotion()
        exemplars = try reader.exemplars(units: plan.lstm.last, labels: description.labels.count)
    }
}

/// Takes a model out of tensors and metadata.
struct ModelReader {
    let file: SafetensorsFile
    let path: String

    func fault(_ problem: Sentence) -> ModelFileError {
        ModelFileError(.malformed, file: path, problem: problem)
    }

    func entry(_ key: String) throws(ModelFileError) -> String {
        guard let value = file.metadata[key] else {
            throw fault("lacks the metadata “\(key)”\(remedy: "only files that motionq wrote are models, import others first")")
        }
        return value
    }

    func decoded<Value: Decodable>(_ key: String) throws(ModelFileError) -> Value {
        let text = try entry(key)
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw fault("has metadata “\(key)” that cannot be understood")
        }
        return value
    }

    private func integer(_ key: String, _ range: ClosedRange<Int>) throws(ModelFileError) -> Int {
        guard let value = Int(try entry(key)), range.contains(value) else {
            throw fault("has metadata “\(key)” outside \(range.lowerBound) … \(range.upperBound)")
        }
        return value
    }

    /// The integers of version 1, which are the float network's in their formats, run in the arithmetic of now as they are. Only
    /// without a float network can nobody measure any more what that changes.
    private func checkVersion() throws(ModelFileError) {
        let version = try entry("version")
        if Model.formatVersions.contains(version) { return }
        guard version == "1" else {
            throw fault(
                "has format version \(version), this program reads \(Model.formatVersion) to \(Model.formatVersionOfBytes)"
                    + "\(remedy: "use a matching motionq")")
        }
        guard (Array(file.tensors.keys) + file.leftOut).contains(where: { $0.hasPrefix("float.") }) else {
            let mend: Sentence = "\(.importModel, "SOURCE", .setting(.output, .path(path))), or \(.train)"
            throw fault(
                "was made for arithmetic 1 and holds no float network to quantize anew"
                    + "\(remedy: "make it again from what it was made of: \(mend)")")
        }
    }

    func decision() throws(ModelFileError) -> DecisionParameters? {
        guard file.metadata["decision"] != nil else { return nil }
        let stored: StoredDecision = try decoded("decision")
        if let problem = stored.fault ?? stored.parameters.fault.map({ "\($0)" }) {
            throw fault("has metadata “decision” out of range: \(problem)")
        }
        return stored.parameters
    }

    func description() throws(ModelFileError) -> ModelDescription {
        guard !file.isPyTorchStateDict else {
            let mend: Sentence = "import it first: \(.importModel, .path(path), .setting(.output, "MODEL"))"
            throw fault("is a PyTorch state dict, no model of motionq yet\(remedy: mend)")
        }
        _ = try entry("format")
        guard file.isModel else { throw fault("is no MotionQ15 model") }
        try checkVersion()
        guard let policy = StatePolicy(rawValue: try entry("state")) else { throw fault("has a state policy that is not known") }
        let inputs: [StoredInput] = try decoded("inputs")
        let strokes = file.metadata["strokes"].map { StrokeForm(rawValue: $0) }
        if let strokes, strokes == nil { throw fault("has a form of strokes that is not known\(remedy: "use a newer motionq")") }
        let storedCut: StoredCut? = file.metadata["strokes.cut"] == nil ? nil : try decoded("strokes.cut")
        let cut = storedCut?.cut
        if let cut, !cut.isValid { throw fault("has metadata “strokes.cut” with a number outside its range") }
        let description = ModelDescription(
            labels: try decoded("labels"), restLabel: file.metadata["rest"],
            schedule: WindowSchedule(
                length: try integer("window", 1...NetworkLimits.dimension), hop: try integer("hop", 1...NetworkLimits.dimension)),
            statePolicy: policy,
            // NaN is no rate either.
            rate: file.metadata["rate"].map { Double($0) ?? .nan },
            inputs: inputs.map(\.feature),
            strokes: strokes ?? nil, cut: cut)
        if let problem = description.fault { throw fault(Sentence(problem)) }
        return description
    }
}
