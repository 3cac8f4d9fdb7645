import Formatting
public import MotionCore

/// A model as its file holds it: what it is for, the float network, the same network in Q15, and where both came from.
///
/// What was read from a file fits together, and at least one network is there; of what was put together by hand `write` finds out.
public struct Model: Sendable, Equatable {
    public var description: ModelDescription
    /// For the oracle, for evaluation and for quantizing again.
    public var float: FloatNetwork?
    /// What runs.
    public var quantized: QuantizedNetwork?
    /// How its probabilities become events, as somebody chose it on recordings; nil: nobody did. Its rest label is not looked at.
    public var decision: DecisionParameters?
    /// The examples that its last layer was set by; nil: it was trained.
    public var exemplars: Exemplars?
    /// The motion that it learned from; nil: nobody kept it.
    public var knownMotion: KnownMotion?
    /// Free text about the origin, by key: source, command, calibration …
    public var provenance: [String: String]

    public init(
        _ description: ModelDescription, float: FloatNetwork?, quantized: QuantizedNetwork?, provenance: [String: String]
    ) {
        self.description = description
        self.float = float
        self.quantized = quantized
        self.provenance = provenance
    }

    /// A float model, perhaps with the same network in Q15.
    public init(_ source: FloatModel, quantized: QuantizedNetwork?, provenance: [String: String]) {
        self.init(source.description, float: source.network, quantized: quantized, provenance: provenance)
    }

    /// The float network with its description, to quantize or evaluate; nil if the file holds none.
    public var floatModel: FloatModel? { float.map { FloatModel(description, $0) } }

    /// The model for one wearer: it reads every channel in its unit, as other models do, so that it can be exported.
    ///
    /// - Parameter ranges: from where to where the wearer's channels go, by their names.
    public func worn(in ranges: [String: ChannelRange]) -> Model {
        var model = self
        for (index, input) in description.inputs.enumerated() where input.usual != nil {
            if let range = ranges[input.name] { model.description.inputs[index] = input.worn(in: range) }
        }
        return model
    }

    /// The network that runs.
    ///
    /// - Parameter file: what the error names.
    /// - Throws: `mismatch` if there is none.
    public func requireQuantized(in file: String) throws(ModelFileError) -> QuantizedNetwork {
        guard let quantized else { throw ModelFileError(.mismatch, file: file, problem: Self.lacksQuantized) }
        return quantized
    }

    /// The network for a running stream.
    ///
    /// - Parameter file: what the error names.
    /// - Throws: `mismatch` if there is none, or if it reads whole strokes that nothing is known to cut out of a stream.
    public func requireStreamed(in file: String) throws(ModelFileError) -> QuantizedNetwork {
        if description.strokes != nil, !description.canCutStrokes {
            throw ModelFileError(
                .mismatch, file: file,
                problem:
                    "recognises whole strokes and does not say how they are cut out of a running stream"
                    + "\(remedy: "train it again with this motionq, with all three accelerations, all three rotations, or both")")
        }
        return try requireQuantized(in: file)
    }

    static let lacksQuantized: Sentence = "holds no Q15 network\(remedy: "import or quantize it first")"
}
