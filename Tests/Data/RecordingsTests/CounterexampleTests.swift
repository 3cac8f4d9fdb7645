import Foundation
import MotionCore
import Recordings
import Testing

@Suite("A counterexample")
struct CounterexampleTests {
    /// Strokes of one second at 50 Hz, gravity along z: each label's shape of the part that is done, in ax and gy, each a little
    /// stronger than the one before.
    private static func data(
        _ shapes: [String: @Sendable (Double) -> Double], each count: Int = 6, form: StrokeForm? = .stretch
    ) throws -> DataSet {
        let sessions = shapes.sorted { $0.key < $1.key }.flatMap { label, shape in
            (0..<count).map { number in
                let strength = 1 + 0.02 * Double(number)
                return RecordedSession(
                    name: "\(label)-\(number)", subject: "u", labels: [String](repeating: label, count: 50),
                    timestamps: (0..<50).map { Double($0) * 20 },
                    values: (0..<50).flatMap { index in
                        let value = Float(strength * shape(Double(index) / 49))
                        return [value, 0, 0.9, 0, 2 * value, 0]
                    })
            }
        }
        return try DataSet(
            [Recording(path: "made-up", sessions: sessions)],
            options: DataSet.Options(rate: 50, window: 32, hop: 32, strokes: form))
    }

    /// One rises and falls again at once, the other later and the other way round: neither is the other backwards or mirrored.
    private static let early: @Sendable (Double) -> Double = { exp(-pow(($0 - 0.25) * 8, 2)) }
    private static let twice: @Sendable (Double) -> Double = { sin(2 * .pi * $0) * $0 }

    private static func distance(_ left: [Float], _ right: [Float]) -> Float {
        zip(left, right).map { $0 - $1 }.reduce(Float()) { $0 + $1 * $1 }
    }

    @Test("is a stroke of the same form: one window, as strong, gravity where it was", arguments: StrokeForm.allCases)
    func form(_ form: StrokeForm) throws {
        let made = try Self.data(["a": Self.early, "b": Self.twice], form: form).counterexamples(60, seed: 1, draw: 0)
        #expect(made.count > 20)
        for stroke in made {
            #expect(stroke.count == 32 && stroke.values.count == 32 * 6)
            let turning = (0..<32).map { stroke.values[$0 * 6 + 4] }
            let power: Float = turning.reduce(0) { $0 + $1 * $1 } / 32
            #expect(abs(power - 1) < 1e-3)
            let upwards = (0..<32).map { stroke.values[$0 * 6 + 2] }
            #expect(upwards.allSatisfy { abs($0 - 0.9) < 1e-4 })
        }
    }

    @Test("is the same for the same seed and draw, and another for another one")
    func seeds() throws {
        let data = try Self.data(["a": Self.early, "b": Self.twice])
        let made = data.counterexamples(40, seed: 1, draw: 0)
        #expect(data.counterexamples(40, seed: 1, draw: 0) == made)
        #expect(data.counterexamples(40, seed: 2, draw: 0) != made)
        #expect(data.counterexamples(40, seed: 1, draw: 1) != made)
    }

    @Test("is now a stroke backwards, now one in a mirror, now the beginning of one label's and the end of another's")
    func kinds() throws {
        let data = try Self.data(["a": Self.early, "b": Self.twice])
        let made = data.counterexamples(200, seed: 3, draw: 0).map(\.values)
        let one = data.sessions[0].values
        // Seen across x, ax turns round, and so does gy; backwards, gy turns round alone, and both begin at the end.
        let sideways = (0..<32).map { one[$0 * 6] }
        let centre: Float = sideways.reduce(0, +) / 32
        var (mirrored, backwards) = (one, one)
        for sample in 0..<32 {
            let (place, opposite) = (sample * 6, (31 - sample) * 6)
            mirrored[place] = 2 * centre - one[place]
            mirrored[place + 4] = -one[place + 4]
            backwards[place] = one[opposite]
            backwards[place + 4] = -one[opposite + 4]
        }
        for wanted in [mirrored, backwards] { #expect(made.contains { Self.distance($0, wanted) < 0.05 }) }
        // Of one in the middle half, joined at once: what rises early, and then what falls late.
        #expect(
            made.contains { stroke in
                let (rise, fall) = (stroke[8 * 6] - stroke[0], stroke[14 * 6] - stroke[26 * 6])
                return rise > 1 && fall > 0.5
            })
    }

    @Test("is none that lies as near to a stroke as strokes of its label lie to each other")
    func likeness() throws {
        // The one is the other backwards, its rotation turned round: what is made of either so would be the other.
        let late: @Sendable (Double) -> Double = { Self.early(1 - $0) }
        let data = try Self.data(["a": Self.early, "b": late])
        let nearest = data.counterexamples(200, seed: 1, draw: 0).flatMap { made in
            data.sessions.map { Self.distance($0.values, made.values) }
        }.min()
        let apart = data.windows.flatMap { one in
            data.windows.filter { $0.label == one.label && $0.session != one.session }
                .map { Self.distance(data.sessions[$0.session].values, data.sessions[one.session].values) }
        }.min()
        #expect(try #require(nearest) > #require(apart))
    }

    @Test("is made neither of windows that are no strokes nor of one label")
    func none() throws {
        #expect(try Self.data(["a": Self.early]).counterexamples(20, seed: 1, draw: 0).isEmpty)
        #expect(try Self.data(["a": Self.early, "b": Self.twice], form: nil).counterexamples(20, seed: 1, draw: 0).isEmpty)
    }
}
