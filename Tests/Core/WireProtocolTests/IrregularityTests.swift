import Testing
import WireProtocol

/// HostDiagnosisTests have samples that are held and a session id that is kept.
@Suite("A rule that a device breaks is named once")
struct IrregularityTests {
    private func greeted() -> HostAndDevice {
        let world = HostAndDevice.greeted()
        world.stream(0..<20)
        _ = world.news()
        // Only what the test puts on the line is heard.
        world.upwards = { _ in [] }
        return world
    }

    @Test("the index of DATA goes back while time goes on")
    func back() {
        let world = greeted()
        let index = world.lastIndex
        for round in 0..<6 {
            world.pass(milliseconds: 20)
            world.sendData(index &- (round % 2 == 0 ? 0 : 15))
        }
        #expect(world.news().count { $0 == .irregular(.indexGoesBack) } == 1)
    }

    /// A heartbeat that counts three samples more than were sent, before each of four.
    private func countingAhead() -> HostAndDevice {
        let world = greeted()
        let next = world.lastIndex &+ 1
        for index in 0..<4 as Range<UInt16> {
            world.pass(milliseconds: 10)
            world.send(FrameHeader(.heartbeat, index: next &+ index &+ 3, time: UInt32(truncatingIfNeeded: world.deviceTime))) {
                HeartbeatMessage().write(to: &$0)
            }
            world.sendData(next &+ index)
        }
        return world
    }

    @Test("HEARTBEAT counts samples as sent that wait")
    func waiting() { #expect(countingAhead().news() == [.irregular(.countsWaiting)]) }

    @Test("and none of those is taken for lost")
    func waitingNotLost() { #expect(countingAhead().lostSamples == 0) }

    /// What the host is told in 1.5 s of a device whose answers to TIMESYNC are given by the test.
    ///
    /// - Parameter answer: of host time: what the device's clock showed as the request came, and as the answer left.
    private func told(_ answer: (UInt64) -> (received: UInt64, answered: UInt64)) -> [HostAndDevice.Told] {
        let world = HostAndDevice()
        let listener = FrameListener()
        var requests: [UInt64] = []
        world.downwards = { bytes in
            let heard = listener.frames.count
            listener.hear(bytes)
            let asking = listener.frames[heard...].filter { $0.header.kind == .timeSync }
            requests += asking.map { $0.payload.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
            return asking.isEmpty ? bytes : []
        }
        world.open()
        for _ in 0..<1500 {
            world.pass(milliseconds: 1)
            for requested in requests {
                let (received, answered) = answer(world.now)
                let header = FrameHeader(
                    .timeSync, isReply: true, index: world.lastIndex &+ 1, time: UInt32(truncatingIfNeeded: world.deviceTime))
                world.send(header) {
                    TimeSyncMessage(requested: requested, received: received, answered: answered).write(to: &$0)
                }
            }
            requests = []
        }
        return world.news()
    }

    @Test("answers to TIMESYNC that leave before the request came")
    func backwards() {
        let news = told { now in (now + 77_000_000, now + 76_999_000) }
        #expect(news.count { $0 == .irregular(.clockImpossible) } == 1)
    }

    @Test("answers to TIMESYNC by another clock than the headers'")
    func otherClock() {
        let news = told { now in (now + 5_000_000, now + 5_000_000) }
        #expect(news.count { $0 == .irregular(.clockImpossible) } == 1)
    }
}
