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
        abstract: "Run a recording through a model, window by window.")

    @Option(help: "The model file.") var model: String
    @Option(help: "The recording (CSV).") var input: String
    @Option(help: "q15 or float.") var arithmetic: Arithmetic = .q15
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @Flag(help: "One JSON object a window on standard output.") var json = false

    enum Arithmetic: String, ExpressibleByArgument, CaseIterable {
        case q15
        case float
    }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model)
            let recording = try readRecording(input, userAcceleration: userAcceleration)
            try recording.requireRate(model.description.rate)
            if model.description.rate == nil {
                Output.note("\(printable(self.model)) names no sampling rate; the recording's is not checked")
            }
            let classifier = try classifier(for: model)
            var counts: [String: Int] = [:]
            for session in recording.sessions {
                for window in classifier.windows(of: session) {
                    report(window, of: session, model.description, &counts)
                }
            }
            guard !counts.isEmpty else {
                throw Refusal(.badData, "\(input) holds no window: a session needs \(model.description.window) samples or more")
            }
            if !json { summarise(counts, recording) }
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
        _ window: OfflineClassifier.Window, of session: RecordedSession, _ model: ModelDescription, _ counts: inout [String: Int]
    ) {
        let label = model.labels[window.label]
        counts[label, default: 0] += 1
        guard json else { return }
        var probabilities = JSONLine()
        for (name, probability) in zip(model.labels, window.probabilities) { probabilities.add(name, probability, digits: 9) }
        var line = JSONLine()
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
