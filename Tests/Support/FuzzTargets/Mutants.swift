import Randomness

/// Mutants of a target's seeds, the same for the same seed: what libFuzzer does, less cleverly, for tests that take seconds.
package struct Mutants {
    private let target: FuzzTarget
    private let seeds: [[UInt8]]
    private var random: SeededGenerator

    package init(of target: FuzzTarget, seed: UInt64) throws {
        self.target = target
        seeds = try target.seeds().filter { $0.count <= target.longest }
        random = SeededGenerator(seed: seed)
    }

    /// The next one; in three cases of four its sums and lengths are true.
    package mutating func next() -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0...Int.random(in: 0..<4, using: &random) { change(&bytes) }
        if let mend = target.mend, Int.random(in: 0..<4, using: &random) > 0 { mend(&bytes) }
        return Array(bytes.prefix(target.longest))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let stretch = place..<min(bytes.count, place + Int.random(in: 1...32, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeSubrange(stretch)
        case 1: bytes.insert(contentsOf: bytes[stretch], at: Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes.removeLast(bytes.count - place)
        case 3:
            let value = [0, 1, .max, 1 << 31, 1 << 62, UInt64(bytes.count)].randomElement(using: &random) ?? 0
            bytes.put(value, at: place, bytes: [1, 2, 4, 8].randomElement(using: &random) ?? 4)
        case 4: bytes.insert(contentsOf: (target.words.randomElement(using: &random) ?? "").utf8, at: place)
        case 5:
            let other = seeds.randomElement(using: &random) ?? []
            bytes = Array(bytes.prefix(place) + other.dropFirst(min(place, other.count)))
        case 6 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        }
    }
}
