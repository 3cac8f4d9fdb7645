public import Models
import MotionCore
public import Recordings

/// A float model made into one that runs: calibrated on recordings, its inputs brought to one size, quantized in several ways of
/// which the closest is taken, and compared with what it was.
///
///     let source = try Importer.model(fromFileAt: "GestureClassifier.mlmodel")
///     let conversion = try Conversion(of: source, recordings: recordings)
///     try conversion.model(provenance: ["source": "GestureClassifier.mlmodel"]).write(toFileAt: "gestures.safetensors")
///
/// A source and recordings give the same model each time, bit for bit. Allocates; takes seconds for an hour of motion.
public struct Conversion: Sendable {
    /// The network that was given, its units sorted and its inputs brought to one size (the same function, but for roundings of
    /// float32), and the same in integers.
    public let pair: NetworkPair
    /// Q-formats, the proof of no overflow, and the noise on the recordings.
    public let report: QuantizationReport
    /// What was done to the recordings or assumed of the source, in the order in which it came up.
    public let remarks: [Remark]
    /// The motion of the recordings, for a network that reads it as it comes; nil without a minute of it.
    public private(set) var knownMotion: KnownMotion?

    /// Something that the caller of a conversion should hear of.
    public enum Remark: Sendable, Equatable {
        /// The source names no sampling rate, so that of the recordings, in hertz, was taken; the model has it rounded to
        /// hundredths.
        case rateTaken(Double)
        /// Sessions that were brought to the model's rate in hertz.
        case resampled(sessions: Int, of: Int, rate: Double)
        /// Neither source nor recordings name a sampling rate, so that no device can be checked against it.
        case noRate
        /// Bytes were asked for, and would move probabilities too far in every matrix.
        case noBytes
    }

    /// Converts on recordings as they are: they are cut at their gaps and brought to the model's rate; a model that names none gets
    /// theirs.
    ///
    /// - Parameters:
    ///   - recordings: of the motion that the model is for; their labels do not matter. Without any, formats fit bounds
    ///     that no input exceeds (`ActivationRanges(boundsOf:)`), at a cost in precision, and no noise is measured.
    ///   - weights: how many bits the weights have.
    /// - Throws: `ConversionError`: recordings that do not fit the model or each other, weights that no scale can carry, or bytes
    ///   without recordings.
    public init(of source: FloatModel, recordings: [Recording], weights: WeightStorage = .words) throws(ConversionError) {
        let prepared = try CalibrationSessions(recordings, for: source.description)
        var source = source
        source.description.rate = prepared.rate
        try self.init(of: source, sessions: prepared.sessions, weights: weights, remarks: prepared.remarks)
        if let rate = prepared.rate, source.description.strokes == nil {
            knownMotion = KnownMotion(learning: prepared.sessions, rate: rate, inputs: source.description.inputs)
        }
    }

    /// Converts on sessions that are at the model's rate and without gaps already, as those of a `DataSet` are.
    ///
    /// - Parameters:
    ///   - sessions: taken as they are, each from zero state; without any as without recordings.
    ///   - measuresNoise: whether the report tells noise and error sources, which slower arithmetics measure.
    /// - Throws: `ConversionError`, as above, but for rates.
    public init(
        of source: FloatModel, sessions: [RecordedSession], weights: WeightStorage = .words, measuresNoise: Bool = true
    ) throws(ConversionError) {
        try self.init(of: source, sessions: sessions, weights: weights, measuresNoise: measuresNoise, remarks: [])
    }

    private init(
        of source: FloatModel, sessions: [RecordedSession], weights: WeightStorage, measuresNoise: Bool = true, remarks: [Remark]
    ) throws(ConversionError) {
        if weights == .bytesWhereClose, sessions.isEmpty { throw .noRecordingsForBytes }
        var ranges = ActivationRanges(boundsOf: source)
        var pair: NetworkPair
        if sessions.isEmpty {
            if let input = source.description.inputs.first(where: { $0.unit == .own }) { throw .unknownRange(input: input.name) }
            let balanced = source.sortingUnits(&ranges).balancingInputs(&ranges)
            pair = try Self.quantized(balanced, ranges)
        } else {
            (pair, ranges) = try Self.closest(to: source, on: sessions, try Self.ranges(of: source, in: sessions), weights)
        }
        var noise: LayerNoise?
        var sources: ErrorSources?
        if measuresNoise, !sessions.isEmpty {
            var meter = LayerNoiseMeter(pair)
            meter.measure(sessions)
            noise = meter.noise
            sources = ErrorSources(pair, sessions: sessions)
        }
        self.pair = pair
        self.remarks = remarks + (weights == .bytesWhereClose && !pair.quantized.hasBytes ? [.noBytes] : [])
        report = QuantizationReport(pair, ranges: ranges, noise: noise, sources: sources)
    }

    /// Both networks with their description and the motion of the recordings, for a file.
    ///
    /// - Parameter provenance: where it came from, free text by key.
    public func model(provenance: [String: String] = [:]) -> Model {
        var model = Model(pair.floatModel, quantized: pair.quantized, provenance: provenance)
        model.knownMotion = knownMotion
        return model
    }

    private static func ranges(
        of source: FloatModel, in sessions: [RecordedSession]
    ) throws(ConversionError) -> ActivationRanges {
        var calibration = Calibration(source)
        for session in sessions { calibration.observe(session) }
        guard calibration.ranges.windows > 0 else { throw .noWindow(length: source.description.window) }
        return calibration.ranges
    }

    /// The best of all combinations of `QuantizationTrials.moreReserve` and `dampings`.
    private static func closest(
        to source: FloatModel, on sessions: [RecordedSession], _ seen: ActivationRanges, _ weights: WeightStorage
    ) throws(ConversionError) -> (NetworkPair, ActivationRanges) {
        var seen = seen
        let source = source.sortingUnits(&seen)
        let trials = QuantizationTrials(source, sessions: sessions)
        var candidates: [(pair: NetworkPair, ranges: ActivationRanges, more: Double)] = []
        // What one candidate cannot carry another may.
        var refusal: ConversionError?
        for damping in QuantizationTrials.dampings {
            let rounding = Self.rounding(seen, damping: damping)
            if damping != nil, rounding == nil { continue }
            for more in QuantizationTrials.moreReserve {
                let variant = balanced(source, seen, more: more, rounding)
                var ranges = variant.ranges
                do throws(ConversionError) {
                    let pair = try quantized(variant.source, ranges)
                    // Large, and not needed any more.
                    ranges.forgetMoments()
                    candidates.append((pair, ranges, more))
                } catch {
                    refusal = refusal ?? error
                }
            }
        }
        guard let best = trials.closest(of: candidates.map(\.pair)) else {
            throw refusal ?? .noWindow(length: source.description.window)
        }
        let (pair, ranges, more) = candidates[best]
        guard weights == .bytesWhereClose else { return (pair, ranges) }
        let variants = QuantizationTrials.dampings.compactMap { damping in
            let rounding = Self.rounding(seen, damping: damping)
            return damping != nil && rounding == nil ? nil : balanced(source, seen, more: more, rounding)
        }
        return (WeightNarrowing(pair, variants: variants, trials: trials).narrowed(), ranges)
    }

    /// nil for each weight to its nearest step: without a damping, or where too little was seen for any.
    private static func rounding(_ seen: ActivationRanges, damping: Double?) -> NetworkRounding? {
        guard let damping, let moments = seen.moments else { return nil }
        let rounding = NetworkRounding(moments, damping: damping)
        return rounding.hasAny ? rounding : nil
    }

    /// A model with its inputs brought to one size and more reserve than they need, and what it is to be quantized for.
    private static func balanced(
        _ source: FloatModel, _ seen: ActivationRanges, more: Double, _ rounding: NetworkRounding?
    ) -> (source: FloatModel, ranges: ActivationRanges) {
        var ranges = seen
        ranges.reserve *= more
        ranges.rounding = rounding
        let balanced = source.balancingInputs(&ranges)
        return (balanced, ranges)
    }

    static func quantized(
        _ source: FloatModel, _ ranges: ActivationRanges, bytes: Set<MatrixPlace> = []
    ) throws(ConversionError) -> NetworkPair {
        let quantized: QuantizedNetwork
        do throws(QuantizerError) {
            quantized = try Quantizer.quantize(source.network, ranges: ranges, bytes: bytes)
        } catch {
            throw .quantizer(error)
        }
        do throws(NetworkError) {
            return try NetworkPair(source, quantized: quantized)
        } catch .kernels(let asked) {
            throw .kernels(asked: asked)
        } catch {
            throw .quantizer(.refused(error))
        }
    }
}
