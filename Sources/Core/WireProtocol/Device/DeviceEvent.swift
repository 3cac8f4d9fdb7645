/// What a received frame means to the program on a device. What the protocol asks for in answer is queued already, unless a case
/// says otherwise.
public enum DeviceEvent: Sendable, Equatable {
    /// A host said HELLO; new if its session was not the one before.
    case hostGreeted(session: UInt32, isNew: Bool)
    /// A host asked for rate or ranges, with values in range. Answer with `DeviceLink.answer`.
    case configurationAsked(ConfigMessage)
    /// A command was decided on; what it changes has to be applied now.
    case commanded(AckMessage, ActuatorChange?)
    /// The clock exchange was answered.
    case timeSynchronised
    /// The host's sign of life.
    case hostAlive(HeartbeatMessage)
    /// The host's view of the motion.
    case predicted(PredictionMessage)
    /// Names of the host's classes, which `LabelsMessage.name(_:in:)` finds in `DeviceLink.payload`.
    case labelled(LabelsMessage)
    /// A step of an installation that is no repetition. Answer with `DeviceLink.answer(_:_:next:identity:now:)`; the bytes of a
    /// block stand in `DeviceLink.payload`.
    case installing(InstallMessage)
    /// The host ended. `DeviceLink.poll` tells, one by one, what goes off with it.
    case hostLeft
}

/// What a device makes of a CONFIG.
public enum ConfigAnswer: Sendable {
    /// Nothing was changed.
    case unsupported
    /// Accepted; what HELLO announces is as before.
    case unchanged
    /// Accepted; a new session begins that announces this. Its session id must be a new one.
    case changed(HelloMessage)
}
