import Randomness
import Testing
import WireProtocol

@Suite("What was received and what was lost is what was sent")
struct ExactLossTests {
    /// The frames of a device, as the line carries them.
    private final class Line {
        let world = HostAndDevice(rate: 1000)
        private var random: SeededGenerator
        private var late: [UInt8] = []

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        /// One byte in a hundred is damaged; frames come twice, and some change places with the next one.
        func carry(_ bytes: [UInt8]) -> [UInt8] {
            var carried: [UInt8] = []
            for frame in bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map({ Array($0) + [0] }) {
                if random.happens(0.05), late.isEmpty {
                    late = frame
                    continue
                }
                for _ in 0..<(random.happens(0.1) ? 2 : 1) { carried += frame }
                carried += late
                late = []
            }
            return carried.map { random.happens(0.01) ? $0 ^ UInt8.random(in: 1...255, using: &random) : $0 }
        }
    }

    @Test(
        "with 1 % of the bytes damaged, frames repeated and swapped, and 200,000 samples missing in a row",
        arguments: 0..<6 as Range<UInt64>)
    func exact(_ seed: UInt64) {
        let line = Line(seed: seed)
        let world = line.world
        world.open()
        world.pass(milliseconds: 400)
        let before = world.samples
        func stream(_ milliseconds: Int) {
            for number in 0..<milliseconds {
                world.sample(number)
                world.pass(milliseconds: 1)
            }
        }
        world.upwards = line.carry
        stream(20_000)
        world.upwards = { _ in [] }
        stream(200_000)
        world.upwards = line.carry
        stream(20_000)
        // The line is good again, and everything arrives.
        world.upwards = { $0 }
        stream(100)
        world.pass(milliseconds: 30)
        let sent = 20_000 + 200_000 + 20_000 + 100
        #expect(Int(world.samples - before) + Int(world.lostSamples) == sent)
        #expect(world.lostSamples > 200_000)
        #expect(world.samples - before > 2_000)
        #expect(world.restarts == 0)
    }
}
