import ArgumentParser
import Evaluation
import LSTMEngine
import ModelFile
import Presentation
import Recording
import ReferenceModel

struct ClassifyVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Run recordings through a model, window by window.",
        discussion: """
            Recordings are cut where samples are missing and brought to the model's rate, as evaluate does it. end_sample counts the \
            samples of the recorded session.
            """)

    @Option(help: "The model file.") var model: String
    @Option(
        name: [.customLong("data"), .customLong("input")], parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them.")
    var data: [String]
    @Option(help: "q15 or float.") var arithmetic: Arithmetic = .q15
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption
    @Flag(help: "One JSON object a window on standard output.") var json = false

    func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
    }

    enum Arithmetic: String, ExpressibleByArgument, CaseIterable {
        case q15
        case float
    }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model)
            let recordings = try recordingFiles(at: data).map {
                try recordedUnits.readRecording($0, userAcceleration: userAcceleration)
            }
            let (rate, window) = (model.description.rate, model.description.window)
            for recording in recordings { try recording.requirePlausibleRates(for: rate, window: window) }
            if model.description.rate == nil {
                Output.note("\(printable(self.model)) names no sampling rate; the recording's is not checked")
            }
            let classifier = try classifier(for: model)
            for recording in recordings {
                var counts: [String: Int] = [:]
                // One recording's lines need not say whose they are.
                let path = recordings.count > 1 ? recording.path : nil
                for stretch in recording.sessions.flatMap({ $0.evenStretches(at: rate) }) {
                    for var window in classifier.windows(of: stretch.session) {
                        window.endSample = stretch.recordedSamples(before: window.endSample)
                        report(window, of: stretch.session, path, model.description, &counts)
                    }
                }
                guard !counts.isEmpty else {
                    let (needed, atRate) = (window, rate.map { String(printing: " at %.4g Hz", $0) } ?? "")
                    throw Refusal(
                        .badData,
                        "\(recording.path) holds no window: a session needs \(needed) samples or more\(atRate) without a gap; leave it out"
                    )
                }
                if !json { summarise(counts, recording) }
            }
        }
    }

    private func classifier(for model: Model) throws -> OfflineClassifier {
        switch arithmetic {
        case .q15:
            guard let network = model.quantized else {
                throw Refusal(.badData, "\(self.model) holds no Q15 network; quantize it, or use --arithmetic float")
            }
            let about = model.description
            return try OfflineClassifier(
                NetworkWeights(network, for: about), features: about.inputs,
                fractionBits: network.inputFractionBits)
        case .float:
            guard let source = model.floatModel else {
                throw Refusal(.badData, "\(self.model) holds no float network; use --arithmetic q15")
            }
            return try OfflineClassifier(source)
        }
    }

    private func report(
        _ window: OfflineClassifier.Window, of session: RecordedSession, _ path: String?, _ model: ModelDescription,
        _ counts: inout [String: Int]
    ) {
        let label = model.labels[window.label]
        counts[label, default: 0] += 1
        guard json else { return }
        var probabilities = JSONLine()
        for (name, probability) in zip(model.labels, window.probabilities) { probabilities.add(name, probability, digits: 9) }
        var line = JSONLine()
        if let path { line.add("recording", path) }
        line.add("session", session.name)
        line.add("end_sample", window.endSample)
        line.add("slot", window.slot)
        line.add("label", label)
        line.add("probability", window.probabilities[window.label], digits: 9)
        line.add("probabilities", probabilities)
        Output.json(line)
    }

    private func summarise(_ counts: [String: Int], _ recording: Recording) {
        let windows = counts.values.reduce(0, +)
        Output.text(
            "\(printable(recording.path)): \(recording.sessions.count) sessions, \(recording.sampleCount) samples, \(windows) windows"
        )
        for (label, count) in counts.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
            Output.text(String(printing: "  %5.1f %%  ", 100 * Double(count) / Double(windows)) + label)
        }
    }
}
