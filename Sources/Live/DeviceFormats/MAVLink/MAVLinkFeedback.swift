import WireProtocol

/// Feedback for an autopilot: a buzzer plays tones, where MAVLink 2 is spoken, an RGB LED takes colours where ArduPilot's is lent
/// out (`NTF_LED_OVERRIDE`), and LEDs are relays where somebody said that such stand on them.
///
/// An autopilot neither blinks for us nor holds a tone, so that both are kept up from here. Who is addressed is who sent the last
/// reading.
final class MAVLinkFeedback: ForeignFeedback {
    let units: ActuatorUnits
    let namesLabels = false

    private let decoder: MAVLinkDecoder
    private let encoder: MAVLinkEncoder
    /// LEDs 0 … 7, then the RGB LED, then the buzzer.
    private var states = InlineArray<10, State>(repeating: State())

    private struct State {
        var action: ActuatorAction?
        /// Whether it is in the bright half of a blink; true without one.
        var isLit = false
        /// When it is to be told something again.
        var next = UInt64.max
        /// When a tone is over by itself.
        var toneEnds: UInt64 = 0
    }

    private static let (rgb, buzzer) = (8, 9)
    /// Microseconds after which a tone that goes on is begun again.
    private static let longestTone: UInt64 = 1_000_000

    /// - Parameter relays: as many LEDs there are, 0 … 8; LED n is relay n.
    init(_ decoder: MAVLinkDecoder, through encoder: MAVLinkEncoder, relays: Int) {
        (self.decoder, self.encoder) = (decoder, encoder)
        units = ActuatorUnits(led: UInt8(relays), rgb: 1, buzzer: decoder.version == 1 ? 0 : 1)
    }

    func learn(_ labels: LabelsMessage, _ payload: PayloadReader) {}

    func decided(_ prediction: PredictionMessage) {}

    func tell(_ change: ActuatorChange, to bytes: FeedbackBytes, now: UInt64) {
        let place: Int
        switch Actuator(rawValue: change.action.actuator) {
        case .led: place = Int(change.action.unit)
        case .rgb: place = Self.rgb
        case .buzzer: place = Self.buzzer
        case .vibration, nil: return
        }
        let isOn = change.action.pattern != .off && change.action.level > 0
        states[place].action = isOn ? change.action : nil
        states[place].isLit = isOn
        show(place, to: bytes, now)
    }

    func poll(now: UInt64, to bytes: FeedbackBytes) {
        for place in 0..<10 where states[place].next <= now {
            if states[place].action?.pattern == .blink { states[place].isLit.toggle() }
            show(place, to: bytes, now)
        }
    }

    /// Tells the autopilot what is to be now, and when it has to be told again.
    private func show(_ place: Int, to bytes: FeedbackBytes, _ now: UInt64) {
        let action = states[place].action
        let isLit = states[place].isLit
        states[place].next = .max
        if let action, action.pattern == .blink { states[place].next = now + UInt64(action.blinkPeriod) * 500 }
        guard let address = decoder.sender else { return }
        encoder.version = decoder.version
        switch place {
        case Self.buzzer: sound(isLit ? action : nil, at: address, to: bytes, now)
        case Self.rgb:
            let colour = isLit ? action : nil
            encoder.setColour(colour?.red ?? 0, colour?.green ?? 0, colour?.blue ?? 0, at: address, to: bytes)
        default: encoder.setRelay(UInt8(place), isLit, at: address, to: bytes)
        }
    }

    private func sound(_ action: ActuatorAction?, at address: MAVLinkAddress, to bytes: FeedbackBytes, _ now: UInt64) {
        guard let action else {
            // What is over anyhow needs no silence, which would end a tune of the autopilot's own.
            if states[Self.buzzer].toneEnds > now + 20_000 { encoder.playTune(nil, at: address, to: bytes) }
            states[Self.buzzer].toneEnds = 0
            return
        }
        var length = Self.longestTone
        if action.pattern == .blink {
            length = UInt64(action.blinkPeriod) * 500
        } else {
            if action.duration > 0, UInt64(action.duration) * 1000 <= 2 * Self.longestTone {
                length = UInt64(action.duration) * 1000
            }
            states[Self.buzzer].next = now + length
        }
        states[Self.buzzer].toneEnds = now + length
        let tune = MAVLinkTune(hertz: Int(action.frequency), milliseconds: Int(length / 1000))
        encoder.playTune(tune, at: address, to: bytes)
    }
}
