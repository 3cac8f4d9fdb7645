/// How to open a serial port. Pseudo-terminals and files have neither a speed nor lines and ignore it.
public struct PortOptions: Equatable, Sendable {
    /// Bits per second.
    public var baudRate: Int
    /// What to do with DTR and RTS.
    public var dtr: DTRPolicy

    /// The usual: 115200 baud, lines raised.
    public init(baudRate: Int = 115_200, dtr: DTRPolicy = .assert) {
        self.baudRate = baudRate
        self.dtr = dtr
    }
}
