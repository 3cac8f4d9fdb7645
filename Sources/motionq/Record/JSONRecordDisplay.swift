import Formatting
import GuidedSessions
import LiveLoop
import MotionCore
import WireProtocol

/// A recording for programs: one JSON object a line.
final class JSONRecordDisplay: RecordDisplay {
    func begin(_ options: RecorderOptions) {
        var line = JSONLine(type: "recording")
        line.add("subject", options.subject)
        line.add("session", options.session)
        line.add("path", options.path)
        line.add("prompts", options.plan.prompts.count)
        Output.json(line)
    }

    func show(_ event: RecorderEvent) {
        var line: JSONLine
        switch event {
        case .begun(let hello, let missing):
            line = JSONLine(type: "begun")
            line.add("rate", Double(hello.sensor.rate))
            line.add("missing", missing)
        case .guide(let event): line = event.json
        case .doubted(let prompt, let doubt):
            line = JSONLine(type: "doubted")
            line.add(prompt)
            switch doubt {
            case .motionless(let seconds):
                line.add("reason", "motionless")
                line.add("seconds", seconds, digits: 3)
            case .long(let seconds, let others):
                line.add("reason", "long")
                line.add("seconds", seconds, digits: 3)
                if let others { line.add("others_seconds", others, digits: 3) }
            }
        case .discarded(let prompt):
            line = JSONLine(type: "discarded")
            line.add(prompt)
        case .paused: line = JSONLine(type: "paused")
        case .resumed: line = JSONLine(type: "resumed")
        case .lost(let samples, let prompt):
            line = JSONLine(type: "lost")
            line.add("samples", samples)
            line.add(prompt)
        case .newSession(let name):
            line = JSONLine(type: "session")
            line.add("session", name)
        case .failed(let error):
            line = JSONLine(type: "failed")
            line.add("problem", error.asCommand)
        }
        Output.json(line)
    }

    func linkChanged(_ change: LinkChange) {
        if let sentence = change.sentenceWithoutWindows { Output.note(sentence) }
    }

    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) {
        var line = JSONLine(type: "recorded")
        line.add("path", options.path)
        line.add("kept", result.keeps && result.samples > 0)
        line.add("samples", result.samples)
        line.add("repetitions", result.repetitions)
        line.add("lost_samples", result.lost)
        if let rate = result.rate { line.add("measured_rate", rate) }
        Output.json(line)
    }
}

extension RecordingGuide.Event {
    fileprivate var json: JSONLine {
        var line: JSONLine
        switch self {
        case .next(let prompt, let number, let all):
            line = JSONLine(type: "next")
            line.add(prompt)
            line.add("number", number)
            line.add("of", all)
        case .countdown(let seconds):
            line = JSONLine(type: "countdown")
            line.add("seconds", seconds)
        case .begin(let prompt):
            line = JSONLine(type: "begin")
            line.add(prompt)
        case .end(let prompt):
            line = JSONLine(type: "end")
            line.add(prompt)
        case .unheard(let prompt): line = prompt.line("unheard")
        case .lastRest: line = JSONLine(type: "last_rest")
        case .done: line = JSONLine(type: "done")
        }
        return line
    }
}

extension RecordingPlan.Prompt {
    func line(_ type: String) -> JSONLine {
        var line = JSONLine(type: type)
        line.add(self)
        return line
    }
}

extension JSONLine {
    fileprivate mutating func add(_ prompt: RecordingPlan.Prompt) {
        add("label", prompt.label)
        add("repetition", prompt.repetition)
    }
}
