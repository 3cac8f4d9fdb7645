/// Which failures to open a port end by themselves when one waits for a device to be plugged in.
public struct PortPatience: Sendable {
    /// Milliseconds in which a port that is new may refuse: its rights are set after it appears, and other programs try it.
    private static let settling: Int64 = 2000

    private var refusedSince: Int64?

    public init() {}

    /// Whether to go on waiting.
    ///
    /// - Parameter now: milliseconds since any moment.
    public mutating func waits(after error: TransportError, now: Int64) -> Bool {
        switch error.code {
        case .notFound, .notPluggedIn, .disconnected, .busy:
            refusedSince = nil
            return true
        case .notPermitted, .io:
            let since = refusedSince ?? now
            refusedSince = since
            return now - since < Self.settling
        case .severalPluggedIn, .notASerialPort, .timedOut, .unsupportedBaudRate: return false
        }
    }
}
