public import WireProtocol

/// What an onlooker of a virtual device sees.
public enum SimulatorEvent: Sendable, Equatable {
    /// The port can be opened.
    case ready(port: String)
    /// A host said HELLO for the first time, or with a session of its own that is new.
    case hostGreeted(session: UInt32)
    /// A host that had been heard was silent for 2 s.
    case hostLost
    /// A host said GOODBYE; what goes off with it comes as events of their own.
    case hostLeft
    /// A recorded session begins.
    case session(SessionStart)
    /// An LED, the RGB LED or the buzzer changed.
    case actuator(ActuatorChange)
    /// The failsafe acted; the changes come as events of their own.
    case failsafe(deviceTime: UInt64)
    /// The end.
    case summary(SimulatorSummary)

    /// A session of the device that replays one of the recording.
    public struct SessionStart: Sendable, Equatable {
        /// As the recording names it.
        public var name: String
        /// The person who moved; nil if the recording does not say.
        public var subject: String?
        /// The session id in HELLO.
        public var id: UInt32
        public var samples: Int
        /// Nominal samples per second.
        public var rate: Float

        public init(name: String, subject: String?, id: UInt32, samples: Int, rate: Float) {
            self.name = name
            self.subject = subject
            self.id = id
            self.samples = samples
            self.rate = rate
        }
    }
}
