import Foundation
import Randomness
import Recording
import Testing
import Windows

@Suite("How strokes are cut out of a stream, fitted on a data set")
struct StrokeCutTests {
    private static let everything = ["ax", "ay", "az", "gx", "gy", "gz"]

    /// Swings of a second at 50 Hz, of 0.5 to 2 g and three times as many rad/s.
    private static func swings(_ count: Int, strokes: StrokeForm? = .stretch) throws -> DataSet {
        var generator = SeededGenerator(seed: 3)
        let recordings = (0..<count).map { index in
            let strength = Double.random(in: 0.5...2, using: &generator)
            let session = RecordedSession(
                name: "s\(index)", subject: "p\(index % 4)", labels: Array(repeating: index % 2 == 0 ? "zig" : "zag", count: 50),
                timestamps: (0..<50).map { Double($0) * 20 },
                values: (0..<50).flatMap { sample in
                    let swing = Float(strength * sin(2 * .pi * Double(sample) / (index % 2 == 0 ? 25 : 50)))
                    return [swing, 0, 1, 0, 3 * swing, 0]
                })
            return Recording(path: "s\(index).csv", sessions: [session])
        }
        return try DataSet(
            recordings, options: DataSet.Options(rate: 25, window: strokes == nil ? 20 : 32, hop: 32, strokes: strokes))
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

    @Test("is not there for windows as they come")
    func windows() throws {
        #expect(try Self.swings(8, strokes: nil).strokeCut(reading: Self.everything) == nil)
    }
}
