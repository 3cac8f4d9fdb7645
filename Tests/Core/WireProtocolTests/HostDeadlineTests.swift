import Testing
import WireProtocol

@Suite("A host that is polled only when it says so")
struct HostDeadlineTests {
    /// When the host said something, or was told something, within ten seconds without a word of the device; in milliseconds.
    private func doings(_ world: HostAndDevice, next: (HostAndDevice) -> UInt64) -> [UInt64] {
        world.downwards = { _ in [] }
        world.upwards = { _ in [] }
        let start = world.now
        // What was said before.
        _ = world.takeOutgoing()
        _ = world.news()
        var doings: [UInt64] = []
        while world.now < start + 10_000_000 {
            world.now = max(world.now + 1, next(world))
            world.pollHost()
            let hasNews = !world.news().isEmpty
            if world.takeOutgoing() > 0 || hasNews { doings.append((world.now - start) / 1000) }
        }
        return doings.filter { $0 <= 10_000 }
    }

    private func everyMillisecond(_ world: HostAndDevice) -> UInt64 { world.now + 1000 }
    private func atItsDeadline(_ world: HostAndDevice) -> UInt64 { world.deadline }

    @Test("does all at the same times as if it were polled every millisecond, before it was greeted")
    func ungreeted() {
        func world() -> HostAndDevice {
            let world = HostAndDevice()
            world.open()
            return world
        }
        let often = doings(world(), next: everyMillisecond)
        #expect(often.count > 18)
        #expect(doings(world(), next: atItsDeadline) == often)
    }

    @Test("does so after the device fell silent, and with a request for another rate under way")
    func silent() {
        let often = HostAndDevice.greeted()
        let seldom = HostAndDevice.greeted()
        #expect(often.ask(forRate: 50) && seldom.ask(forRate: 50))
        let expected = doings(often, next: everyMillisecond)
        #expect(expected.count > 20)
        #expect(doings(seldom, next: atItsDeadline) == expected)
    }
}
