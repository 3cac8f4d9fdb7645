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
    static let interruptOutput: UInt32 = 4
    static let interruptInput: UInt32 = 8
    static let outputEvent: UInt32 = 1
    static let inputEvent: UInt32 = 2
}

/// The line to the host, by interrupts in both directions.
///
/// An emulated port sends a byte as soon as it has one. So that the line carries no more than its baud rate all the same, bytes are
/// taken as time allows; a real port has room when it has sent.
enum HostPort {
    /// Bits per second.
    static let baud: UInt32 = 115_200

    private static var port: SerialRegisters { SerialRegisters(base: Address.uart0) }
    private static var received: Ring<UInt8> {
        Ring(board_received_counts(), board_received_elements(), capacity: board_received_size())
    }
    private static var sending: Ring<UInt8> {
        Ring(board_sending_counts(), board_sending_elements(), capacity: board_sending_size())
    }

    static func start() {
        port.divisor.store(Clock.frequency / baud)
        port.control.store(
            SerialRegisters.enableOutput | SerialRegisters.enableInput | SerialRegisters.interruptOutput
                | SerialRegisters.interruptInput)
        Interrupt.enable(Interrupt.uart0Received)
        Interrupt.enable(Interrupt.uart0Sent)
    }

    /// The oldest byte that came, if one waits.
    static func read() -> UInt8? { received.next() }

    /// Whether a byte waits.
    static var hasInput: Bool { received.count > 0 }

    /// Takes as many of the bytes as there is room for, and begins to send.
    static func write(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        let taken = min(count, min(Int(sending.room), timely(count)))
        for index in 0..<taken { sending.append(bytes[index]) }
        board_hold_interrupts()
        if taken > 0 { sendNext() }
        board_release_interrupts()
        return taken
    }

    /// How many of so many bytes a line would have carried since it was asked last, ten bits each; what it did not carry ten
    /// milliseconds ago it does not carry now.
    private static func timely(_ count: Int) -> Int {
        let (most, byte): (UInt32, UInt32) = (10_000, 10_000_000)
        let now = Clock.microseconds
        let pace = board_line_pace()
        // Bits, millionths of them.
        let bits = min(pace.pointee.credit &+ min(now &- pace.pointee.asked, most) &* baud, most * baud)
        let carried = min(UInt32(count), bits / byte)
        pace.pointee.asked = now
        pace.pointee.credit = bits &- carried &* byte
        return Int(carried)
    }

    /// One byte into the port, if it has room; the next follows when it has been sent. Interrupts are held back.
    fileprivate static func sendNext() {
        guard port.state.load() & SerialRegisters.outputFull == 0, let byte = sending.next() else { return }
        port.data.store(UInt32(byte))
    }

    fileprivate static func byteReceived() {
        port.interrupts.store(SerialRegisters.inputEvent)
        while port.state.load() & SerialRegisters.inputFull != 0 { received.append(UInt8(truncatingIfNeeded: port.data.load())) }
    }

    fileprivate static func byteSent() {
        port.interrupts.store(SerialRegisters.outputEvent)
        sendNext()
    }
}

@c(uart0_received) func uart0Received() { HostPort.byteReceived() }
@c(uart0_sent) func uart0Sent() { HostPort.byteSent() }
