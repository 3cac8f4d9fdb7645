import Testing
import WireProtocol

@Suite("Sample continuity")
struct SampleContinuityTests {
    private func samples(_ index: UInt16, _ count: UInt8, at time: UInt32 = 0) -> FrameHeader {
        FrameHeader(.data, index: index, time: time, count: count)
    }

    static let steps: [(description: String, index: UInt16, count: UInt8, next: UInt16, lost: Int)] = [
        ("the next sample follows", 10, 4, 14, 0),
        ("one sample is missing", 10, 4, 15, 1),
        ("the index wraps between two frames", 65_532, 4, 0, 0),
        ("the index wraps within a frame", 65_534, 4, 2, 0),
        ("the last index of all is one sample", 65_535, 1, 0, 0),
        ("the loss lies before the wrap", 65_530, 4, 0, 2),
        ("the loss lies across the wrap", 65_530, 4, 3, 5),
        ("a repeated frame is the greatest loss but its samples", 100, 4, 100, 65_532),
        ("the greatest loss", 0, 1, 0, 65_535),
    ]

    @Test("counts exactly what is missing", arguments: steps)
    func loss(_ step: (description: String, index: UInt16, count: UInt8, next: UInt16, lost: Int)) {
        var continuity = SampleContinuity()
        _ = continuity.observe(samples(step.index, step.count))
        let verdict = continuity.observe(samples(step.next, 1))
        #expect(verdict == (step.lost == 0 ? .contiguous : .lost(step.lost)), "\(step.description)")
        #expect(continuity.lostSamples == UInt64(step.lost))
    }

    @Test("counts every possible gap from every side of the wrap", arguments: [0, 1, 32_767, 65_415, 65_535] as [UInt16])
    func everyGap(_ start: UInt16) {
        for gap in 0...65_535 {
            var continuity = SampleContinuity()
            _ = continuity.observe(samples(start, 120))
            _ = continuity.observe(samples(start &+ 120 &+ UInt16(gap), 1))
            let isExact = continuity.lostSamples == UInt64(gap)
            #expect(isExact, "gap \(gap)")
        }
    }

    @Test("adds losses up beyond 65,535")
    func sum() {
        var continuity = SampleContinuity()
        var index: UInt16 = 0
        _ = continuity.observe(samples(index, 1))
        for _ in 0..<100 {
            index &+= 50_001
            _ = continuity.observe(samples(index, 1))
        }
        #expect(continuity.lostSamples == 5_000_000)
    }

    @Test("loses nothing before the first frame, whatever its index")
    func firstFrame() {
        var continuity = SampleContinuity()
        let verdict = continuity.observe(samples(40_000, 4))
        #expect(verdict == .contiguous)
        #expect(continuity.lostSamples == 0)
    }

    /// What a device sends besides DATA, in a form that only a device sends.
    private static let deviceTypes: [MessageKind] = [.hello, .timeSync, .heartbeat, .prediction, .ack, .log, .event]

    @Test("sees a loss by any other type that a device sends, once", arguments: deviceTypes)
    func otherTypes(_ kind: MessageKind) {
        var continuity = SampleContinuity()
        _ = continuity.observe(samples(0, 4))
        // A count in such a header means nothing.
        let seen = continuity.observe(FrameHeader(kind, isReply: kind == .timeSync, index: 6, count: 9))
        let after = continuity.observe(samples(6, 4))
        #expect(seen == .lost(2))
        #expect(after == .contiguous)
    }

    @Test("does not look at echoes of what only a host sends", arguments: [MessageKind.config, .feedback, .timeSync])
    func echoes(_ kind: MessageKind) {
        var continuity = SampleContinuity()
        _ = continuity.observe(samples(0, 4, at: 500_000))
        let seen = continuity.observe(FrameHeader(kind, sessionTag: 5, index: 600, time: 1))
        let after = continuity.observe(samples(4, 4, at: 540_000))
        #expect(seen == .contiguous)
        #expect(after == .contiguous)
        #expect(continuity.lostSamples == 0)
    }

    static let times: [(description: String, before: UInt32, after: UInt32, isRestart: Bool)] = [
        ("later", 1_000_000, 1_000_001, false),
        ("at the same time", 1_000_000, 1_000_000, false),
        ("100,000 µs earlier", 1_000_000, 900_000, false),
        ("100,001 µs earlier", 1_000_000, 899_999, true),
        ("later, across the wrap of the clock", .max, 5, false),
        ("100,000 µs earlier, across the wrap", 50_000, 4_294_917_296, false),
        ("100,001 µs earlier, across the wrap", 50_000, 4_294_917_295, true),
        ("half the clock's range later", 0, 0x7FFF_FFFF, false),
        ("half the clock's range earlier", 0, 0x8000_0000, true),
    ]

    @Test("takes a clock that goes back for a restart, beyond 100 ms", arguments: times)
    func restart(_ example: (description: String, before: UInt32, after: UInt32, isRestart: Bool)) {
        var continuity = SampleContinuity()
        _ = continuity.observe(samples(0, 4, at: example.before))
        let verdict = continuity.observe(samples(4, 4, at: example.after))
        #expect(verdict == (example.isRestart ? .restarted : .contiguous), "\(example.description)")
        #expect(continuity.restarts == (example.isRestart ? 1 : 0))
    }

    @Test("loses nothing by a restart, and counts on from its index")
    func afterRestart() {
        var continuity = SampleContinuity()
        _ = continuity.observe(samples(5_000, 4, at: 9_000_000))
        _ = continuity.observe(samples(3, 4, at: 1_000))
        let verdict = continuity.observe(samples(9, 4, at: 2_000))
        #expect(verdict == .lost(2))
        #expect(continuity.lostSamples == 2)
    }

    @Test("counts a loss in a frame up to 100 ms earlier")
    func lossOutOfOrder() {
        var continuity = SampleContinuity()
        _ = continuity.observe(FrameHeader(.heartbeat, index: 4, time: 100_000))
        let verdict = continuity.observe(samples(6, 4, at: 0))
        #expect(verdict == .lost(2))
    }
}
