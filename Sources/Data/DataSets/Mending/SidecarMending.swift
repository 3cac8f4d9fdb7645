import Formatting
import MotionCore
import Recordings

/// What stands beside a recording, brought to what becomes of its rows: the samples, those that were lost, and what was asked when.
///
/// It knows a sidecar by its `prompts`. All else in it stays as it is spelled.
struct SidecarMending {
    /// A prompt, and what was seen of its rows.
    private struct Prompt {
        /// A part of its rows that stays together, by time stamps in milliseconds.
        struct Part {
            let session: String
            let label: String
            let from: Double
            var to: Double
        }

        let json: JSONText
        let session: String
        let label: String
        let time: ClosedRange<Double>
        var first: Double?
        var last: Double?
        var parts: [Part] = []
        /// Whether the row before was not kept under a label of its own.
        var isCut = true
        /// Whether some row stays, whatever it is called.
        var isKept = false
    }

    private let json: JSONText
    private let restLabels: Set<String>
    private var prompts: [Prompt] = []
    private var kept = 0

    /// - Returns: nil if the bytes are no sidecar.
    init?(_ bytes: [UInt8], restLabels: Set<String>) {
        guard let json = JSONText(bytes), let prompts = json["prompts"]?.values else { return nil }
        self.json = json
        self.restLabels = restLabels
        for prompt in prompts {
            guard let session = prompt["session"]?.string, let label = prompt["label"]?.string,
                let from = prompt["from_ms"]?.number
            else { return nil }
            let end = prompt["to_ms"]?.number ?? .infinity
            self.prompts.append(Prompt(json: prompt, session: session, label: label, time: from...max(from, end)))
        }
    }

    /// A row, as it was, and what becomes of it.
    mutating func add(_ session: String, _ label: String, _ milliseconds: Double, _ change: RowChange) {
        if !change.isDropped { kept += 1 }
        for index in prompts.indices
        where prompts[index].time.contains(milliseconds) && prompts[index].label == label && prompts[index].session == session {
            prompts[index].first = prompts[index].first ?? milliseconds
            prompts[index].last = milliseconds
            prompts[index].isKept = prompts[index].isKept || !change.isDropped
            let newLabel = change.label ?? label
            guard !change.isDropped, !restLabels.contains(newLabel.lowercased()) else {
                prompts[index].isCut = true
                continue
            }
            let newSession = change.session ?? session
            if !prompts[index].isCut, let part = prompts[index].parts.last, part.session == newSession, part.label == newLabel {
                prompts[index].parts[prompts[index].parts.count - 1].to = milliseconds
            } else {
                prompts[index].parts.append(
                    Prompt.Part(session: newSession, label: newLabel, from: milliseconds, to: milliseconds))
            }
            prompts[index].isCut = false
        }
    }

    /// The sidecar after all rows.
    ///
    /// - Parameter name: of the recording's file.
    func text(recording name: String) -> String {
        var result = json
        var lost = json["lost_samples"]?.number ?? 0
        var entries: [JSONText] = []
        for prompt in prompts {
            let own = prompt.json["lost_samples"]?.number ?? 0
            // Of a prompt without rows nobody knows more than before.
            guard prompt.first != nil else {
                entries.append(prompt.json)
                continue
            }
            if !prompt.isKept { lost = max(0, lost - own) }
            for (index, part) in prompt.parts.enumerated() {
                var entry = prompt.json
                if part.session != prompt.session { entry["session"] = .scalar(JSONString.inFile(part.session)) }
                if part.label != prompt.label { entry["label"] = .scalar(JSONString.inFile(part.label)) }
                if part.from != prompt.first { entry["from_ms"] = .scalar(Self.number(part.from)) }
                if part.to != prompt.last { entry["to_ms"] = .scalar(Self.number(part.to)) }
                if index > 0 { entry["lost_samples"] = .scalar("0") }
                entries.append(entry)
            }
        }
        result["prompts"] = .array(entries)
        result["samples"] = .scalar("\(kept)")
        if lost != json["lost_samples"]?.number { result["lost_samples"] = .scalar(Self.number(lost)) }
        if json["recording"]?.string != name { result["recording"] = .scalar(JSONString.inFile(name)) }
        return result.text + "\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(saturating: value))" : "\(value)"
    }
}
