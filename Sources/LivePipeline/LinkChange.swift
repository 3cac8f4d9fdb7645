import Channels
import Presentation
public import Transport
public import WireProtocol

/// A change of the connection.
public enum LinkChange: Sendable {
    /// The port is open, HELLO was sent.
    case opened(port: String)
    /// The device announced a session.
    case session(HelloMessage)
    /// So many samples are missing; windows start over.
    case gap(samples: Int)
    /// The device restarted without a HELLO; windows start over.
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

extension LinkChange {
    /// What a person should know, if anything. One sentence without a full stop; what the device says of itself is escaped in it.
    package var sentence: String? {
        switch self {
        case .opened(let port): "\(port) is open, waiting for the device's HELLO"
        case .session(let hello):
            printable(hello.name.count > 0 ? hello.name.text : "a device")
                + String(printing: ": %d channels at %.4g Hz", hello.sensor.channelCount, Double(hello.sensor.rate))
        case .gap(let samples): "\(samples) samples were lost; windows start over"
        case .restarted: "the device restarted; windows start over"
        case .statistics: nil
        case .silent: "nothing heard for 3 s"
        case .mute: "nothing heard for 3 s: is this the right port, does the firmware run, is the baud rate right?"
        case .unintelligible(let bytes):
            "\(bytes) bytes and no valid frame: check the baud rate, and that the device speaks the MotionQ15 protocol"
        case .disconnected(let error): "\(error)"
        case .reopening: "waiting for the port to come back"
        }
    }
}

/// Something else a device said.
public enum DeviceMessage: Sendable {
    /// Its text is not trusted; control characters must be escaped before it is shown.
    case log(level: UInt8, text: String)
    case event(EventMessage)
    case heartbeat(HeartbeatMessage)
    case configured(AckMessage)
}

extension ShortText {
    /// As a string; bytes that are no UTF-8 become replacement characters.
    public var text: String { String(decoding: (0..<count).map { self[$0] }, as: UTF8.self) }
}
