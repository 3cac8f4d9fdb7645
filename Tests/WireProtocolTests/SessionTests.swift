import Testing
import WireProtocol

@Suite("A session")
struct SessionTests {
    private func hello(_ index: UInt16, at time: UInt32 = 0, tag: UInt8 = 0) -> FrameHeader {
        FrameHeader(.hello, sessionTag: tag, index: index, time: time)
    }

    @Test("that is new loses nothing, and counts on from its index")
    func new() {
        var continuity = SampleContinuity()
        _ = continuity.observe(FrameHeader(.data, index: 100, count: 4))
        let opened = continuity.observe(hello(7), announced: 1)
        let verdict = continuity.observe(FrameHeader(.data, index: 8, count: 4))
        #expect(opened == .newSession)
        #expect(verdict == .lost(1))
        #expect(continuity.lostSamples == 1)
        #expect(continuity.session == 1)
    }

    @Test("that goes on is no new one, and its HELLO tells of a loss")
    func same() {
        var continuity = SampleContinuity()
        _ = continuity.observe(hello(0), announced: 9)
        let verdict = continuity.observe(hello(3), announced: 9)
        #expect(verdict == .lost(3))
        #expect(continuity.sessions == 1)
    }

    @Test("that is new is no restart, however far the clock went back")
    func resetClock() {
        var continuity = SampleContinuity()
        _ = continuity.observe(hello(0, at: 50_000_000), announced: 1)
        let verdict = continuity.observe(hello(0, at: 10), announced: 2)
        #expect(verdict == .newSession)
        #expect(continuity.restarts == 0)
        #expect(continuity.sessions == 2)
    }

    @Test("whose clock went back was restarted, if its id did not change")
    func sameSessionRestart() {
        var continuity = SampleContinuity()
        _ = continuity.observe(hello(0, at: 50_000_000), announced: 1)
        let verdict = continuity.observe(hello(0, at: 10), announced: 1)
        #expect(verdict == .restarted)
    }

    @Test("may have the id 0")
    func zero() {
        var continuity = SampleContinuity()
        let verdict = continuity.observe(hello(0), announced: 0)
        #expect(verdict == .newSession)
    }

    @Test("of the same boot goes on counting: what was lost around the change is counted")
    func laterSession() {
        var continuity = SampleContinuity()
        _ = continuity.observe(hello(0), announced: 1)
        _ = continuity.observe(FrameHeader(.data, index: 0, count: 4))
        let opened = continuity.observe(hello(7, tag: 1), announced: 2)
        let verdict = continuity.observe(FrameHeader(.data, sessionTag: 1, index: 7, count: 4))
        #expect(opened == .newSession)
        #expect(verdict == .contiguous)
        #expect(continuity.lostSamples == 3)
    }

    @Test("of the same boot loses nothing if it is where the host came in")
    func joined() {
        var continuity = SampleContinuity()
        let opened = continuity.observe(hello(900, tag: 3), announced: 2)
        #expect(opened == .newSession)
        #expect(continuity.lostSamples == 0)
    }

    static let changes: [(description: String, before: UInt8, after: UInt8, time: UInt32, isRestart: Bool, lost: UInt64)] = [
        ("the same tag", 2, 2, 1_000_000, false, 5),
        ("the next tag: another session, whose index goes on", 2, 3, 1_000_000, true, 5),
        ("tag 1 after tag 7: another session", 7, 1, 1_000_000, true, 5),
        ("tag 1 after tag 0: the second session since boot", 0, 1, 1_000_000, true, 5),
        ("tag 0 after another: the device booted", 3, 0, 1_000_000, true, 0),
        ("another tag, 100 ms earlier: another session", 2, 3, 900_000, true, 5),
        ("another tag, more than 100 ms earlier: the device restarted", 2, 3, 899_999, true, 0),
    ]

    @Test("whose HELLO was lost shows by its tag", arguments: changes)
    func tagChange(
        _ change: (description: String, before: UInt8, after: UInt8, time: UInt32, isRestart: Bool, lost: UInt64)
    ) {
        var continuity = SampleContinuity()
        _ = continuity.observe(FrameHeader(.data, sessionTag: change.before, index: 10, time: 1_000_000, count: 4))
        let verdict = continuity.observe(
            FrameHeader(.data, sessionTag: change.after, index: 19, time: change.time, count: 4))
        #expect(verdict == (change.isRestart ? .restarted : .lost(5)), "\(change.description)")
        #expect(continuity.lostSamples == change.lost, "\(change.description)")
        #expect(continuity.restarts == (change.isRestart ? 1 : 0), "\(change.description)")
    }

    @Test("whose HELLO was lost counts as one restart, not one for each frame")
    func tagChangeOnce() {
        var continuity = SampleContinuity()
        _ = continuity.observe(FrameHeader(.data, index: 0, count: 4))
        _ = continuity.observe(FrameHeader(.data, sessionTag: 1, index: 4, count: 4))
        let verdict = continuity.observe(FrameHeader(.data, sessionTag: 1, index: 8, count: 4))
        #expect(verdict == .contiguous)
        #expect(continuity.restarts == 1)
    }
}
