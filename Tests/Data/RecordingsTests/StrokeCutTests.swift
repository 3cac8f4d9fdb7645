import Foundation
import MotionCore
import Randomness
import Recordings
import Testing

@Suite("How strokes are cut out of a stream, fitted on a data set")
struct StrokeCutTests {
    private static let everything = ["ax", "ay", "az", "gx", "gy", "gz"]

    /// Swings of so many samples at 50 Hz, of 0.5 to 2 g and three times as many rad/s.
    private static func swings(_ count: Int, strokes: StrokeForm? = .stretch, rate: Double = 25, samples: Int = 50) throws
        -> DataSet
    {
        var generator = SeededGenerator(seed: 3)
        let recordings = (0..<count).map { index in
            let strength = Double.random(in: 0.5...2, using: &generator)
            let session = RecordedSession(
                name: "s\(index)", subject: "p\(index % 4)",
                labels: Array(repeating: index % 2 == 0 ? "zig" : "zag", count: samples),
                timestamps: (0..<samples).map { Double($0) * 20 },
                values: (0..<samples).flatMap { sample in
                    let swing = Float(strength * sin(2 * .pi * Double(sample) / (index % 2 == 0 ? 25 : 50)))
                    return [swing, 0, 1, 0, 3 * swing, 0]
                })
            return Recording(path: "s\(index).csv", sessions: [session])
        }
        return try DataSet(
            recordings, options: DataSet.Options(rate: rate, window: strokes == nil ? 20 : 32, hop: 32, strokes: strokes))
    }

    @Test("notices each stroke, and looks for its ends below that")
    func thresholds() throws {
        let cut = try #require(try Self.swings(40).strokeCut(reading: Self.everything))
        #expect(cut.isValid)
        #expect(cut.stop < cut.start)
        // The gentlest, of half a g and 1.5 rad/s, moves by some 0.5 g.
        #expect(cut.start < 2048)
        #expect((4...25).contains(cut.least) && cut.most >= 25)
    }

    @Test("is another for a network that reads rotations alone")
    func rotations() throws {
        let data = try Self.swings(40)
        let both = try #require(data.strokeCut(reading: Self.everything))
        #expect(try #require(data.strokeCut(reading: ["gx", "gy", "gz"])).start < both.start)
    }

    @Test("is not there for strokes of more samples than any device could hold")
    func endless() throws {
        #expect(try Self.swings(6, rate: 50, samples: 10_000).strokeCut(reading: Self.everything) == nil)
    }

    @Test("is not asked for where a stroke's stamps count something else than milliseconds, however short it is")
    func otherStamps() throws {
        let session = RecordedSession(
            name: "s", subject: "p", labels: Array(repeating: "zig", count: 20), timestamps: (0..<20).map { Double($0) * 10_000 },
            values: [Float](repeating: 1, count: 120))
        #expect(throws: DataSetError.self) {
            try DataSet(
                [Recording(path: "s.csv", sessions: [session])],
                options: DataSet.Options(rate: 25, window: 32, hop: 32, strokes: .stretch))
        }
        #expect(throws: RecordingError.self) {
            try Recording(path: "s.csv", sessions: [session]).requirePlausibleRates(for: 25, window: 32, strokes: .end)
        }
    }

    @Test("is not there for windows as they come")
    func windows() throws {
        #expect(try Self.swings(8, strokes: nil).strokeCut(reading: Self.everything) == nil)
    }
}
