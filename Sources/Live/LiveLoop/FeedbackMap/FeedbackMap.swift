import Files
import Models
import MotionCore
public import MotionRecognition
import WireProtocol
import YAML

/// Reads the YAML map from labels to lights and sounds.
///
///     time_to_live_ms: 500            # optional; commands older than this are not applied
///     labels:
///       shake:
///         least_confidence: 0.95      # optional
///         enter:
///           - led: 0                  # led, rgb, buzzer or vibration: which of them, 0 … 7
///             pattern: blink          # on (default), off, blink
///             period_ms: 200
///           - buzzer: 0
///             frequency: 880
///             duration_ms: 120
///         exit:                       # optional; without it, what enter switched on without a duration goes off
///           - led: 0
///             pattern: off
public struct FeedbackMap {
    private let labels: [String]
    private let file: String

    /// - Parameters:
    ///   - labels: of the model.
    ///   - file: named in messages.
    public init(labels: [String], file: String) {
        self.labels = labels
        self.file = file
    }

    /// What a device does if nobody says otherwise: LED n lights while the n-th label that is not rest is held.
    public static func standard(labels: [String], restLabel: Int?) -> FeedbackTable {
        var table = FeedbackTable()
        var unit: UInt8 = 0
        for label in labels.indices where label != restLabel {
            for (onEnter, pattern) in [(true, ActuatorAction.Pattern.on), (false, .off)] {
                let action = ActuatorAction(actuator: Actuator.led.rawValue, unit: unit, pattern: pattern)
                table.entries.append(
                    .init(label: label, onEnter: onEnter, leastConfidence: 0, timeToLive: standardTimeToLive, action: action))
            }
            unit = (unit + 1) % 4
        }
        return table
    }

    /// Reads the file.
    ///
    /// - Throws: one sentence with file, line and mend.
    public func read() throws(FeedbackMapError) -> FeedbackTable {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.bytes(ofFileAt: file, limit: 1 << 20)
        } catch {
            throw FeedbackMapError(file: file, line: nil, problem: error.problem, isMissingInput: error.code != .tooLarge)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FeedbackMapError(file: file, line: nil, problem: "cannot be read as UTF-8 text")
        }
        return try parse(text)
    }

    static let standardTimeToLive: UInt16 = 500

    /// - Throws: one sentence with file, line and mend.
    public func parse(_ yaml: String) throws(FeedbackMapError) -> FeedbackTable {
        let document: YAMLDocument
        do throws(YAMLDocument.Fault) {
            document = try YAMLDocument(yaml)
        } catch {
            throw FeedbackMapError(file: file, line: error.line, problem: "is not valid YAML: \(error.problem)")
        }
        guard let root = document.root else {
            throw FeedbackMapError(file: file, line: nil, problem: "is empty; see the README for an example")
        }
        let top = try mapping(root, allowed: ["time_to_live_ms", "labels"])
        let timeToLive = try top["time_to_live_ms"].map { node throws(FeedbackMapError) in
            try number(node, "time_to_live_ms", 1...Int(FeedbackMessage.mostTimeToLive))
        }
        guard let labelsNode = top["labels"] else { throw fault(root, "needs “labels:” with one entry a label") }
        var table = FeedbackTable()
        let entries = try mapping(labelsNode, allowed: labels) {
            "names the label “\($0)”, which the model does not have; it has \($1)"
        }
        for (name, node) in entries.sorted(by: { $0.key < $1.key }) {
            guard let label = labels.firstIndex(of: name) else { continue }
            try append(node, label: label, timeToLive: timeToLive ?? Int(Self.standardTimeToLive), to: &table)
        }
        return table
    }

    private func append(_ node: YAMLNode, label: Int, timeToLive: Int, to table: inout FeedbackTable) throws(FeedbackMapError) {
        let entry = try mapping(node, allowed: ["least_confidence", "enter", "exit"])
        var confidence: Int16 = 0
        if let node = entry["least_confidence"] {
            guard let value = node.text.flatMap(Double.init), value >= 0, value <= 1 else {
                throw fault(node, "wants least_confidence between 0 and 1")
            }
            confidence = Int16(q15: value)
        }
        let enter = try entry["enter"].map { node throws(FeedbackMapError) in try actions(node) } ?? []
        let exit = try entry["exit"].map { node throws(FeedbackMapError) in try actions(node) } ?? Self.reversed(enter)
        for (onEnter, actions) in [(true, enter), (false, exit)] {
            for action in actions {
                table.entries.append(
                    .init(
                        label: label, onEnter: onEnter, leastConfidence: onEnter ? confidence : 0,
                        timeToLive: UInt16(timeToLive), action: action))
            }
        }
    }

    /// Off for everything that would stay on.
    private static func reversed(_ actions: [ActuatorAction]) -> [ActuatorAction] {
        actions.filter { $0.pattern != .off && $0.duration == 0 }.map {
            ActuatorAction(actuator: $0.actuator, unit: $0.unit, pattern: .off)
        }
    }

    private func actions(_ node: YAMLNode) throws(FeedbackMapError) -> [ActuatorAction] {
        guard let sequence = node.sequence else { throw fault(node, "wants a list of actions, each with a leading “-”") }
        var actions: [ActuatorAction] = []
        for element in sequence { actions.append(try action(element)) }
        return actions
    }

    private func action(_ node: YAMLNode) throws(FeedbackMapError) -> ActuatorAction {
        let kinds: [(String, Actuator)] = [("led", .led), ("rgb", .rgb), ("buzzer", .buzzer), ("vibration", .vibration)]
        let keys = kinds.map(\.0) + ["pattern", "level", "color", "frequency", "duration_ms", "period_ms"]
        let fields = try mapping(node, allowed: keys)
        let named = kinds.filter { fields[$0.0] != nil }
        guard named.count == 1, let (key, actuator) = named.first, let unit = fields[key] else {
            throw fault(node, "wants exactly one of led, rgb, buzzer or vibration in an action")
        }
        var action = ActuatorAction(
            actuator: actuator.rawValue, unit: UInt8(try number(unit, key, 0...7)), pattern: try pattern(fields["pattern"]))
        if let node = fields["level"] { action.level = UInt8(try number(node, "level", 0...255)) }
        if let node = fields["frequency"] { action.frequency = UInt16(try number(node, "frequency", 0...20_000)) }
        if let node = fields["duration_ms"] { action.duration = UInt16(try number(node, "duration_ms", 0...60_000)) }
        if let node = fields["period_ms"] { action.period = UInt16(try number(node, "period_ms", 0...60_000)) }
        if let node = fields["color"] { try setColour(node, &action) }
        return action
    }

    private func pattern(_ node: YAMLNode?) throws(FeedbackMapError) -> ActuatorAction.Pattern {
        // YAML 1.1 reads a bare on or off as true or false.
        switch node?.text?.lowercased() {
        case nil where node == nil: return .on
        case "on", "true", "yes": return .on
        case "off", "false", "no": return .off
        case "blink": return .blink
        default: throw fault(node, "wants pattern on, off or blink")
        }
    }

    private func setColour(_ node: YAMLNode, _ action: inout ActuatorAction) throws(FeedbackMapError) {
        let text = node.text ?? ""
        let digits = text.dropFirst()
        let isColour = text.hasPrefix("#") && text.utf8.count == 7 && digits.allSatisfy(\.isHexDigit)
        guard isColour, let value = UInt32(digits, radix: 16) else {
            throw fault(node, "wants a color such as \"#ff8000\", in quotes")
        }
        action.red = UInt8(value >> 16)
        action.green = UInt8(value >> 8 & 255)
        action.blue = UInt8(value & 255)
    }

    private func number(_ node: YAMLNode, _ key: String, _ range: ClosedRange<Int>) throws(FeedbackMapError) -> Int {
        guard let value = node.text.flatMap({ Int($0) }), range.contains(value) else {
            throw fault(node, "wants \(key) between \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    /// - Parameter refusal: the sentence for a key that is not allowed, from it and the list of those that are.
    private func mapping(
        _ node: YAMLNode, allowed: [String], refusal: (String, String) -> String = { "does not know “\($0)”; known here: \($1)" }
    ) throws(FeedbackMapError) -> [String: YAMLNode] {
        guard let mapping = node.mapping else { throw fault(node, "wants “key: value” lines here") }
        var result: [String: YAMLNode] = [:]
        for (key, value) in mapping {
            guard let name = key.text else { throw fault(key, "wants plain words as keys") }
            guard allowed.contains(name) else { throw fault(key, refusal(name, allowed.joined(separator: ", "))) }
            guard result[name] == nil else { throw fault(key, "has “\(name)” twice") }
            result[name] = value
        }
        return result
    }

    private func fault(_ node: YAMLNode?, _ problem: String) -> FeedbackMapError {
        FeedbackMapError(file: file, line: node?.line, problem: problem)
    }
}

extension FeedbackMap {
    /// What a device is told for a model's labels.
    ///
    /// - Parameter path: a YAML file; nil: `standard`.
    /// - Throws: what is wrong with the file, with its line.
    public static func table(readingFileAt path: String?, for model: LiveModel) throws(FeedbackMapError) -> FeedbackTable {
        let about = model.description
        guard let path else { return standard(labels: about.labels, restLabel: about.restIndex) }
        return try FeedbackMap(labels: about.labels, file: path).read()
    }
}
