import Recordings
import Simulation
import Testing

@Suite("Made-up daily life")
struct DailyLifeTests {
    /// Root mean square of what the acceleration's size is off its mean, g.
    private func liveliness(of session: RecordedSession) -> Double {
        let sizes = (0..<session.count).map { index in
            Double(session.sample(index).prefix(3).reduce(0) { $0 + $1 * $1 }).squareRoot()
        }
        let mean = sizes.reduce(0, +) / Double(sizes.count)
        return (sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sizes.count)).squareRoot()
    }

    private func median(_ activity: String, of value: (RecordedSession) -> Double) -> Double {
        let sessions = (0..<9).flatMap { subject in
            DailyLife(seed: 3).sessions(subject: subject).filter { $0.labels[0] == activity }
        }
        return sessions.map(value).sorted()[4]
    }

    @Test("is the same for the same seed and person, whichever others are made")
    func reproducible() {
        let life = DailyLife(seed: 5)
        #expect(Array(life.recording(subjects: 2..<4).sessions.suffix(DailyLife.activities.count)) == life.sessions(subject: 3))
        #expect(life.sessions(subject: 3) != DailyLife(seed: 6).sessions(subject: 3))
    }

    @Test("has every activity once, under its name, for as long as asked")
    func activities() {
        let sessions = DailyLife(seed: 1, rate: 25).sessions(subject: 0, seconds: 12)
        #expect(sessions.map { Set($0.labels) } == DailyLife.activities.map { [$0] })
        #expect(sessions.allSatisfy { $0.count == 300 && $0.values.count == 1800 && $0.values.allSatisfy(\.isFinite) })
    }

    @Test("feels gravity, unless it shall not")
    func gravity() {
        for (hasGravity, range) in [(true, 0.8...1.2), (false, 0...0.3)] {
            let sizes = DailyLife(seed: 2, hasGravity: hasGravity).recording(subjects: 0..<4).sessions.flatMap { session in
                (0..<session.count).map { Double(session.sample($0).prefix(3).reduce(0) { $0 + $1 * $1 }).squareRoot() }
            }
            #expect(range.contains(sizes.sorted()[sizes.count / 2]))
        }
    }

    @Test("shakes a walker more than a typist, and a typist more than a sleeper")
    func order() {
        let (walking, typing, still) = (
            median("walking", of: liveliness), median("typing", of: liveliness), median("still", of: liveliness)
        )
        #expect(walking > 1.5 * typing && typing > still, "\(walking), \(typing), \(still) g")
    }

    @Test("is worn every way round: each axis of the sensor points up, and down, on somebody")
    func mountings() {
        let life = DailyLife(seed: 4)
        var seen: Set<Int> = []
        for subject in 0..<60 {
            for session in life.sessions(subject: subject, seconds: 1) {
                for axis in 0..<3 {
                    if session.values[axis] > 0.8 { seen.insert(axis) }
                    if session.values[axis] < -0.8 { seen.insert(axis + 3) }
                }
            }
        }
        #expect(seen.count == 6)
    }
}
