import Randomness
import TestSupport
import Testing
import WireProtocol

/// How often damage goes unnoticed. That nothing of a million damaged frames passes 32 bits says little; how many pass the lower 8,
/// 12 and 16 bits of the sum says whether it is as good as its length.
@Suite("Damage that the CRC does not see")
struct FalseAcceptTests {
    private static let rounds = 1_000_000

    @Test("is as frequent in its lower bits as their number predicts, and in all 32 never in a million frames")
    func rate() {
        var random = SeededGenerator(seed: 32)
        let frame = frameBytes(FrameHeader(.data, index: 7, time: 1, count: 4)) { writer in
            for count in 0..<24 as Range<UInt16> { writer.u16(count &* 2579) }
        }
        var plain = Array(frame.dropLast())
        let length = plain.withUnsafeMutableBufferPointer { room in
            room.baseAddress.flatMap { COBS.decode($0, count: room.count) } ?? 0
        }
        let (contents, sum) = (Array(plain.prefix(length - 4)), Self.sum(Array(plain.prefix(length - 4))))
        let widths: [UInt32] = [8, 12, 16, 32]
        var passed = [Int](repeating: 0, count: widths.count)
        for _ in 0..<Self.rounds {
            var damaged = contents
            // A stretch of other bytes, longer than the CRC: what is shorter it always sees.
            let begin = Int.random(in: 0..<damaged.count - 8, using: &random)
            for place in begin..<begin + 8 { damaged[place] = UInt8.random(in: 0...255, using: &random) }
            let difference = Self.sum(damaged) ^ sum
            for (place, width) in widths.enumerated() where difference & (.max >> (32 - width)) == 0 { passed[place] += 1 }
        }
        for (place, width) in widths.dropLast().enumerated() {
            let expected = Double(Self.rounds) / Double(UInt64(1) << UInt64(width))
            // Five deviations of a Poisson number.
            #expect(abs(Double(passed[place]) - expected) < 5 * expected.squareRoot(), "\(width) bits: \(passed[place])")
        }
        #expect(passed.last == 0)
    }

    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { all in all.baseAddress.map { CRC32.checksum($0, count: all.count) } ?? 0 }
    }
}
