import CBoard
import CMotionCore

/// Another program for the board: how many ticks of a 25 MHz counter it takes to learn an example, and to keep what was learned in
/// memory that behaves like flash. Under `-icount shift=0` an instruction lasts 1 ns and a tick is 40 of them.
@c(firmware_main)
func countLearning() {
    guard let teaching = board_teaching_there(), board_teaching_begin() else { return }
    var hidden = InlineArray<256, Int16>(repeating: 0)
    var seed: UInt32 = 1
    for unit in 0..<256 {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        // Small, as a mean of many is: no example is too far off.
        hidden[unit] = Int16(truncatingIfNeeded: Int32(bitPattern: seed) >> 22)
    }
    register(Address.lightsAndClock, 0x1C).store(0)
    let counter = register(Address.lightsAndClock, 0x18)
    let before = counter.load()
    var heard: UInt32 = 0
    hidden.span.withUnsafeBufferPointer { hidden in
        guard let start = hidden.baseAddress else { return }
        for _ in 0..<100 { heard &+= mq_teach_show(&teaching.pointee.learner, 0, start) ? 1 : 0 }
    }
    let learned = counter.load()
    let isKept = board_teaching_keep()
    let kept = counter.load()
    say("examples ")
    say(heard)
    say(" ticks ")
    say(learned &- before)
    say(isKept ? " kept " : " lost ")
    say(kept &- learned)
    say("\n")
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
