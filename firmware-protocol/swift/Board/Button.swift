/// The button: in the emulator, which does not model the board's own, a third serial port. Its last byte says whether it is
/// pressed: 1 or 0, in ASCII.
struct Button {
    private var isPressed = false
    private static var port: SerialRegisters { SerialRegisters(base: Address.uart2) }

    static func start() {
        port.divisor.store(27)
        port.control.store(SerialRegisters.enableInput)
    }

    /// To be asked some hundred times a second: contacts bounce.
    mutating func read() -> Bool {
        // One byte a turn, so that a press is not over before it was seen.
        if Self.port.state.load() & SerialRegisters.inputFull != 0 {
            isPressed = Self.port.data.load() == UInt32(UInt8(ascii: "1"))
        }
        return isPressed
    }
}
