/// What the host's link made of a command.
public enum CommandVerdict: Sendable, Equatable {
    /// It is on its way, and repeated until it is acknowledged.
    case accepted
    /// The motion that it answers is older than its time to live: it is not sent.
    case stale
    /// HELLO says that the device has no such actuator, or not so many: it is not sent.
    case denied
    /// The device's clock is not known yet.
    case clockUnknown
    /// Sixteen wait already.
    case full
}

/// Why a host commands something; it stays with the host, and is told with what became of the command.
public enum CommandCause: Sendable, Equatable {
    /// A class of the network was entered.
    case entered(UInt16)
    /// A class of the network was left.
    case left(UInt16)
    /// The program asks for it, not in answer to motion.
    case request
}
