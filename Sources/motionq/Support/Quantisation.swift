import ArgumentParser
import Evaluation
import Foundation
import ModelConversion
import ModelFile
import Presentation
import Recording
import ReferenceModel

/// A network in both arithmetics, ready for a model file, with the report on how it came about.
struct QuantisedNetwork {
    /// The network that was given, its inputs balanced by powers of two: exactly the same function.
    var pair: NetworkPair
    var report: QuantisationReport

    /// Both networks in one model.
    func model(provenance: [String: String]) -> Model {
        Model(float: pair.float, quantized: pair.quantized, provenance: provenance)
    }
}

/// Calibrates, balances the inputs, quantises, and measures what it cost.
///
/// - Parameter calibration: sessions at the network's rate and without gaps. Without any, formats fit bounds that no input exceeds.
func quantiseAndReport(_ network: FloatNetwork, calibration: [RecordedSession]) throws -> QuantisedNetwork {
    var ranges = ActivationRanges(boundsOf: network)
    if !calibration.isEmpty {
        var seen = try Calibration(network)
        for session in calibration { seen.observe(session) }
        ranges = seen.ranges
        guard ranges.windows > 0 else {
            throw Refusal(.badData, "the calibration recordings hold no window of \(network.window) samples; give longer ones")
        }
    }
    let float = network.balancingInputs(&ranges)
    let pair = try NetworkPair(float: float, quantized: Quantiser.quantise(float, ranges: ranges))
    var noise: LayerNoise?
    if !calibration.isEmpty {
        var meter = try LayerNoiseMeter(pair)
        meter.measure(calibration)
        noise = meter.noise
    }
    return QuantisedNetwork(pair: pair, report: QuantisationReport(pair, ranges: ranges, noise: noise))
}

/// The options of verbs that calibrate a network on recordings.
struct CalibrationOptions: ParsableArguments {
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them that show the ranges.")
    var calibrate: [String] = []
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false

    /// Refuses an output that would overwrite a recording.
    func check(output: String) throws {
        let written = Self.resolved(output)
        for path in calibrate + ((try? recordingFiles(at: calibrate)) ?? []) where Self.resolved(path) == written {
            throw ValidationError("\(path) would be overwritten by the model; choose another --output")
        }
    }

    static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Quantises a network on the recordings that were named, if any.
    ///
    /// Recordings are cut at their gaps and brought to the network's rate; a network that names none gets that of the recordings.
    ///
    /// - Returns: the result, and a sentence for each thing a person must know.
    func quantise(_ network: FloatNetwork) throws -> (quantised: QuantisedNetwork, notes: [String]) {
        var network = network
        let recordings = try recordingFiles(at: calibrate).map { try readRecording($0, userAcceleration: userAcceleration) }
        var notes: [String] = []
        if network.rate == nil, let rate = try commonRate(of: recordings) {
            network.rate = (rate * 100).rounded() / 100
            notes.append("The network names no sampling rate; it is taken to be the recordings', \(Self.hertz(rate)).")
        }
        var sessions: [RecordedSession] = []
        var resampled = 0
        for session in recordings.flatMap(\.sessions) {
            if let found = session.rate, session.count >= network.window,
                !RecordedSession.isPlausible(rate: found, resampledTo: network.rate ?? found)
            {
                throw Refusal(
                    .badData,
                    "session “\(session.name)” has \(Self.hertz(found)) by its time stamps; timestamp_ms counts milliseconds")
            }
            let stretches = session.stretches()
            let atRate = stretches.map { piece in network.rate.map { piece.resampled(to: $0) } ?? piece }
            resampled += atRate != stretches ? 1 : 0
            sessions += atRate
        }
        if resampled > 0, let rate = network.rate {
            notes.append("\(resampled) of \(recordings.flatMap(\.sessions).count) sessions were resampled to \(Self.hertz(rate)).")
        }
        if network.rate == nil {
            notes.append("The network names no sampling rate; give import a --rate, so that it can be checked against devices.")
        }
        return (try quantiseAndReport(network, calibration: sessions), notes)
    }

    /// What the model file says of the calibration.
    func provenance(_ report: QuantisationReport) throws -> [String: String] {
        let names = try recordingFiles(at: calibrate).map { URL(fileURLWithPath: $0).lastPathComponent }
        return [
            "calibration": names.isEmpty ? "bounds" : names.joined(separator: ","), "calibration_windows": "\(report.windows)",
        ]
    }

    /// The one rate of all sessions, within the tolerance of clocks.
    private func commonRate(of recordings: [Recording]) throws -> Double? {
        var known: (rate: Double, path: String)?
        for recording in recordings {
            for rate in recording.sessions.compactMap(\.rate) {
                guard let first = known else {
                    known = (rate, recording.path)
                    continue
                }
                guard abs(rate / first.rate - 1) > RecordedSession.rateTolerance else { continue }
                throw Refusal(
                    .badData,
                    "\(first.path) has \(Self.hertz(first.rate)) and \(recording.path) \(Self.hertz(rate)), and the network names no rate; "
                        + "import it with --rate")
            }
        }
        return known?.rate
    }

    private static func hertz(_ rate: Double) -> String { String(printing: "%.4g Hz", rate) }
}
