import ArgumentParser
import Evaluation
import Formatting
import Models
import MotionCore
import MotionQWorkshop
import Quantization
import Recordings
import SignalProcessing

struct ClassifyVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Run recordings through a model, window by window.",
        discussion: """
            Recordings are brought to the model's rate and cut where samples are missing. How windows become events is the model's to say, unless \
            options do.

            \(allOptions(of: "classify"))
            """)

    @Option(help: "The model file.") var model: InputPath
    @Option(
        name: .customLong("data"), parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them.")
    var data: [InputPath]
    @Option(help: "q15 or float.") var arithmetic: Arithmetic = .q15
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var decision: DecisionChoice
    @Flag(help: "One JSON object a window on standard output.") var json = false

    func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
    }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model.path)
            let files = try recordingFiles(at: data.paths)
            var reader = reading.reader
            reader.channels = .read(by: model.description.inputs, allowsLosses: true)
            reader = try reader.knowingPeople(of: files)
            // All of them, before anything is said of one.
            for file in files { try check(reader.stream(file), model.description) }
            if model.description.rate == nil {
                Output.note("\(printable(self.model.path)) names no sampling rate; the recording's is not checked")
            }
            let classifier = try model.classifier(arithmetic, called: self.model.path)
            var parameters = decision.parameters(over: model.decision)
            parameters.restLabel = model.description.restIndex
            var survey = MotionSurvey(model)
            var missing = DataSet.LeftOut()
            for file in files {
                // One recording's lines need not say whose they are.
                let tally = try classify(
                    reader.stream(file), classifier, model.description, parameters, &survey, &missing, isNamed: files.count > 1)
                guard !tally.counts.isEmpty else {
                    let (needed, atRate) = (
                        model.description.window, model.description.rate.map { String(printing: " at %.4g Hz", $0) } ?? ""
                    )
                    throw Refusal(
                        .badData,
                        "\(file) holds no window: a session needs \(needed) samples or more\(atRate) without a gap; leave it out")
                }
                if !json { tally.show(file) }
            }
            for note in missing.missingSentences { Output.note("motionq: \(note)") }
            for finding in survey?.findings ?? [] { Output.note("motionq: \(finding.asCommand)") }
        }
    }

    /// What is said of a recording.
    private struct Tally {
        var sessions = 0
        var samples = 0
        /// Windows of each label.
        var counts: [String: Int] = [:]
        /// Events of each label.
        var events: [String: Int] = [:]

        func show(_ path: String) {
            let windows = counts.values.reduce(0, +)
            Output.text("\(printable(path)): \(sessions) sessions, \(samples) samples, \(windows) windows")
            for (label, count) in counts.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
                let events = events[label].map { $0 == 1 ? ", 1 event" : ", \($0) events" } ?? ""
                Output.text(String(printing: "  %5.1f %%  ", 100 * Double(count) / Double(windows)) + label + events)
            }
        }
    }

    private func check(_ stream: RecordingStream, _ model: ModelDescription) throws {
        while let part = try stream.next() {
            try Recording(path: stream.path, sessions: [part.session])
                .requirePlausibleRates(for: model.rate, window: model.window, strokes: model.strokes)
        }
    }

    private func classify(
        _ stream: RecordingStream, _ classifier: OfflineClassifier, _ model: ModelDescription, _ parameters: DecisionParameters,
        _ survey: inout MotionSurvey?, _ missing: inout DataSet.LeftOut, isNamed: Bool
    ) throws -> Tally {
        var tally = Tally()
        var engine = DecisionEngine(labels: model.labels.count, parameters: parameters)
        // Samples of the session before this part, and those of its stretch that were classified, at the model's rate.
        var (recorded, even) = (0, 0)
        var filter: OrientationFilter?
        while var part = try stream.next() {
            part.session = part.session.holdingMissing(rate: part.session.rate ?? 1)
            missing.addMissing(of: part.session, inputs: model.inputs.map(\.name))
            tally.sessions += part.isContinuation ? 0 : 1
            tally.samples += part.session.count
            recorded = part.isContinuation ? recorded : 0
            let stretches =
                model.strokes.map { part.session.strokes(as: $0, window: model.window, rate: model.rate ?? StrokeForm.usualRate) }
                ?? part.session.evenStretches(at: model.rate)
            for (index, found) in stretches.enumerated() {
                var stretch = found
                let isContinuation = part.isContinuation && index == 0 && model.strokes == nil
                if model.inputs.derives {
                    if index == 0, !part.isContinuation { filter = nil }
                    var going = filter ?? OrientationFilter(rate: model.rate ?? part.session.rate ?? 1)
                    if !isContinuation { going.restart() }
                    stretch.session.derive(with: &going)
                    filter = going
                }
                survey?.add(stretch.session, of: stream.path, isContinuation: isContinuation)
                even = isContinuation ? even : 0
                if !isContinuation { engine = DecisionEngine(labels: model.labels.count, parameters: parameters) }
                let rate = model.rate ?? stretch.session.rate ?? 1
                for var window in classifier.windows(of: stretch.session, isContinuation: isContinuation) {
                    // A stroke is an event by itself.
                    let decision = model.strokes == nil ? engine.decide(window, rate: rate) : nil
                    if decision?.phase == .enter, let label = decision?.active {
                        tally.events[model.labels[label], default: 0] += 1
                    }
                    window.endSample = recorded + stretch.recordedSamples(before: window.endSample - even)
                    tally.counts[model.labels[window.label], default: 0] += 1
                    if json { report(window, decision, of: part.session, isNamed ? stream.path : nil, model) }
                }
                even += stretch.session.count
            }
            recorded += part.session.count
        }
        return tally
    }

    private func report(
        _ window: OfflineClassifier.Window, _ decision: Decision?, of session: RecordedSession, _ path: String?,
        _ model: ModelDescription
    ) {
        var probabilities = JSONLine()
        for (name, probability) in zip(model.labels, window.probabilities) { probabilities.add(name, probability, digits: 9) }
        var line = JSONLine()
        if let path { line.add("recording", path) }
        line.add("session", session.name)
        line.add("end_sample", window.endSample)
        line.add("slot", window.slot)
        line.add("label", model.labels[window.label])
        line.add("probability", window.probabilities[window.label], digits: 9)
        if window.isUnknown { line.add("unknown", true) }
        line.add("probabilities", probabilities)
        if let decision, let active = decision.active {
            if decision.phase == .enter { line.add("entered", model.labels[active]) }
            if decision.phase == .exit { line.add("left", model.labels[active]) }
        }
        Output.json(line)
    }
}
