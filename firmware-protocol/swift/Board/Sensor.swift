import CBoard

/// The motion sensor: in the emulator a second serial port, whose bytes are raw counts, six int16 a sample, little-endian.
///
/// The port holds back what there is no room for, so that a whole recording can wait at its other end.
enum Sensor {
    /// Whether it measures at the sampling timer's ticks and keeps its samples until they are read, oldest first, as one with a
    /// FIFO does, or one that the tick's interrupt reads: a sample then was taken at its tick, up to 50 ms before it is read. Of a
    /// sensor that measures when it is read, false: its samples are stamped when their reading begins, and ticks that passed
    /// meanwhile have none.
    static let measuresAtTicks = true
    static let channels = 6
    /// g and degrees per second at full scale.
    static let accelerationRange: Float = 16
    static let rotationRange: Float = 2000

    private static var port: SerialRegisters { SerialRegisters(base: Address.uart1) }
    private static var sensed: Ring<UInt8> {
        Ring(board_sensed_counts(), board_sensed_elements(), capacity: board_sensed_size())
    }

    static func start() {
        port.divisor.store(27)
        listen()
        Interrupt.enable(Interrupt.uart1Received)
    }

    /// Another rate begins: what was measured for the last one is forgotten. This one's recording waits.
    static func restart(at rate: Float) {}

    /// The next sample's counts; nothing if the sensor has none.
    static func read(into counts: inout InlineArray<6, Int16>) -> Bool {
        guard sensed.count >= UInt32(channels * 2) else {
            listen()
            return false
        }
        for channel in 0..<channels {
            let low = sensed.next() ?? 0
            let high = sensed.next() ?? 0
            counts[channel] = Int16(bitPattern: UInt16(low) | UInt16(high) << 8)
        }
        listen()
        return true
    }

    private static func listen() {
        port.control.store(SerialRegisters.enableInput | SerialRegisters.interruptInput)
        // A byte that came while nobody listened raises no interrupt any more.
        board_hold_interrupts()
        takeBytes()
        board_release_interrupts()
    }

    /// Without room the byte stays in the port, and the port deaf, until a sample was read.
    fileprivate static func takeBytes() {
        while port.state.load() & SerialRegisters.inputFull != 0 {
            guard sensed.room > 0 else {
                port.control.store(SerialRegisters.enableInput)
                return
            }
            sensed.append(UInt8(truncatingIfNeeded: port.data.load()))
        }
    }

    fileprivate static func byteReceived() {
        port.interrupts.store(SerialRegisters.inputEvent)
        takeBytes()
    }
}

@c(uart1_received) func uart1Received() { Sensor.byteReceived() }
