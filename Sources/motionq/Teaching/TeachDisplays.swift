import Formatting
import GuidedSessions
import LiveLoop

/// Examples for people without a terminal to draw on: one line for everything that happens.
final class PlainTeachDisplay: RecordDisplay {
    func begin(_ options: RecorderOptions) { Output.note(options.lesson) }

    func show(_ event: RecorderEvent) {
        switch event {
        case .guide(.next(let prompt, let number, let all)):
            Output.text("next: \(printable(prompt.label)) (\(number) of \(all))")
        case .guide(.begin(let prompt)): Output.text("▶ \(printable(prompt.label))")
        case .guide(.end): Output.text("  heard")
        case .guide(.lastRest): Output.text("that was the last; r throws it away")
        case .guide(.done): break
        default: if let sentence = event.sentence { Output.text(sentence) }
        }
    }

    func linkChanged(_ change: LinkChange) {
        if let sentence = change.sentenceWithoutWindows { Output.note(sentence) }
    }

    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) {}
}

/// Examples for programs: one JSON object a line.
final class JSONTeachDisplay: RecordDisplay {
    private let others = JSONRecordDisplay()

    func begin(_ options: RecorderOptions) {
        var line = JSONLine(type: "teaching")
        line.add("labels", options.labels)
        line.add("examples", options.plan.prompts.count / options.labels.count)
        Output.json(line)
    }

    func show(_ event: RecorderEvent) {
        switch event {
        case .guide(.begin(let prompt)): Output.json(prompt.line("listening"))
        case .guide(.end(let prompt)): Output.json(prompt.line("heard"))
        default: others.show(event)
        }
    }

    func linkChanged(_ change: LinkChange) { others.linkChanged(change) }
    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) {}
}

/// Examples on a terminal: the picture of a recording, under another title and without its end.
final class TeachView: RecordDisplay {
    private let view = RecordView()

    func begin(_ options: RecorderOptions) { view.begin(options, title: options.lesson) }
    func show(_ event: RecorderEvent) { view.show(event) }
    func linkChanged(_ change: LinkChange) { view.linkChanged(change) }
    func samplesReceived(_ samples: LiveSamples) { view.samplesReceived(samples) }
    func close() { view.close() }
    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) {}
}

extension RecorderOptions {
    /// In the order in which they are asked for.
    fileprivate var labels: [String] {
        plan.prompts.reduce(into: []) { if $0.last != $1.label { $0.append($1.label) } }
    }

    /// What is asked of a person.
    fileprivate var lesson: String {
        let each = plan.prompts.count / labels.count
        return "teaching \(labels.map(printable).joined(separator: ", ")): \(Numbers.count(each, "example"))"
            + "\(labels.count > 1 ? " of each" : ""), made at the light or ▶; hold still before and after it; r throws the last away, "
            + "q ends"
    }
}
