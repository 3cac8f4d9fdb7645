import CMotionCore
import Foundation
import MotionCore
import Randomness
import Recordings
import Testing

/// The integers of strokes, beside the floats that a network learned from.
@Suite("Strokes in a stream, in integers")
struct StrokeReaderTests {
    /// Real numbers with 11 fraction bits.
    private static let fractionBits = 11
    private static let cut = StrokeCut(start: 600, stop: 300, lag: 2, smoothing: 2, before: 10, pause: 6, least: 6, most: 120)

    private static func settings(_ form: StrokeForm, _ cut: StrokeCut) throws -> mq_strokes {
        let kinds: [UInt8] = [0x10, 0x11, 0x12, 0x20, 0x21, 0x22]
        return try #require(
            mq_strokes(form, cut, features: kinds.map { NetworkFeature(kind: $0) }, fractionBits: fractionBits))
    }

    /// A smooth motion of random swings, with gravity along z.
    private static func motion(samples: Int, using generator: inout SeededGenerator) -> [Float] {
        let swings = (0..<6).map { channel in
            (
                size: Double.random(in: 0.2...1.5, using: &generator) * (channel < 3 ? 1 : 3),
                turns: Double.random(in: 0.5...3, using: &generator), phase: Double.random(in: 0...6, using: &generator)
            )
        }
        return (0..<samples).flatMap { sample in
            (0..<6).map { channel in
                let swing = swings[channel]
                let part = Double(sample) / Double(samples)
                return Float(swing.size * sin(2 * .pi * swing.turns * part + swing.phase)) + (channel == 2 ? 1 : 0)
            }
        }
    }

    private static func counts(_ values: [Float]) -> [Int16] {
        values.enumerated().map { place, value in
            Int16((Double(value) * (place % 6 < 3 ? StrokeCut.stepsInG : StrokeCut.stepsInRadians)).rounded())
        }
    }

    /// A reader with its memory, for the duration of a closure.
    private static func withReader<Result>(
        _ form: StrokeForm, window: Int = 32, cut: StrokeCut = cut,
        _ body: (UnsafeMutablePointer<mq_stroke_reader>) throws -> Result
    ) throws -> Result {
        try withUnsafePointer(to: settings(form, cut)) { settings in
            try withUnsafeTemporaryAllocation(byteCount: mq_stroke_memory(settings, 6, window), alignment: 8) { memory in
                let start = try #require(memory.baseAddress)
                var reader = mq_stroke_reader_in(start, settings, 6, window)
                return try body(&reader)
            }
        }
    }

    private static func rows(_ reader: UnsafePointer<mq_stroke_reader>, window: Int = 32) -> [Double] {
        (0..<window).flatMap { row in
            var values = [Int16](repeating: 0, count: 6)
            mq_stroke_row(reader, row, &values)
            return values.map { Double($0) / Double(1 << fractionBits) }
        }
    }

    @Test("become the windows that the network learned from, to a two hundredth", arguments: StrokeForm.allCases)
    func asLearned(_ form: StrokeForm) throws {
        var generator = SeededGenerator(seed: 7)
        for samples in [4, 7, 20, 31, 32, 33, 60, 119] {
            let values = Self.motion(samples: samples, using: &generator)
            let session = RecordedSession(
                name: "s", subject: "u", labels: Array(repeating: "a", count: samples),
                timestamps: (0..<samples).map { Double($0) * 40 }, values: values)
            let learned = try #require(session.strokes(as: form, window: 32, rate: 25).first).session.values
            let counts = Self.counts(values)
            let rows = try Self.withReader(form) { reader in
                mq_stroke_take(reader, counts, samples)
                return Self.rows(reader)
            }
            let largest = zip(learned, rows).map { abs(Double($0) - $1) }.max() ?? .infinity
            #expect(largest < 0.005, "\(samples) samples")
        }
    }

    @Test("are found where there is motion between pauses, each once, their ends within 0.12 s")
    func found() throws {
        var generator = SeededGenerator(seed: 11)
        var stream: [Int16] = []
        func still(_ samples: Int) {
            for _ in 0..<samples * 6 {
                let noise = Double.random(in: -12...12, using: &generator)
                stream.append(Int16(noise.rounded()) + (stream.count % 6 == 2 ? 2048 : 0))
            }
        }
        var truth: [(start: Int, end: Int)] = []
        still(30)
        for _ in 0..<40 {
            let samples = Int.random(in: 12...90, using: &generator)
            truth.append((stream.count / 6, stream.count / 6 + samples))
            stream += Self.counts(Self.motion(samples: samples, using: &generator))
            still(Int.random(in: 15...40, using: &generator))
        }
        var found: [(start: Int, end: Int)] = []
        try Self.withReader(.stretch) { reader in
            for sample in 0..<stream.count / 6 {
                let isEnd = stream.withUnsafeBufferPointer { all in
                    all.baseAddress.map { mq_stroke_push(reader, $0 + sample * 6) } ?? false
                }
                guard isEnd else { continue }
                let end = sample + 1 - Self.cut.pause
                found.append((end - reader.pointee.length, end))
            }
        }
        #expect(found.count == truth.count)
        for (found, truth) in zip(found, truth) {
            #expect(abs(found.start - truth.start) <= 3 && abs(found.end - truth.end) <= 3)
        }
    }

    @Test("are none if the motion lasts too long or too short, or samples are missing")
    func none() throws {
        var generator = SeededGenerator(seed: 13)
        let rest = [Int16](repeating: 0, count: 60 * 6)
        let long = rest + Self.counts(Self.motion(samples: 300, using: &generator)) + rest
        let twitch = rest + [2000, 0, 0, 3000, 0, 0] + rest
        let stroke = Self.counts(Self.motion(samples: 60, using: &generator))
        try Self.withReader(.stretch) { reader in
            func strokes(_ stream: [Int16]) -> Int {
                stream.withUnsafeBufferPointer { all in
                    (0..<all.count / 6).count { sample in all.baseAddress.map { mq_stroke_push(reader, $0 + sample * 6) } ?? false }
                }
            }
            #expect(strokes(long) == 0)
            #expect(strokes(twitch) == 0)
            #expect(strokes(Array(stroke.prefix(180))) == 0)
            mq_stroke_restart(reader)
            #expect(strokes(rest) == 0)
            #expect(strokes(stroke + rest) == 1)
        }
    }

    @Test("share no sample, however short the pause between them is", arguments: [1, 2])
    func apart(pause: Int) throws {
        let cut = StrokeCut(start: 600, stop: 300, lag: 1, smoothing: 0, before: 10, pause: pause, least: 4, most: 40)
        let still = [Int](repeating: 0, count: pause)
        let turns =
            [0, 0, 0, 0, 0] + [1000, 1000, 1000, 1000] + still + [1000] + still + [1000, 1000, 1000, 1000] + still + [0, 0]
        try Self.withReader(.stretch, cut: cut) { reader in
            var last = 0
            for (sample, turn) in turns.enumerated() where mq_stroke_push(reader, [0, 0, 2048, Int16(turn), 0, 0]) {
                let end = sample + 1 - pause
                #expect(end - reader.pointee.length >= last)
                last = end
            }
            #expect(last > 0)
        }
    }

    @Test("never leave the ranges of their integers, whatever the samples are")
    func extremes() throws {
        var generator = SeededGenerator(seed: 17)
        for form in StrokeForm.allCases {
            for samples in [4, 120] {
                let values = (0..<samples * 6).map { _ in Bool.random(using: &generator) ? Int16.max : Int16.min }
                let rows = try Self.withReader(form, window: 4096) { reader in
                    mq_stroke_take(reader, values, samples)
                    return Self.rows(reader, window: 4096)
                }
                // Of values of one size each is about as far from the mean as all are: one over the root of the axes.
                #expect(rows.allSatisfy { abs($0) <= 16 })
            }
        }
    }
}
