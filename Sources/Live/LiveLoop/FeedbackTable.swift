public import WireProtocol

/// What lights up or sounds when a label is entered or left.
public struct FeedbackTable: Sendable, Equatable {
    /// One command.
    public struct Entry: Sendable, Equatable {
        /// Class number.
        public var label: Int
        /// On entering, or on leaving.
        public var onEnter: Bool
        /// Least smoothed probability, Q15, on entering.
        public var leastConfidence: Int16
        /// Milliseconds after the decision beyond which it must not be applied, 1 … 10,000.
        public var timeToLive: UInt16
        /// What to do, and with which actuator.
        public var action: ActuatorAction

        public init(label: Int, onEnter: Bool, leastConfidence: Int16, timeToLive: UInt16, action: ActuatorAction) {
            self.label = label
            self.onEnter = onEnter
            self.leastConfidence = leastConfidence
            self.timeToLive = timeToLive
            self.action = action
        }
    }

    /// In the order in which they are commanded.
    public var entries: [Entry]

    public init(entries: [Entry] = []) {
        self.entries = entries
    }
}

extension FeedbackTable {
    /// The lights and sounds that it commands and a device does not have, by name, each once.
    func actuators(missingOn device: HelloMessage) -> [String] {
        var names: [String] = []
        for entry in entries where !device.allows(entry.action) && !names.contains(entry.action.actuatorName) {
            names.append(entry.action.actuatorName)
        }
        return names
    }

    /// Whether a device has any of the lights and sounds.
    func hasActuator(on device: HelloMessage) -> Bool { entries.contains { device.allows($0.action) } }
}

extension ActuatorAction {
    /// `led 0`.
    package var actuatorName: String { "\(Actuator(rawValue: actuator).map { "\($0)" } ?? "actuator \(actuator)") \(unit)" }
}
