import Foundation
import MotionCore
import Recordings
import Testing

@Suite("A stroke")
struct StrokeTests {
    /// A stroke of so many seconds at 50 Hz, its shape a function of the part of it that is done; still 0.9 g along z.
    private static func stroke(
        seconds: Double, strength: Double = 1, label: String = "a", _ shape: (Double) -> Double = { sin(2 * .pi * $0) }
    ) -> RecordedSession {
        let count = Int(seconds * 50)
        return RecordedSession(
            name: "s", subject: "u", labels: [String](repeating: label, count: count),
            timestamps: (0..<count).map { Double($0) * 20 },
            values: (0..<count).flatMap { index in
                let value = Float(strength * shape(Double(index) / Double(count - 1)))
                return [value, -0.5 * value, 0.9, 0, 2 * value, 0]
            })
    }

    private static func window(_ session: RecordedSession, _ form: StrokeForm, samples: Int = 32) throws -> [Float] {
        let set = try DataSet(
            [Recording(path: "p", sessions: [session])],
            options: DataSet.Options(rate: 50, window: samples, hop: samples, strokes: form))
        #expect(set.windows.count == 1 && set.sessions[0].count == samples)
        return set.sessions[0].values
    }

    private static func largestDifference(_ left: [Float], _ right: [Float]) -> Float {
        zip(left, right).map { abs($0 - $1) }.max() ?? .infinity
    }

    @Test("becomes one window in every form, however long it is", arguments: StrokeForm.allCases, [0.1, 0.5, 1.7, 7])
    func oneWindow(_ form: StrokeForm, _ seconds: Double) throws {
        _ = try Self.window(Self.stroke(seconds: seconds), form)
    }

    @Test("is the same when stretched, whether it was slow or quick")
    func tempo() throws {
        let quick = try Self.window(Self.stroke(seconds: 0.8), .stretch)
        let slow = try Self.window(Self.stroke(seconds: 3.1), .stretch)
        #expect(Self.largestDifference(quick, slow) < 0.05)
    }

    @Test("is the same whether it was strong or gentle, and gravity stays where it is", arguments: StrokeForm.allCases)
    func strength(_ form: StrokeForm) throws {
        let gentle = try Self.window(Self.stroke(seconds: 0.6, strength: 0.3), form)
        let strong = try Self.window(Self.stroke(seconds: 0.6, strength: 2.5), form)
        #expect(Self.largestDifference(gentle, strong) < 1e-3)
        #expect((0..<32).allSatisfy { abs(gentle[$0 * 6 + 2] - 0.9) < 1e-5 })
    }

    @Test("that is mere stillness is not raised to a gesture")
    func stillness() throws {
        let still = try Self.window(Self.stroke(seconds: 1, strength: 0.001), .stretch)
        #expect((0..<32).allSatisfy { abs(still[$0 * 6]) < 0.1 && abs(still[$0 * 6 + 4]) < 0.1 })
    }

    @Test("stretched holds the means of its equal parts: those of a ramp rise evenly")
    func ramp() throws {
        let values = try Self.window(Self.stroke(seconds: 2, { $0 }), .stretch, samples: 10)
        let means = (0..<10).map { values[$0 * 6] }
        let rises = zip(means, means.dropFirst()).map { $1 - $0 }
        #expect(rises.allSatisfy { $0 > 0 && abs($0 - rises[0]) < 1e-4 })
    }

    @Test("at its own tempo ends where the window ends, its first sample repeated before it")
    func end() throws {
        let values = try Self.window(Self.stroke(seconds: 0.4, { $0 }), .end)
        let channel = (0..<32).map { values[$0 * 6] }
        #expect(channel[..<13].allSatisfy { $0 == channel[0] })
        #expect((13..<32).allSatisfy { channel[$0] > channel[$0 - 1] })
    }

    @Test("longer than the window keeps its end")
    func tail() throws {
        let values = try Self.window(Self.stroke(seconds: 2, { $0 < 0.5 ? 0 : 1 }), .end)
        #expect((0..<32).allSatisfy { values[$0 * 6] == values[0] })
    }

    @Test("may have the middle of its motion in the middle of the window")
    func centre() throws {
        let late = Self.stroke(seconds: 1, { $0 > 0.7 && $0 < 0.8 ? 1 : 0 })
        let values = try Self.window(late, .centre)
        let moving = (0..<32).filter { values[$0 * 6] > 1 }
        let middle = Double(moving.reduce(0, +)) / Double(max(1, moving.count))
        #expect(abs(middle - 16) <= 1)
    }

    @Test("is every stretch of one label; what has no class and what is too short are left out")
    func runs() throws {
        let session = labelled([("a", 40), ("none", 30), ("b", 60), ("a", 3), ("b", 20)])
        let set = try DataSet(
            [Recording(path: "p", sessions: [session])],
            options: DataSet.Options(labels: LabelRule(dropped: ["none"]), rate: 25, window: 16, hop: 16, strokes: .stretch))
        #expect(set.windows.map(\.label) == [0, 1, 1])
        #expect(set.leftOut.samplesByLabel == ["none": 30] && set.leftOut.sentences.contains { $0.contains("shorter") })
    }

    @Test("that keeps its tempo has a window in which nine of ten fit as a whole")
    func usualWindow() {
        let sessions = (1...10).map { Self.stroke(seconds: Double($0) / 2) }
        let recordings = [Recording(path: "p", sessions: sessions)]
        #expect(StrokeForm.end.window(for: recordings, labels: LabelRule(), rate: 25) == 125)
        #expect(StrokeForm.stretch.window(for: recordings, labels: LabelRule(), rate: 25) == 32)
    }
}
