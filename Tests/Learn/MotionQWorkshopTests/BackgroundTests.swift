import MotionQWorkshop
import Testing

@Suite("Background: recorded, made up, or both")
struct BackgroundTests {
    private static let recorded = Recording(path: "kitchen", sessions: DailyLife(seed: 4).sessions(subject: 0, seconds: 2))

    @Test(
        "is made up where none was recorded, unless that is said",
        arguments: [
            (false, nil, true), (true, nil, false), (true, true, true), (false, false, false),
        ] as [(Bool, Bool?, Bool)])
    func madeUp(_ isRecorded: Bool, _ madeUp: Bool?, _ expected: Bool) {
        let source = RecordingSource(recordings: isRecorded ? [Self.recorded] : [])
        #expect(Background(source, madeUp: madeUp).isMadeUp == expected)
    }

    @Test("leaves out what a label is called after")
    func activities() {
        #expect(Background.activities(besides: ["Walking_fast"]) == DailyLife.activities.filter { $0 != "walking" })
    }

    @Test("hands on recorded stretches first, then those of other people than networks learn from")
    func stretches() throws {
        var stretches: [RecordedSession] = []
        try Background(RecordingSource(recordings: [Self.recorded]), madeUp: true)
            .forEachStretch(at: nil, besides: [], hasGravity: true) { stretches.append($0) }
        let count = Self.recorded.sessions.count
        #expect(Array(stretches.prefix(count)) == Self.recorded.sessions)
        #expect(Array(stretches.dropFirst(count)) == Background.madeUp(.judging, besides: [], hasGravity: true).sessions)
        #expect(Background.madeUp(.learned, besides: [], hasGravity: true).sessions.first != stretches[count])
    }
}
