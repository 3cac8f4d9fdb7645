import CBoard
import CMotionQNetwork
import MotionCore

/// Another program for the board: how many ticks of a 25 MHz counter the samples of one window take. Under `-icount shift=0` an
/// instruction lasts 1 ns and a tick is 40 of them, whatever else the machine does.
@c(firmware_main)
func countSteps() {
    guard let network = ExportedNetwork.packed else { return }
    var stream = WindowStream(network, memory: board_network_memory(), byteCount: Int(MOTIONQ_NETWORK_MEMORY))
    register(Address.lightsAndClock, 0x1C).store(0)
    // The whole window but its last sample, whose answer is another matter.
    let samples = network.shape.schedule.length - 1
    let withSteps = ticks(samples) { inputs in _ = stream.push(inputs.span) }
    let without = ticks(samples) { inputs in keep(inputs[0]) }
    say("samples ")
    say(UInt32(samples))
    say(" ticks ")
    say(withSteps &- without)
    say("\n")
}

/// Ticks of so many made-up samples, and of what is done with them.
@inline(never)
private func ticks(_ samples: Int, _ body: (ExportedNetwork.PerInput<Int16>) -> Void) -> UInt32 {
    let counter = register(Address.lightsAndClock, 0x18)
    var inputs = ExportedNetwork.PerInput<Int16>(repeating: 0)
    var seed: UInt32 = 1
    let before = counter.load()
    for _ in 0..<samples {
        for input in inputs.indices {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            inputs[input] = Int16(truncatingIfNeeded: seed >> 18)
        }
        body(inputs)
    }
    return counter.load() &- before
}

@inline(never)
private func keep(_ value: Int16) {
    board_order_writes()
}

private func say(_ words: StaticString) {
    for index in 0..<words.utf8CodeUnitCount { say(words.utf8Start[index]) }
}

/// In decimal.
private func say(_ number: UInt32) {
    if number >= 10 { say(number / 10) }
    say(UInt8(48 + number % 10))
}

private func say(_ byte: UInt8) {
    let port = SerialRegisters(base: Address.uart0)
    port.divisor.store(217)
    port.control.store(SerialRegisters.enableOutput)
    while port.state.load() & SerialRegisters.outputFull != 0 {}
    port.data.store(UInt32(byte))
}
