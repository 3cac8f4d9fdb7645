public import Transport
public import WireProtocol

/// A change of the connection.
public enum LinkChange: Sendable {
    /// The port is open, HELLO was sent.
    case opened(port: String)
    /// The device announced a session.
    case session(HelloMessage)
    /// So many samples are missing; windows start anew.
    case gap(samples: Int)
    /// The device restarted without a HELLO; windows start anew.
    case restarted
    /// Nothing was heard for three seconds.
    case silent
    /// Nothing arrives at all.
    case mute
    /// Bytes arrive, but no frame can be made of them.
    case unintelligible(bytes: UInt64)
    /// Nothing happened: the counts, every five seconds.
    case statistics
    /// The port is gone.
    case disconnected(TransportError)
    /// One more attempt to open it failed.
    case reopening(TransportError)
}

/// Something else a device said.
public enum DeviceMessage: Sendable {
    /// Its text is not trusted; control characters must be escaped before it is shown.
    case log(level: UInt8, text: String)
    case event(EventMessage)
    case heartbeat(HeartbeatMessage)
    case configured(AckMessage)
}
