import Randomness

/// Bytes that nobody has made: nothing, each byte alone, the same byte often, and random ones.
enum Noise {
    static let stretches: [[UInt8]] = {
        var random = SeededGenerator(seed: 50)
        let drawn = (0..<60).map { place in (0..<place * 20).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let repeated = [0, 0x0A, 0x20, 0x2C, 0x5B, 0x7B, 0x80, 0xFF].map { [UInt8](repeating: $0, count: 2000) }
        return [[]] + (0...255 as ClosedRange<UInt8>).map { [$0] } + drawn + repeated
    }()
}
