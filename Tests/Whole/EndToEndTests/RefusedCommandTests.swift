import TestSupport
import Testing
import WireProtocol

/// LiveEndTests have devices that say what they lack, so that nothing is sent; this one says it when it is commanded.
@Suite("A command that a device of minor version 1 does not follow")
struct RefusedCommandTests {
    @Test("is told by its actuator and the device's answer", arguments: [AckMessage.Status.unsupported, .refused])
    func note(_ verdict: AckMessage.Status) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let board = Board()
        board.hello.minorVersion = 1
        board.verdict = verdict
        let puppet = try Puppet(board.act)
        defer { puppet.end() }
        let map = try world.feedback(class1: "{led: 7}", class2: "{led: 7}", rest: "{led: 7}")
        let live = try world.motionq.start(world.run("--feedback", map, port: puppet.path))
        #expect(live.waits(forNote: " for led 7 was \(verdict) after 1 attempt"), "\(live.notes)")
        live.end()
    }
}
