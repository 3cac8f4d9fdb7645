import Recordings
import SignalProcessing
import Simulation
import Testing

@Suite("Segments of motion")
struct MotionSegmenterTests {
    private static func segments(_ session: RecordedSession) -> [Segment] {
        var segmenter = MotionSegmenter(.motion(), rate: 50)
        var found = (0..<session.count).compactMap { segmenter.push(session.sample($0)) }
        if let last = segmenter.restart() { found.append(last) }
        return found
    }

    // Seeds that the settings were not chosen with.
    @Test(
        "find gestures among rest and fidgeting: 97 in 100 of people not looked at before, one false in 200, both ends within 0.2 s"
    )
    func people() {
        var scores = SegmentScores()
        let generator = MotionGenerator(seed: 31)
        for person in 900..<920 {
            let session = generator.session(subject: person, gestures: 10)
            scores.add(
                Self.segments(session).map { ($0, label: nil) },
                truth: LabelledSegment.passages(of: session.labels, rest: ["rest"]),
                restSeconds: Double(session.labels.count { $0 == "rest" }) / 50)
        }
        #expect(
            scores.passages == 200 && scores.found >= 194 && scores.falseSegments <= 1, "\(scores.found), \(scores.falseSegments)")
        let near = (scores.beginnings + scores.ends).count { abs($0) <= 10 }
        #expect(Double(near) >= 0.95 * Double(2 * scores.found), "\(near) of \(2 * scores.found)")
    }

    @Test("stillness with noise has none, whatever the way up")
    func stillness() {
        let session = RecordedSession(
            name: "s", subject: nil, labels: [], timestamps: (0..<3000).map { Double($0) * 20 },
            values: (0..<3000).flatMap { index -> [Float] in
                let (acceleration, rotation) = (Float(index % 3) * 0.02, Float(index % 2) * 0.05)
                return [acceleration, -1, 0.01, 0.02, rotation, 0]
            })
        #expect(Self.segments(session).isEmpty)
    }

    @Test("after missing samples begin anew, counted from there")
    func restart() {
        let session = MotionGenerator(seed: 31).session(subject: 900, gestures: 4)
        let alone = Self.segments(session)
        var segmenter = MotionSegmenter(.motion(), rate: 50)
        for index in 0..<77 { _ = segmenter.push(session.sample(index)) }
        _ = segmenter.restart()
        var found = (0..<session.count).compactMap { segmenter.push(session.sample($0)) }
        if let last = segmenter.restart() { found.append(last) }
        #expect(found == alone)
    }

    @Test("of an hour of rest before them are the same as of seconds: what is forgotten is not needed")
    func long() {
        let session = MotionGenerator(seed: 31).session(subject: 901, gestures: 3)
        let expected = Self.segments(session)
        let rest = 180_000
        var long = session
        long.values = (0..<rest).flatMap { _ in session.sample(0) } + session.values
        long.timestamps = (0..<rest + session.count).map { Double($0) * 20 }
        #expect(Self.segments(long) == expected.map { Segment(begin: $0.begin + rest, end: $0.end + rest) })
    }
}
