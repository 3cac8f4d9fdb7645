/// What a host sends, as the device of a script hears it: read by the C codec, in the words of the script.
final class HostHearing {
    private let script: HostScript
    private let receiver = CReceiver()
    private var framesSeen = 0
    /// What was heard in the present event.
    private var counts: [String: Int] = [:]
    private var heard: [ScriptLine] = []
    private var isBegun = false
    private var heartbeat: Heartbeat?
    private var names: [Text] = []
    private(set) var faults: [String] = []
    /// Commands that the host has accepted and not sent yet, and those that it has sent: their names, and their payloads.
    private var accepted: [String] = []
    private var commands: [UInt16: (name: String, payload: [UInt8])] = [:]
    private var lastSequence: UInt16?
    private var config: (sequence: UInt16, payload: [UInt8])?
    /// The t1 of the newest TIMESYNC.
    private(set) var newestRequest: UInt64?

    init(_ script: HostScript) { self.script = script }

    /// Another event begins.
    func begin() {
        counts = [:]
        heard = []
        heartbeat = nil
        names = []
    }

    /// What was heard in it, as far as the script looks at it.
    var lines: [ScriptLine] {
        var lines = heard.filter { script.looks.contains($0.keyword == "repeats" ? sight(of: $0) : $0.keyword) }
        for (kind, count) in counts where script.looks.contains(kind) { lines.append(ScriptLine(["sends", kind, String(count)])) }
        if let heartbeat, script.looks.contains("heartbeat") { lines.append(heartbeat.line) }
        if !names.isEmpty, script.looks.contains("labels") {
            let words = names.map { $0.bytes.isEmpty ? "-" : String(decoding: $0.bytes, as: UTF8.self) }
            lines.append(ScriptLine(["labels", String(rest)] + words))
        }
        return lines
    }

    /// As a device hears it: a class without a name is none.
    private var rest: UInt8 { script.rest < min(254, script.labels.count) ? script.rest : 255 }

    private func sight(of repetition: ScriptLine) -> String { repetition.words[1] == "config" ? "config" : "feedback" }

    /// The host has taken a command: the next new sequence is its.
    func expects(_ name: String) { accepted.append(name) }
    /// The host was asked for another rate: its next CONFIG is a new one.
    func expectsConfig() { config = nil }
    /// A command's name.
    func command(_ sequence: UInt16) -> String { commands[sequence]?.name ?? "unsent" }

    /// The sequence of a command, or of the last CONFIG.
    func sequence(_ name: String) -> UInt16? {
        name == "config" ? config?.sequence : commands.first { $0.value.name == name }?.key
    }

    /// - Returns: the t1 of the TIMESYNCs among it.
    func take(_ bytes: [UInt8], _ now: UInt64) -> [UInt64] {
        if let first = bytes.first, !isBegun {
            isBegun = true
            if first != 0 { faults.append("the first byte is \(first)") }
        }
        receiver.feed(bytes[...])
        let frames = receiver.reception.frames
        defer { framesSeen = frames.count }
        return frames[framesSeen...].compactMap { hear($0, now) }
    }

    private func hear(_ frame: Frame, _ now: UInt64) -> UInt64? {
        let header = Frame(type: frame.type, time: UInt32(truncatingIfNeeded: now), payload: frame.payload)
        if frame != header { faults.append("a host's header with \(frame)") }
        switch CCodec.message(of: frame) {
        case .hello(let hello):
            if hello.role != 2 || hello.session != script.session { faults.append("\(hello)") }
            counts["hello", default: 0] += 1
        case .timeSync(let request):
            if request != TimeSync(t1: Wide(now), t2: Wide(0), t3: Wide(0)) { faults.append("\(request)") }
            counts["timesync", default: 0] += 1
            newestRequest = request.t1.value
            return request.t1.value
        case .heartbeat(let message):
            heartbeat = message
            counts["heartbeat", default: 0] += 1
        case .goodbye: counts["goodbye", default: 0] += 1
        case .feedback(let feedback): hear(feedback, frame.payload)
        case .config(let fields): hear(fields, frame.payload)
        case .labels(let labels): hear(labels)
        case .prediction(let prediction): heard.append(prediction.line)
        default: faults.append("a frame that no host sends: \(frame)")
        }
        return nil
    }

    private func hear(_ feedback: Feedback, _ payload: [UInt8]) {
        if let known = commands[feedback.sequence] {
            if known.payload != payload { faults.append("command \(known.name) has changed") }
            heard.append(ScriptLine(["repeats", known.name]))
            return
        }
        if let lastSequence, feedback.sequence != lastSequence &+ 1 { faults.append("sequence \(feedback.sequence)") }
        lastSequence = feedback.sequence
        let name = accepted.isEmpty ? "unasked" : accepted.removeFirst()
        commands[feedback.sequence] = (name, payload)
        heard.append(feedback.line(name))
    }

    private func hear(_ fields: Config, _ payload: [UInt8]) {
        if let config {
            if config.payload != payload { faults.append("CONFIG has changed") }
            heard.append(ScriptLine(["repeats", "config"]))
            return
        }
        config = (fields.sequence, payload)
        heard.append(ScriptLine(["config"], fields.rate.map { ["rate": String(Int($0.value))] } ?? [:]))
    }

    private func hear(_ labels: Labels) {
        let isNext = Int(labels.first) == names.count && Int(labels.count) == min(254, script.labels.count)
        if !isNext || labels.rest != rest { faults.append("\(labels)") }
        names += labels.names
    }
}

extension Heartbeat {
    fileprivate var line: ScriptLine {
        ScriptLine(
            ["heartbeat"],
            [
                "received": String(framesReceived), "framing": String(framingErrors), "crc": String(crcErrors),
                "refused": String(notUnderstood),
            ])
    }
}
