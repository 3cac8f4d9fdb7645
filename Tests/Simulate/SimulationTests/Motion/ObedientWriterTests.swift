import Recordings
import Simulation
import Testing

@Suite("A writer who watches the lights")
struct ObedientWriterTests {
    private static let strokes = MadeUpStrokes(seed: 77)

    /// Labels of so many seconds.
    private func labels(_ writer: inout ObedientWriter, seconds: Double) -> [String?] {
        (0..<Int(seconds * 50)).map { index in
            _ = writer.sample(at: Double(index) / 50)
            return writer.label
        }
    }

    @Test("writes the shape of the light that goes on, once, a moment later, and nothing in the dark")
    func obeys() {
        var writer = ObedientWriter(Self.strokes, writer: 5, shapes: 3)
        #expect(labels(&writer, seconds: 3).allSatisfy { $0 == nil })
        writer.see(light: 1, isOn: true, at: 3)
        let moment = labels(&writer, seconds: 0.14)
        #expect(moment.allSatisfy { $0 == nil })
        let written = labels(&writer, seconds: 4)
        #expect(Set(written.compactMap { $0 }) == ["k1"] && written.last == .some(nil))
        writer.see(light: 1, isOn: false, at: 7)
        #expect(labels(&writer, seconds: 5).allSatisfy { $0 == nil })
    }

    @Test("writes it again if nobody heard and the light stays on")
    func repeats() {
        var writer = ObedientWriter(Self.strokes, writer: 5, shapes: 1)
        writer.see(light: 0, isOn: true, at: 0)
        let made = labels(&writer, seconds: 14)
        #expect(zip(made, made.dropFirst()).count { $0 == nil && $1 != nil } >= 2)
    }

    @Test("holds the device one way wherever a stroke begins")
    func home() throws {
        let session = try #require(Self.strokes.inARow(shapes: 4, writers: 5..<6, repetitions: 2).sessions.first)
        let starts = (1..<session.count).filter { session.labels[$0 - 1] == "rest" && session.labels[$0] != "rest" }
        #expect(starts.count == 8)
        let first = session.sample(starts[0] - 10).prefix(3)
        for start in starts {
            let here = session.sample(start - 10).prefix(3)
            #expect(zip(first, here).allSatisfy { abs($0 - $1) < 0.06 })
        }
    }
}
