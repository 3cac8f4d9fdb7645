import MotionCore
import Testing
import WireProtocol

@Suite("A host that asks a device for another rate")
struct HostRateTests {
    private func world(capabilities: Capabilities = .setsRate) -> HostAndDevice {
        let world = HostAndDevice(rate: 100, capabilities: capabilities)
        world.open()
        world.pass(milliseconds: 300)
        _ = world.news()
        return world
    }

    /// Another session at the rate that was asked for.
    private func obedient(_ config: ConfigMessage, _ identity: HelloMessage) -> ConfigAnswer {
        var next = identity
        next.session &+= 1
        next.sensor.rate = config.rate ?? 0
        return .changed(next)
    }

    @Test("gets a new session at that rate")
    func changed() {
        let world = world()
        world.answer = obedient
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 10)
        #expect(world.news() == [.configured(.ok), .greeted(rate: 50, voided: 0)])
    }

    @Test("is told when the device refuses")
    func refused() {
        let world = world()
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 1_500)
        #expect(world.news() == [.configured(.unsupported), .rateRefused])
    }

    @Test("is told when the device says yes and begins no session within a second")
    func unkept() {
        let world = world()
        world.answer = { _, _ in .unchanged }
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 900)
        #expect(world.news() == [.configured(.ok)])
        world.pass(milliseconds: 200)
        #expect(world.news() == [.rateRefused])
    }

    @Test("is told after four sendings that nobody answered")
    func unanswered() {
        let world = world()
        var configs = 0
        world.downwards = { bytes in
            configs += bytes.isEmpty ? 0 : 1
            return []
        }
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 390)
        #expect(world.news() == [])
        world.pass(milliseconds: 100)
        #expect(world.news() == [.rateRefused])
        #expect(configs == 4)
    }

    @Test("asks once: a device that comes back with a wrong rate again does not fit")
    func once() {
        let world = world()
        world.answer = { config, identity in
            var next = identity
            next.session &+= 1
            next.sensor.rate = 104
            return .changed(next)
        }
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 10)
        #expect(!world.ask(forRate: 50))
    }

    @Test("may ask again after a session whose rate was right")
    func again() {
        let world = world()
        world.answer = obedient
        #expect(world.ask(forRate: 50))
        world.pass(milliseconds: 10)
        world.host.acceptRate()
        #expect(world.ask(forRate: 25))
    }

    @Test("does not ask a device that cannot")
    func unable() {
        let world = world(capabilities: .none)
        #expect(!world.ask(forRate: 50))
    }
}
