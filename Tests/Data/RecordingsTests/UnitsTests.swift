import Formatting
import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("The units of a recording")
struct UnitsTests {
    /// Somebody who waves a sensor about, with gravity.
    private func recording(acceleration: Double = 1, rotation: Double = 1, rows: Int = 400) -> String {
        var generator = SeededGenerator(seed: 3)
        var lines = [RecordedText.header]
        for row in 0..<rows {
            let a = [0.2, 0.1, 1].map { ($0 + Double.random(in: -0.3...0.3, using: &generator)) * acceleration }
            let g = (0..<3).map { _ in Double.random(in: -2...2, using: &generator) * rotation }
            lines.append("s,u,wave,\(row * 20)," + (a + g).map { "\($0)" }.joined(separator: ","))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func read(_ text: String, units: String? = nil) throws(RecordingError) -> Recording {
        var reader = RecordingReader()
        reader.units = units.flatMap { RecordedUnits($0) }
        return try reader.parse(text, path: "r.csv")
    }

    @Test("are taken for g and rad/s where motion is like that")
    func usual() throws {
        #expect(try read(recording()).sampleCount == 400)
    }

    @Test(
        "are refused if motion cannot be like that, with the option that mends it",
        arguments: [(9.81, 1, "m/s2,rad/s"), (1, 57.3, "g,deg/s"), (9.81, 57.3, "m/s2,deg/s")])
    func refused(acceleration: Double, rotation: Double, option: String) throws {
        let text = recording(acceleration: acceleration, rotation: rotation)
        let error = #expect(throws: RecordingError.self) { try read(text) }
        #expect(error?.description.contains("say “units: \(option)”") == true, "\(error?.description ?? "")")
        let converted = try read(text, units: option)
        let usual = try read(recording())
        let pairs = zip(converted.sessions[0].values, usual.sessions[0].values)
        #expect(pairs.allSatisfy { abs($0 - $1) < 0.001 * max(1, abs($1)) }, "the same motion in g and rad/s")
    }

    @Test("are taken as they are said, whatever the values")
    func said() throws {
        #expect(try read(recording(acceleration: 9.81), units: "g,rad/s").sampleCount == 400)
    }

    @Test("are not judged by a few samples")
    func few() throws {
        #expect(try read(recording(acceleration: 9.81, rows: 50)).sampleCount == 50)
    }

    @Test("are read from words in any order, and from nothing else")
    func words() {
        #expect(RecordedUnits("deg/s,m/s2")?.text == "m/s2,deg/s")
        #expect(RecordedUnits("m/s2")?.text == "m/s2,rad/s")
        #expect(RecordedUnits("mg,dps")?.text == "mg,deg/s" && RecordedUnits("m/s²,°/s")?.text == "m/s2,deg/s")
        for text in ["", "g,g", "counts", "g,rad/s,g", "rad/s,deg/s"] { #expect(RecordedUnits(text) == nil) }
    }
}
