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
enum HostPort {
    private static var port: SerialRegisters { SerialRegisters(base: Address.uart0) }
    private static var received: Ring<UInt8> {
        Ring(board_received_counts(), board_received_elements(), capacity: board_received_size())
    }
    private static var sending: Ring<UInt8> {
        Ring(board_sending_counts(), board_sending_elements(), capacity: board_sending_size())
    }

    /// 115,200 baud from 25 MHz; the emulator sends as fast as the host takes it.
    static func start() {
        port.divisor.store(217)
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
        let taken = min(count, Int(sending.room))
        for index in 0..<taken { sending.append(bytes[index]) }
        board_hold_interrupts()
        if taken > 0 { sendNext() }
        board_release_interrupts()
        return taken
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
