import CBoard
import CMotionCore
import CMotionQNetwork
import MotionCore

/// Another program for the board: how many ticks of a 25 MHz counter it takes to derive a network's inputs from counts. Under
/// `-icount shift=0` an instruction lasts 1 ns and a tick is 40 of them, whatever else the machine does.
@c(firmware_main)
func countDerivation() {
    guard let here = board_orientation_there(), let network = ExportedNetwork.packed else { return }
    let sensor = SensorDescription(rate: 50, gPerCount: 1 / 4096, degreesPerSecondPerCount: 0.06)
    guard let binding = DerivedBinding(sensor, rate: 50, memory: board_orientation_derivation(here)) else { return }
    register(Address.lightsAndClock, 0x1C).store(0)
    let (samples, fractionBits) = (1000, network.inputFractionBits)
    let features = motionq_network_inputs_address()
    let filtering = ticks(samples) { counts in binding.push(counts) }
    let deriving = ticks(samples) { counts in
        binding.push(counts)
        for input in 0..<network.shape.inputs {
            let feature = features + input
            keep(
                binding.input(
                    feature.pointee.kind, offset: feature.pointee.offset, scale: feature.pointee.scale, fractionBits: fractionBits))
        }
    }
    let without = ticks(samples) { counts in keep(counts[0]) }
    say("samples ")
    say(UInt32(samples))
    say(" filter ")
    say(filtering &- without)
    say(" inputs ")
    say(deriving &- without)
    say("\n")
}

/// Ticks of so many made-up samples, a few counts about one g of rest for the first half, and of what is done with them.
@inline(never)
private func ticks(_ samples: Int, _ body: (UnsafePointer<Int16>) -> Void) -> UInt32 {
    let counter = register(Address.lightsAndClock, 0x18)
    var counts = InlineArray<6, Int16>(repeating: 0)
    var seed: UInt32 = 1
    let before = counter.load()
    for sample in 0..<samples {
        for axis in counts.indices {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            counts[axis] = Int16(truncatingIfNeeded: Int32(bitPattern: seed) >> (sample < samples / 2 ? 28 : 20))
        }
        counts[2] &+= 4096
        counts.span.withUnsafeBufferPointer { counts in
            guard let counts = counts.baseAddress else { return }
            body(counts)
        }
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
