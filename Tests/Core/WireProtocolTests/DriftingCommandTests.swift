import Testing
import WireProtocol

/// ClockSyncTests ask the estimate alone; here commands rest on it.
@Suite("Commands to a device whose clock is off")
struct DriftingCommandTests {
    /// The host has greeted the device and knows its clock, which can be set back as well.
    private func synchronised() -> HostAndDevice {
        let world = HostAndDevice(lead: 7_700_000_000)
        world.open()
        world.pass(milliseconds: 400)
        return world
    }

    /// Answers motion that is 20 ms old, as a window's last sample may be.
    private func order(_ world: HostAndDevice, _ round: Int) -> CommandVerdict {
        world.order(round % 2 == 0 ? .on : .off, timeToLive: 300, motion: world.deviceTime - 20_000)
    }

    @Test("are in time, every one", arguments: [-30, -10, 10, 30] as [Int64])
    func drift(_ thousandths: Int64) {
        let world = synchronised()
        world.pass(milliseconds: 10_000, gaining: thousandths)
        _ = world.news()
        for round in 0..<100 {
            #expect(order(world, round) == .accepted)
            world.pass(milliseconds: 500, gaining: thousandths)
        }
        #expect(world.news() == Array(repeating: .settled(.ok, attempts: 1), count: 100))
    }

    @Test("are in time two seconds after it was set by ten minutes", arguments: [600_000_000, -600_000_000] as [Int64])
    func step(_ step: Int64) {
        let world = synchronised()
        world.stream(0..<1000)
        world.setDeviceClock(by: step)
        world.stream(1000..<1200)
        _ = world.news()
        for round in 0..<40 {
            #expect(order(world, round) == .accepted)
            world.stream(1200 + round * 50..<1250 + round * 50)
        }
        #expect(world.news() == Array(repeating: .settled(.ok, attempts: 1), count: 40))
    }

    @Test("light nothing if they were under way for four seconds as it was set back, and look young by it")
    func underWay() {
        let world = synchronised()
        var held: [UInt8] = []
        world.downwards = { bytes in
            if held.isEmpty { held = bytes }
            return []
        }
        #expect(world.order(motion: world.deviceTime) == .accepted)
        world.pass(milliseconds: 4_000)
        world.setDeviceClock(by: -3_950_000)
        world.downwards = { bytes in
            defer { held = [] }
            return held + bytes
        }
        world.pass(milliseconds: 20)
        #expect(held.isEmpty && world.changes.isEmpty)
    }

    @Test("beside samples that go on: none is lost, and nothing restarts", arguments: [600_000_000, -600_000_000] as [Int64])
    func samples(_ step: Int64) {
        let world = synchronised()
        world.stream(0..<1000)
        world.setDeviceClock(by: step)
        world.stream(1000..<1200)
        #expect(world.lostSamples == 0)
        #expect(world.restarts == 0)
    }
}
