import Testing
import WireProtocol

@Suite("A command is as old as its motion")
struct HostAgeTests {
    private func deviceTime(_ world: HostAndDevice) -> UInt64 { world.now + world.lead }

    @Test("it is not sent when that is older than its time to live", arguments: [(265, true), (301, false)] as [(UInt64, Bool)])
    func stale(_ milliseconds: UInt64, _ isSent: Bool) {
        let world = HostAndDevice.greeted()
        let verdict = world.order(timeToLive: 300, motion: deviceTime(world) - milliseconds * 1000)
        #expect(verdict == (isSent ? .accepted : .stale))
    }

    @Test("it is repeated only until its motion is too old")
    func repeatedNoLonger() {
        let world = HostAndDevice.greeted()
        world.downwards = { _ in [] }
        #expect(world.order(timeToLive: 300, motion: deviceTime(world) - 250_000) == .accepted)
        world.pass(milliseconds: 400)
        #expect(world.news() == [.settled(nil, attempts: 1)])
    }

    @Test("the device refuses what the host was stopped over: it was issued with its motion")
    func lateOnTheDevice() {
        let world = HostAndDevice.greeted()
        #expect(world.order(timeToLive: 300, motion: deviceTime(world) - 200_000) == .accepted)
        // The bytes lie in the host for 150 ms.
        world.now += 150_000
        world.pass(milliseconds: 10)
        #expect(world.changes.isEmpty)
        #expect(world.news() == [.settled(.late, attempts: 1)])
    }

    @Test("what switches off is sent however old its motion is")
    func off() {
        let world = HostAndDevice.greeted()
        #expect(world.order(.off, motion: deviceTime(world) - 10_000_000) == .accepted)
        world.pass(milliseconds: 10)
        #expect(world.changes.map(\.action.pattern) == [.off])
    }

    @Test("its age is what passed on the device from the motion to the light")
    func age() {
        let world = HostAndDevice.greeted()
        #expect(world.order(motion: deviceTime(world) - 40_000) == .accepted)
        world.pass(milliseconds: 10)
        #expect((40_000...42_000).contains(world.ages.last ?? 0))
    }

    @Test("a device that replays is commanded at the present: its samples have another time")
    func replay() {
        let world = HostAndDevice(capabilities: .replays)
        world.open()
        world.pass(milliseconds: 400)
        #expect(world.order(motion: deviceTime(world) - 10_000_000) == .accepted)
    }

    @Test("a late answer makes the host ask for the time at once")
    func lateAsks() {
        let world = HostAndDevice.greeted()
        world.pass(milliseconds: 9_000)
        let before = world.told.count { $0 == .synchronised }
        #expect(world.order(timeToLive: 300, motion: deviceTime(world) - 290_000) == .accepted)
        world.now += 50_000
        world.pass(milliseconds: 120)
        #expect(world.told.count { $0 == .synchronised } == before + 1)
    }

    @Test("a device that answers no TIMESYNC is named after 3 s, and commanded all the same")
    func noClock() {
        let world = HostAndDevice()
        world.answersClock = false
        world.open()
        world.pass(milliseconds: 2_900)
        #expect(world.order(motion: deviceTime(world)) == .clockUnknown)
        world.pass(milliseconds: 200)
        #expect(world.news().last == .clockUnknown)
        #expect(world.order(motion: deviceTime(world) - 20_000) == .accepted)
        world.pass(milliseconds: 10)
        #expect(world.order(.off, motion: nil) == .accepted)
        world.pass(milliseconds: 10)
        #expect(world.changes.map(\.action.pattern) == [.on, .off])
    }

    @Test(
        "a device of minor version 1 wants PREDICTION, one of 2 only if it says so",
        arguments: [(1, true), (2, false)] as [(UInt8, Bool)])
    func olderDevice(_ minor: UInt8, _ wants: Bool) {
        let world = HostAndDevice()
        world.upwards = { _ in [] }
        world.open()
        var hello = DeviceOnABench.identity(rate: 50)
        hello.minorVersion = minor
        world.send(FrameHeader(.hello)) { hello.write(to: &$0) }
        let wantsDecisions = world.host.wantsDecisions
        #expect(wantsDecisions == wants)
    }

    @Test("what HELLO denies is not commanded: a kind that is not there, a unit beyond their number")
    func denied() {
        let world = HostAndDevice.greeted()
        #expect(world.order(actuator: 3, motion: nil) == .denied)
        #expect(world.order(actuator: 9, motion: nil) == .denied)
        #expect(world.order(actuator: 1, motion: nil) == .accepted)
    }
}
