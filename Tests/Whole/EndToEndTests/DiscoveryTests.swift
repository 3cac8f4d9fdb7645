import Foundation
import TestSupport
import Testing
import Transport

@Suite("Waiting for a device")
struct DiscoveryTests {
    @Test("--wait follows a port that appears later")
    func waits() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--wait", "--json"])
        #expect(live.waits(forNote: "waiting for"))
        let device = try world.device(world.recording("walk.csv", sessions: [5000]))
        #expect(live.waits(for: #""type":"window""#))
        #expect(live.end().status == 0)
        #expect(device.end().status == 0)
    }

    @Test("--wait takes a port as soon as another program gives it back")
    func busy() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let link = motionq.path("board")
        let device = try motionq.start(["simulate", "--link", link, "--json"])
        #expect(device.waits(for: "ready"))
        let first = try motionq.start(["monitor", "--port", link, "--json"])
        #expect(first.waits(for: "sample"))
        let second = try motionq.start(["monitor", "--port", link, "--wait", "--json"])
        #expect(second.waits(forNote: "; waiting"))
        #expect(second.text.isEmpty)
        #expect(first.end().status == 0)
        #expect(second.waits(for: "sample"))
        #expect(second.end().status == 0)
        device.end()
    }

    @Test("--wait with --timeout gives up on a port that never appears: 69, one sentence, nothing on standard output")
    func neverThere() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("monitor", "--port", motionq.path("none"), "--wait", "--timeout", "0.5", "--json")
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("no device greeted within 0.5 s"))
    }

    @Test("--timeout gives up on a port where nobody greets: 69, and the way to the reason")
    func nobodyGreets() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let port = try PseudoTerminal.open()
        let result = try motionq.run("monitor", "--port", port.slavePath, "--timeout", "1")
        #expect(result.status == 69)
        #expect(result.errors.contains("motionq doctor --port \(port.slavePath)"))
        port.close()
    }

    @Test("--timeout does not end what has begun")
    func greeted() throws {
        // A busy machine may need more than a second to begin, and that is not what is asked here.
        for timeout in [1, 4, 16, 64] {
            let world = try SmallWorld()
            defer { world.remove() }
            // For twice as long.
            let device = try world.device(world.recording("walk.csv", sessions: [100 * timeout]))
            let live = try world.motionq.run(
                "monitor", "--port", world.link, "--timeout", "\(timeout)", "--until-disconnected", "--json")
            if live.status == 69, !live.output.contains(#""state":"session""#) { continue }
            #expect(live.status == 0)
            #expect(try live.objects().filter { $0["type"] as? String == "sample" }.count == 100 * timeout)
            #expect(device.wait().status == 0)
            return
        }
        Issue.record("no device greeted within 64 s")
    }

    @Test("Ctrl-C ends the waiting: 130")
    func interrupted() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let live = try motionq.start(["monitor", "--port", motionq.path("none"), "--wait"])
        #expect(live.waits(forNote: "waiting for"))
        #expect(live.end().status == 130)
    }

    @Test("a --timeout that is no time is refused: 64", arguments: ["0", "-1", "nan"])
    func usage(_ time: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.run("monitor", "--port", "x", "--timeout=\(time)").status == 64)
    }

    @Test("ports --watch goes on until Ctrl-C, and that is no failure")
    func watch() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let ports = try motionq.start(["ports", "--watch"])
        #expect(ports.waits(for: "Watching"))
        #expect(ports.rounds(10))
        #expect(ports.end().status == 0)
    }
}
