import Randomness
import Testing
import WireProtocol

@Suite("Host and device with a line between them that damages bytes")
struct HostOnABadLineTests {
    /// Bytes that the line changes, drops, repeats or makes up: each with this chance in a thousand.
    private func damage(_ bytes: [UInt8], _ chance: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch Int.random(in: 0..<1000, using: &generator) {
            case 0..<chance: [byte ^ UInt8.random(in: 1...255, using: &generator)]
            case chance..<2 * chance: []
            case 2 * chance..<3 * chance: [byte, byte]
            case 3 * chance..<4 * chance: [byte, UInt8.random(in: 0...255, using: &generator)]
            default: [byte]
            }
        }
    }

    @Test("hand out samples that were taken, at their indices, and account for every other one", arguments: 0..<24)
    func samples(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 300)
        let first = world.lastIndex &+ 1
        let chance = seed % 3 + 1
        world.upwards = { [self] in damage($0, chance, &generator) }
        world.stream(0..<1500)
        world.upwards = { $0 }
        world.stream(1500..<1520)
        var handedOut = 0
        for case .samples(let index, let counts) in world.told {
            let number = Int(index &- first)
            try #require(number + counts.count <= 1520)
            for (place, count) in counts.enumerated() {
                try #require(count == Int16(truncatingIfNeeded: (number + place) * 7), "seed \(seed), sample \(number + place)")
            }
            handedOut += counts.count
        }
        let lost = Int(world.lostSamples)
        #expect(lost > 0)
        // A sample may still wait in the device, and one frame too few was noticed if the last one was damaged.
        #expect((1515...1520).contains(handedOut + lost), "seed \(seed): \(handedOut) handed out, \(lost) lost")
        #expect(world.restarts == 0)
        #expect(world.sessions == 1)
    }

    @Test("settle every command once, apply none twice, and none after its time to live", arguments: 0..<24)
    func commands(_ seed: Int) {
        var generator = SeededGenerator(seed: 1000 + UInt64(seed))
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 300)
        _ = world.news()
        world.upwards = { [self] in damage($0, 2, &generator) }
        world.downwards = { [self] in damage($0, 2, &generator) }
        var issued: [UInt64] = []
        for round in 0..<60 {
            if world.command(round % 2 == 0 ? .on : .off, timeToLive: 250) { issued.append(world.now) }
            world.pass(milliseconds: 130)
        }
        world.pass(milliseconds: 1000)
        let settled = world.news().count { if case .settled = $0 { true } else { false } }
        #expect(settled == issued.count)
        let applied = world.changes.filter { $0.reason == .command || $0.reason == .replaced }
        #expect(Set(applied.map(\.sequence)).count == applied.count)
        #expect(applied.count > 40)
        for change in applied {
            let age = Int64(change.time - world.lead) - Int64(issued[Int(change.sequence)])
            #expect(age < 252_000, "seed \(seed), command \(change.sequence)")
        }
    }
}
