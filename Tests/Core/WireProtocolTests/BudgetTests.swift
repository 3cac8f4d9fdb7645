import Foundation
import Randomness
import Testing
import WireProtocol

/// PROTOCOL.md §10, measured on encoded frames.
@Suite("The link's budget")
struct BudgetTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var channels: Int
        var rate: Int
        var samples: Int
        var baud: Int
        var frameBytes: Int
        var bytesPerSecond: Int
        /// Of the line's capacity, in percent with one decimal.
        var share: String
    }

    static let table = [
        Row(
            testDescription: "200 Hz at 115,200 baud", channels: 6, rate: 200, samples: 4, baud: 115_200, frameBytes: 64,
            bytesPerSecond: 3_200, share: "27.8"),
        Row(
            testDescription: "1,000 Hz at 921,600 baud", channels: 6, rate: 1_000, samples: 20, baud: 921_600, frameBytes: 256,
            bytesPerSecond: 12_800, share: "13.9"),
        Row(
            testDescription: "25 Hz at 115,200 baud", channels: 6, rate: 25, samples: 1, baud: 115_200, frameBytes: 28,
            bytesPerSecond: 700, share: "6.1"),
    ]

    @Test("is what the table says, with any samples", arguments: table)
    func row(_ row: Row) {
        var generator = SeededGenerator(seed: 51)
        var sent = 0
        for frame in 0..<row.rate / row.samples {
            let wire = randomSamples(frame * row.samples, row.samples, row.channels, &generator)
            #expect(wire.count == row.frameBytes)
            sent += wire.count
        }
        #expect(sent == row.bytesPerSecond)
        // A byte is ten bits on the line.
        #expect(String(format: "%.1f", 1_000 * Double(sent) / Double(row.baud)) == row.share)
    }

    @Test("is 10 + 2nc + 4 bytes, a COBS byte and a 0x00 for n samples of c channels", arguments: 1...FrameLimits.channels)
    func formula(_ channels: Int) {
        var generator = SeededGenerator(seed: 52)
        for samples in 1...min(FrameLimits.samples, FrameLimits.payload / (2 * channels)) {
            let wire = randomSamples(0, samples, channels, &generator)
            #expect(wire.count == 10 + 2 * samples * channels + 4 + 2, "\(samples) samples")
        }
    }

    @Test("does not depend on how many zeros there are", arguments: [0x00, 0x01, 0xFF] as [UInt8])
    func anyBytes(_ byte: UInt8) {
        let header = FrameHeader(.data, index: 0xFFFF, time: .max, count: 20, stream: byte)
        #expect(encodedFrame(header, [UInt8](repeating: byte, count: 240)).count == FrameLimits.wire)
    }

    private func randomSamples(_ index: Int, _ samples: Int, _ channels: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let header = FrameHeader(.data, index: UInt16(truncatingIfNeeded: index), time: 0, count: UInt8(samples))
        return encodedFrame(header, (0..<2 * samples * channels).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
