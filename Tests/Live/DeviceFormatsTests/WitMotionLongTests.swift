import DeviceFormats
import Randomness
import TestSupport
import Testing

@Suite("WitMotion's frames of 20 bytes")
struct WitMotionLongTests {
    /// Frames in which the n-th holds n counts of acceleration along x.
    static func frame(_ index: Int, type: UInt8 = 0x61) -> [UInt8] {
        let words = [Int16(index), -4096, 2048, 16_384, 0, Int16(-index), 100, -200, 32_767]
        return [0x55, type] + words.flatMap { littleEndian($0, 2) }
    }

    private func decoder(_ bytes: [UInt8], pieces: Int = .max) -> (decoder: WitMotionDecoder, indices: [Int]) {
        let decoder = WitMotionDecoder()
        var readings = decoded(bytes, by: decoder, pieces: pieces)
        decoder.rest { readings.append($0) }
        return (decoder, readings.map { Int(($0.values[0] * 2048).rounded()) })
    }

    @Test("hold acceleration in g and rotation in rad/s, whole, in pieces and byte by byte", arguments: [Int.max, 7, 1])
    func values(_ pieces: Int) {
        let bytes = (0..<50).flatMap { Self.frame($0) }
        let decoder = WitMotionDecoder()
        var readings = decoded(bytes, by: decoder, pieces: pieces)
        // The last one might still be torn.
        #expect(readings.count == 49)
        decoder.rest { readings.append($0) }
        #expect(readings.count == 50 && decoder.counters.bad == 0 && decoder.counters.skippedBytes == 0)
        let degree = Double.pi / 180
        for (index, reading) in readings.enumerated() {
            let wanted = [Double(index) / 2048, -2, 1, 1000 * degree, 0, -Double(index) / 32_768 * 2000 * degree]
            #expect(zip(reading.list, wanted).allSatisfy { abs($0 - $1) < 1e-12 })
        }
    }

    @Test("are not believed where they do not follow each other, or are two only")
    func alone() {
        #expect(decoder(Self.frame(1) + Self.frame(2)).indices.isEmpty)
        let apart = (0..<20).flatMap { Self.frame($0) + [UInt8($0)] }
        #expect(decoder(apart).indices.isEmpty)
    }

    @Test("are read from the first whole one on where listening begins within one")
    func midFrame() {
        let bytes = (0..<20).flatMap { Self.frame($0) }
        for first in 1..<20 { #expect(decoder(Array(bytes[first...])).indices == Array(1..<20)) }
    }

    @Test("of which bytes are lost make no reading, and are counted as one", arguments: [1, 2, 10, 18, 19])
    func lost(_ count: Int) {
        for place in 0..<20 {
            var bytes = (0..<30).flatMap { Self.frame($0) }
            bytes.removeSubrange(10 * 20 + place..<10 * 20 + place + count)
            let (decoder, indices) = decoder(bytes, pieces: 3)
            let touched = (10 * 20 + place..<10 * 20 + place + count).map { $0 / 20 }
            // The frame before is believed by the head of the one behind it.
            let wanted = (0..<30).filter { !touched.contains($0) }
            #expect(Set(indices).isSubset(of: wanted) && indices.count >= wanted.count - 1, "\(place): \(indices)")
            #expect(decoder.counters.lost >= 1 && indices.count + Int(decoder.counters.lost) <= 31)
        }
    }

    @Test("whose head is damaged cost that one reading")
    func head() {
        for place in [0, 1] {
            var bytes = (0..<30).flatMap { Self.frame($0) }
            bytes[10 * 20 + place] ^= 0x04
            let (decoder, indices) = decoder(bytes)
            #expect(indices == Array(0..<30).filter { $0 != 10 })
            #expect(decoder.counters.lost == 1 && decoder.counters.bad == 1)
        }
    }

    @Test("that answer a question are stepped over")
    func answers() {
        let bytes = (0..<30).flatMap { Self.frame($0) + ($0 % 10 == 5 ? Self.frame($0, type: 0x71) : []) }
        #expect(decoder(bytes, pieces: 5).indices == Array(0..<30))
    }

    @Test("are not seen in noise")
    func noise() {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(decoder(bytes).decoder.counters.readings == 0)
    }

    @Test("are found at a port, each before the next one has come")
    func port() throws {
        let world = TranslatedWorld()
        for index in 0..<120 { try world.send(Self.frame(index % 100), after: 20_000) }
        let found = try #require(world.found)
        #expect(found.format == .witMotion && found.rate == 50 && found.channels == .all)
        for _ in 0..<3 { try world.send([], after: 10_000) }
        let before = world.rows.count
        try world.send(Self.frame(77), after: 20_000)
        for _ in 0..<3 { try world.send([], after: 10_000) }
        #expect(world.rows.count == before + 1 && world.rows.last?[0] == 77)
    }
}
