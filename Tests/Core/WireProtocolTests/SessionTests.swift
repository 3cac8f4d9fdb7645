import Testing
import WireProtocol

@Suite("A session")
struct SessionTests {
    private func hello(_ index: UInt16, at time: UInt32, tag: UInt8 = 0) -> FrameHeader {
        FrameHeader(.hello, sessionTag: tag, index: index, time: time)
    }

    @Test("that is new loses nothing, and counts on from its index")
    func new() {
        var stream = Stream()
        stream.data(100, at: 0)
        #expect(stream.take(hello(7, at: 40_000), announced: 1) == .newSession)
        #expect(stream.data(8, at: 50_000) == .lost(1))
        #expect(stream.continuity.lostSamples == 1)
        #expect(stream.continuity.session == 1)
    }

    @Test("that goes on is no new one")
    func same() {
        var stream = Stream()
        _ = stream.take(hello(0, at: 0), announced: 9)
        #expect(stream.take(hello(0, at: 5_000_000), announced: 9) == .contiguous)
        #expect(stream.continuity.sessions == 1)
    }

    @Test("that keeps its id and announces other samples is a new one all the same")
    func renewed() {
        var stream = Stream()
        _ = stream.take(hello(0, at: 0), announced: 9)
        #expect(stream.take(hello(0, at: 5_000_000), announced: 9, isRenewed: true) == .newSession)
        #expect(stream.continuity.sessions == 2)
    }

    @Test("that is new is no restart, however far the clock went back")
    func resetClock() {
        var stream = Stream()
        _ = stream.take(hello(0, at: 50_000_000), announced: 1)
        #expect(stream.take(hello(0, at: 10), now: 50_100_000, announced: 2) == .newSession)
        #expect(stream.data(0, at: 10_000, now: 50_110_000) == .contiguous)
        #expect(stream.continuity.restarts == 0)
        #expect(stream.continuity.sessions == 2)
    }

    @Test("may have the id 0")
    func zero() {
        var stream = Stream()
        #expect(stream.take(hello(0, at: 0), announced: 0) == .newSession)
    }

    @Test("of the same boot goes on counting: what was lost around the change is counted")
    func laterSession() {
        var stream = Stream()
        _ = stream.take(hello(0, at: 0), announced: 1)
        stream.data(0, at: 0)
        #expect(stream.take(hello(7, at: 70_000, tag: 1), announced: 2) == .newSession)
        #expect(stream.data(7, at: 70_000, tag: 1) == .contiguous)
        #expect(stream.continuity.lostSamples == 3)
    }

    @Test("of the same boot loses nothing if it is where the host came in")
    func joined() {
        var stream = Stream()
        #expect(stream.take(hello(900, at: 0, tag: 3), announced: 2) == .newSession)
        #expect(stream.continuity.lostSamples == 0)
    }

    static let changes: [(description: String, before: UInt8, after: UInt8, isRestart: Bool, lost: UInt64)] = [
        ("the same tag", 2, 2, false, 5),
        ("the next tag: another session, whose index goes on", 2, 3, true, 5),
        ("tag 1 after tag 7: another session", 7, 1, true, 5),
        ("tag 1 after tag 0: the second session since boot", 0, 1, true, 5),
        ("tag 0 after another: the device booted", 3, 0, true, 0),
    ]

    @Test("whose HELLO was lost shows by its tag", arguments: changes)
    func tagChange(_ change: (description: String, before: UInt8, after: UInt8, isRestart: Bool, lost: UInt64)) {
        var stream = Stream()
        stream.data(10, at: 1_000_000, tag: change.before)
        let verdict = stream.data(19, at: 1_090_000, tag: change.after)
        #expect(verdict == (change.isRestart ? .restarted : .lost(5)), "\(change.description)")
        #expect(stream.continuity.lostSamples == change.lost, "\(change.description)")
        #expect(stream.continuity.restarts == (change.isRestart ? 1 : 0), "\(change.description)")
    }

    @Test("whose HELLO was lost counts as one restart, not one for each frame")
    func tagChangeOnce() {
        var stream = Stream()
        stream.data(0, at: 0)
        stream.data(4, at: 40_000, tag: 1)
        #expect(stream.data(8, at: 80_000, tag: 1) == .contiguous)
        #expect(stream.continuity.restarts == 1)
    }
}
