import Recordings
import Simulation
import Testing

@Suite("Made-up motion")
struct MotionGeneratorTests {
    @Test("is the same for the same seed and person, whichever others are made")
    func reproducible() {
        let generator = MotionGenerator(seed: 5)
        let recording = generator.recording(subjects: 2..<5, gesturesPerSubject: 3)
        #expect(recording.sessions[1] == generator.session(subject: 3, gestures: 3))
    }

    @Test("differs from person to person")
    func persons() {
        let sessions = MotionGenerator(seed: 5).recording(subjects: 0..<20, gesturesPerSubject: 1).sessions
        #expect(Set(sessions.map { $0.values.prefix(6) }).count == 20)
        #expect(Set(sessions.map(\.subject)).count == 20)
    }

    @Test("differs from seed to seed")
    func seeds() {
        #expect(MotionGenerator(seed: 5).session(subject: 0) != MotionGenerator(seed: 6).session(subject: 0))
    }

    @Test("begins and ends with rest, has rest between gestures, and each gesture equally often")
    func order() {
        for session in MotionGenerator(seed: 1).recording(subjects: 0..<10, gesturesPerSubject: 6).sessions {
            var runs: [String] = []
            for label in session.labels where runs.last != label { runs.append(label) }
            #expect(runs.count == 13)
            #expect(runs.indices.allSatisfy { (runs[$0] == "rest") == ($0 % 2 == 0) })
            for gesture in MotionGenerator.labels.dropFirst() { #expect(runs.filter { $0 == gesture }.count == 2) }
        }
    }

    @Test("shows each gesture for about 2 to 4 s, its faint beginning and end not counted")
    func durations() {
        let session = MotionGenerator(seed: 1).session(subject: 0, gestures: 30)
        for run in runs(of: session) where session.labels[run.lowerBound] != "rest" {
            #expect((1.7...4).contains(Double(run.count) / 50))
        }
    }

    @Test("without gestures is rest")
    func noGestures() {
        let session = MotionGenerator(seed: 1).session(subject: 0, gestures: 0)
        #expect(Set(session.labels) == ["rest"])
    }

    @Test("has even time stamps and six finite values for each", arguments: [25.0, 50, 104])
    func shape(rate: Double) {
        let session = MotionGenerator(seed: 1, rate: rate).session(subject: 0, gestures: 3)
        #expect(abs((session.rate ?? 0) - rate) < 1e-6)
        #expect(session.stretches().count == 1)
        #expect(session.labels.count == session.count && session.values.count == session.count * 6)
        #expect(session.values.allSatisfy { $0.isFinite })
    }

    @Test("is the same motion at every rate")
    func rates() {
        var slow = MotionGenerator(seed: 3, rate: 50)
        var fast = MotionGenerator(seed: 3, rate: 100)
        slow.hasSensorErrors = false
        fast.hasSensorErrors = false
        let (sparse, dense) = (slow.session(subject: 4), fast.session(subject: 4))
        let everySecond = (0..<sparse.count - 1).flatMap { dense.sample($0 * 2) }
        #expect(everySecond == Array(sparse.values.dropLast(6)))
    }
}

/// Where one label follows itself.
func runs(of session: RecordedSession) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in 1...session.count where index == session.count || session.labels[index] != session.labels[start] {
        runs.append(start..<index)
        start = index
    }
    return runs
}
