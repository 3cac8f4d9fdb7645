import CBoard

/// The registers of one of the board's serial ports (Arm's CMSDK UART): one byte in, one byte out, an interrupt for each.
struct SerialRegisters {
    let base: UInt

    var data: Register { register(base, 0x0) }
    var state: Register { register(base, 0x4) }
    var control: Register { register(base, 0x8) }
    var interrupts: Register { register(base, 0xC) }
    var divisor: Register { register(base, 0x10) }

    static let outputFull: UInt32 = 1
    static let inputFull: UInt32 = 2
    static let enableOutput: UInt32 = 1
    static let enableInput: UInt32 = 2
    static let interruptInput: UInt32 = 8
    static let inputEvent: UInt32 = 2
}

/// The line to the host, by interrupts in both directions.
///
/// An emulated port sends a byte as soon as it has one. A timer stands in for the ten bits that it takes a real one, so that the
/// line never carries more than its baud rate; with a real port, its interrupt at the end of a byte has that place.
enum HostPort {
    /// Bits per second.
    static let baud: UInt32 = 115_200
    private static let byteTime = Clock.frequency * 10 / baud

    private static var port: SerialRegisters { SerialRegisters(base: Address.uart0) }
    private static var control: Register { register(Address.timer1, 0x0) }
    private static var received: Ring<UInt8> {
        Ring(board_received_counts(), board_received_elements(), capacity: board_received_size())
    }
    private static var sending: Ring<UInt8> {
        Ring(board_sending_counts(), board_sending_elements(), capacity: board_sending_size())
    }

    static func start() {
        port.divisor.store(Clock.frequency / baud)
        port.control.store(SerialRegisters.enableOutput | SerialRegisters.enableInput | SerialRegisters.interruptInput)
        register(Address.timer1, 0x4).store(byteTime)
        register(Address.timer1, 0x8).store(byteTime - 1)
        Interrupt.enable(Interrupt.uart0Received)
        Interrupt.enable(Interrupt.timer1)
    }

    /// The oldest byte that came, if one waits.
    static func read() -> UInt8? { received.next() }

    /// Whether a byte waits.
    static var hasInput: Bool { received.count > 0 }

    /// Takes as many of the bytes as there is room for, and begins to send.
    static func write(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        let taken = min(count, Int(sending.room))
        for index in 0..<taken { sending.append(bytes[index]) }
        // Where it runs already, nothing changes.
        if taken > 0 { control.store(0b1001) }
        return taken
    }

    /// The line is free: one byte into the port, if it takes one. Without any the timer rests.
    fileprivate static func byteSent() {
        register(Address.timer1, 0xC).store(1)
        guard port.state.load() & SerialRegisters.outputFull == 0 else { return }
        guard let byte = sending.next() else { return control.store(0) }
        port.data.store(UInt32(byte))
    }

    fileprivate static func byteReceived() {
        port.interrupts.store(SerialRegisters.inputEvent)
        while port.state.load() & SerialRegisters.inputFull != 0 { received.append(UInt8(truncatingIfNeeded: port.data.load())) }
    }
}

@c(uart0_received) func uart0Received() { HostPort.byteReceived() }
@c(timer1_expired) func timer1Expired() { HostPort.byteSent() }
