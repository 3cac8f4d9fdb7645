import Randomness
import Recordings
import Testing

@Suite("A session with gaps")
struct StretchesTests {
    private func session(_ times: [Double]) -> RecordedSession {
        RecordedSession(
            name: "s", subject: "u", labels: times.indices.map { "\($0)" }, timestamps: times,
            values: (0..<times.count * 6).map(Float.init))
    }

    @Test("is cut where one sample or more are missing, and each part keeps its own")
    func cut() {
        let whole = session([0, 20, 40, 80, 100, 500])
        #expect(
            whole.stretches() == [
                RecordedSession(
                    name: "s", subject: "u", labels: ["0", "1", "2"], timestamps: [0, 20, 40],
                    values: (0..<18).map(Float.init)),
                RecordedSession(
                    name: "s", subject: "u", labels: ["3", "4"], timestamps: [80, 100], values: (18..<30).map(Float.init)),
                RecordedSession(name: "s", subject: "u", labels: ["5"], timestamps: [500], values: (30..<36).map(Float.init)),
            ])
    }

    @Test("is whole if time stamps jitter by less than half a period")
    func jitter() {
        var generator = SeededGenerator(seed: 2)
        let times = (0..<2_000).map { Double($0) * 20 + Double.random(in: -4.9...4.9, using: &generator) }
        #expect(session(times).stretches().count == 1)
    }

    @Test("is whole if time stamps are whole milliseconds", arguments: [104.0, 119, 200, 238])
    func milliseconds(rate: Double) {
        let times = (0..<2_000).map { (Double($0) * 1000 / rate).rounded() }
        #expect(session(times).stretches().count == 1)
    }

    @Test("is cut only at longer gaps if told")
    func longerGap() {
        #expect(session([0, 20, 40, 80, 100, 500]).stretches(maximumGap: 3).map(\.count) == [5, 1])
    }

    @Test("is none if it has no samples, and one if it has one")
    func few() {
        #expect(session([]).stretches().isEmpty)
        #expect(session([7]).stretches() == [session([7])])
    }

    @Test("joined again is the session, whatever its times")
    func joined() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            var time = 0.0
            let whole = session(
                (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                    time += Double.random(in: 0.1...100, using: &generator)
                    return time
                })
            let stretches = whole.stretches()
            #expect(stretches.flatMap(\.timestamps) == whole.timestamps)
            #expect(stretches.flatMap(\.values) == whole.values)
            #expect(stretches.flatMap(\.labels) == whole.labels)
        }
    }
}
