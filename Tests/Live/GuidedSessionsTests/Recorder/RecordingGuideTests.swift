import GuidedSessions
import SignalProcessing
import Testing

@Suite("What a person is told while it is recorded")
struct RecordingGuideTests {
    private static let plan = RecordingPlan(labels: ["zig", "zag"], repetitions: 2, seconds: 2, rest: 3, restLabel: "rest")

    /// Events with their seconds, at 50 samples a second; `press` is asked before each sample.
    private static func follow(
        _ guide: inout RecordingGuide, seconds: ClosedRange<Double>, press: (Double) -> RecordingGuide.Key? = { _ in nil }
    ) -> (events: [(Double, RecordingGuide.Event)], labels: [String?]) {
        var events: [(Double, RecordingGuide.Event)] = []
        var labels: [String?] = []
        for sample in Int(seconds.lowerBound * 50)..<Int(seconds.upperBound * 50) {
            let time = Double(sample) / 50
            if let key = press(time) { _ = guide.press(key) }
            while let event = guide.advance(to: UInt64(sample) * 20_000) { events.append((time, event)) }
            labels.append(guide.label)
        }
        return (events, labels)
    }

    @Test("rests and moves take as long as the plan says, in rounds")
    func plan() {
        var guide = RecordingGuide(Self.plan)
        let (events, labels) = Self.follow(&guide, seconds: 0...24)
        let begun = events.compactMap { time, event -> String? in
            if case .begin(let prompt) = event { "\(time) \(prompt.label) \(prompt.repetition)" } else { nil }
        }
        #expect(begun == ["3.0 zig 1", "8.0 zag 1", "13.0 zig 2", "18.0 zag 2"])
        #expect(labels.count { $0 == "zig" } == 200 && labels.count { $0 == "zag" } == 200)
        #expect(guide.isDone && events.last?.0 == 23 && events.last?.1 == .done)
        #expect(Self.plan.duration == 23)
    }

    @Test("the last three seconds before a move are counted down")
    func countdown() {
        var guide = RecordingGuide(
            RecordingPlan(labels: ["zig"], repetitions: 1, seconds: 1, rest: 5, restLabel: "rest"))
        let (events, _) = Self.follow(&guide, seconds: 0...5)
        #expect(events.dropFirst().map(\.1) == [.countdown(3), .countdown(2), .countdown(1)])
        #expect(events.dropFirst().map(\.0) == [2, 3, 4])
    }

    @Test("a repetition that is not wanted is made once more, while it goes on and after it", arguments: [4.0, 6.0])
    func again(at moment: Double) {
        var guide = RecordingGuide(Self.plan)
        _ = Self.follow(&guide, seconds: 0...moment)
        #expect(guide.press(.again) == .discard(from: 0))
        let (events, _) = Self.follow(&guide, seconds: moment...moment + 4)
        #expect(events.contains { $0.1 == .next(Self.plan.prompts[0], number: 1, of: 4) })
        #expect(events.contains { $0.1 == .begin(Self.plan.prompts[0]) })
    }

    @Test("before the first there is nothing to throw away")
    func nothing() {
        var guide = RecordingGuide(Self.plan)
        _ = Self.follow(&guide, seconds: 0...1)
        #expect(guide.press(.again) == .nothing)
    }

    @Test("nothing is wanted in a pause, and what it interrupted comes once more")
    func pause() {
        var guide = RecordingGuide(Self.plan)
        _ = Self.follow(&guide, seconds: 0...9)
        #expect(guide.press(.pause) == .discard(from: 1))
        let (none, labels) = Self.follow(&guide, seconds: 9...30)
        #expect(none.isEmpty && labels.allSatisfy { $0 == nil })
        #expect(guide.press(.pause) == .resumed)
        let (events, _) = Self.follow(&guide, seconds: 30...34)
        #expect(events.last?.1 == .begin(Self.plan.prompts[1]))
    }

    @Test("samples that do not follow each other do not make one repetition")
    func interruption() {
        var guide = RecordingGuide(Self.plan)
        _ = Self.follow(&guide, seconds: 0...4)
        #expect(guide.interrupt() == 0)
        // Time begins anew.
        let (events, _) = Self.follow(&guide, seconds: 0...4)
        #expect(events.last?.1 == .begin(Self.plan.prompts[0]))
    }

    @Test("without seconds a key begins and ends a label")
    func toggled() {
        var guide = RecordingGuide(RecordingPlan(labels: ["zig"], repetitions: 9, seconds: nil, rest: 3, restLabel: "rest"))
        let (_, labels) = Self.follow(&guide, seconds: 0...10) { $0 == 4 || $0 == 6 ? .toggle : nil }
        #expect(labels.count { $0 == "zig" } == 100)
        #expect(labels[199] == "rest" && labels[200] == "zig" && labels[299] == "zig" && labels[300] == "rest")
    }

    @Test("a stroke is listened for only after the hand has had time to go back, and its turn comes again if it is thrown away")
    func listening() {
        let cut = StrokeSettings(.listening(rate: 25), rate: 25, columns: [0, 1, 2, 3, 4, 5])
        var guide = RecordingGuide(
            RecordingPlan(labels: ["zig"], repetitions: 2, strokes: cut, settle: 1.5, rest: 1, restLabel: "rest"))
        #expect(guide.awaited == nil)
        let (first, labels) = Self.follow(&guide, seconds: 0...3)
        #expect(first.map(\.0) == [0, 1.5] && guide.awaited == 0 && labels.allSatisfy { $0 == "rest" })
        var other = guide
        let (unheard, _) = Self.follow(&other, seconds: 3...8)
        #expect(unheard.map(\.0) == [7.5] && other.awaited == 0)
        guide.made()
        #expect(guide.awaited == nil)
        let (second, _) = Self.follow(&guide, seconds: 3...5)
        #expect(second.map(\.0) == [3, 4.5] && guide.awaited == 1)
        #expect(guide.press(.again) == .discard(from: 0))
        _ = Self.follow(&guide, seconds: 5...7)
        #expect(guide.awaited == 0)
    }
}
