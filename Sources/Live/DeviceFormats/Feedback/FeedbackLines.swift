import MotionCore
import WireProtocol

/// Feedback as lines of text, one for each command, for a sketch that reads them.
final class FeedbackLines: ForeignFeedback {
    let units = ActuatorUnits(led: 8, rgb: 8, buzzer: 8, vibration: 8)
    let namesLabels: Bool

    private let parts: [FeedbackTemplate.Part]
    /// Most bytes of a line.
    private let longest: Int
    private let names: UnsafeMutablePointer<ShortText>
    private var nameCount = 0
    /// Of the decision that commands follow from.
    private var label: Int?
    private var phase = StaticString("")

    private static let mostNames = 255
    /// Bytes of the longest place: a label.
    private static let longestPlace = 32

    init(_ template: FeedbackTemplate) {
        parts = template.parts
        namesLabels = parts.contains(.place(.label)) || parts.contains(.place(.phase))
        longest = parts.reduce(0) { if case .place = $1 { $0 + Self.longestPlace } else { $0 + 1 } }
        names = .allocate(capacity: Self.mostNames)
        names.initialize(repeating: ShortText(), count: Self.mostNames)
    }

    deinit { names.deallocate() }

    func learn(_ labels: LabelsMessage, _ payload: PayloadReader) {
        nameCount = Int(labels.count)
        for index in 0..<Int(labels.named) where Int(labels.first) + index < Self.mostNames {
            names[Int(labels.first) + index] = LabelsMessage.name(index, in: payload)
        }
    }

    func decided(_ prediction: PredictionMessage) {
        switch prediction.phase {
        // Says nothing of the label that the next command, if one comes, is for.
        case .none: return
        case .enter: phase = "enter"
        case .hold: phase = "hold"
        case .exit: phase = "exit"
        }
        label = Int(prediction.label)
    }

    func tell(_ change: ActuatorChange, to bytes: FeedbackBytes, now: UInt64) {
        guard bytes.hasRoom(for: longest) else { return }
        for part in parts {
            switch part {
            case .byte(let byte): bytes.append(byte)
            case .place(let place): fill(place, change.action, bytes)
            }
        }
    }

    func poll(now: UInt64, to bytes: FeedbackBytes) {}

    private func fill(_ place: FeedbackTemplate.Place, _ action: ActuatorAction, _ bytes: FeedbackBytes) {
        let isOn = action.pattern != .off
        func lit(_ value: UInt8) -> Int { isOn ? Int(value) : 0 }
        switch place {
        case .label:
            guard let label, label < nameCount else { return }
            for index in 0..<names[label].count { bytes.append(names[label][index]) }
        case .phase: bytes.append(phase)
        case .kind: bytes.append(action.kindName)
        case .unit: bytes.append(decimal: Int(action.unit))
        case .state: bytes.append(action.stateName)
        case .on: bytes.append(decimal: isOn ? 1 : 0)
        case .level: bytes.append(decimal: lit(action.level))
        case .red: bytes.append(decimal: lit(action.red))
        case .green: bytes.append(decimal: lit(action.green))
        case .blue: bytes.append(decimal: lit(action.blue))
        case .colour:
            bytes.append(hexadecimal: lit(action.red))
            bytes.append(hexadecimal: lit(action.green))
            bytes.append(hexadecimal: lit(action.blue))
        case .frequency: bytes.append(decimal: isOn ? Int(action.frequency) : 0)
        case .milliseconds: bytes.append(decimal: isOn ? Int(action.duration) : 0)
        case .period: bytes.append(decimal: action.pattern == .blink ? action.blinkPeriod : 0)
        }
    }
}

extension ActuatorAction {
    /// Milliseconds.
    var blinkPeriod: Int { period == 0 ? 500 : Int(period) }

    fileprivate var kindName: StaticString {
        switch Actuator(rawValue: actuator) {
        case .led: "led"
        case .rgb: "rgb"
        case .buzzer: "buzzer"
        case .vibration: "vibration"
        case nil: ""
        }
    }

    fileprivate var stateName: StaticString {
        switch pattern {
        case .off: "off"
        case .on: "on"
        case .blink: "blink"
        }
    }
}

extension FeedbackBytes {
    func append(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
    }

    /// - Parameter number: 0 … 65,535.
    func append(decimal number: Int) {
        var divisor = 10_000
        while divisor > 1, number < divisor { divisor /= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// - Parameter byte: 0 … 255.
    fileprivate func append(hexadecimal byte: Int) {
        func spell(_ digit: Int) { append(UInt8(digit < 10 ? 0x30 + digit : 0x37 + digit)) }
        spell(byte >> 4)
        spell(byte & 15)
    }
}
