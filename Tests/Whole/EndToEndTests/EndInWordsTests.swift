import Foundation
import TestSupport
import Testing

@Suite("The end of a run in words")
struct EndInWordsTests {
    /// The end of `run` beside a short recording that lights something.
    private func end(_ arguments: String...) throws -> Motionq.Result {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 2}", rest: "{led: 0}")
        let device = try world.patientDevice(world.recording("walk.csv", sessions: [100]), loops: false)
        let result = try world.motionq.start(world.run("--feedback", map, "--until-disconnected") + arguments).wait()
        device.end()
        return result
    }

    @Test("has the age of commands, beside latency")
    func age() throws {
        let output = try end().output
        #expect(output.contains("latency, last byte of a window read → feedback written: p50 "), "\(output)")
        #expect(output.contains("age, last sample of a window → command applied on the device: p50 "), "\(output)")
    }

    @Test("has it in JSON: more than nothing, and at most the time to live")
    func ageInJSON() throws {
        let summary = try #require(try end("--json").objects().last)
        let ages = ["age_p50_ms", "age_p99_ms", "age_max_ms"].map { summary[$0] as? Double ?? -1 }
        #expect(ages.allSatisfy { (0.1...300).contains($0) }, "\(ages)")
    }

    /// LiveEndTests have it in JSON.
    @Test("is there for people too when the device comes back at a rate of no motion, with 65")
    func otherRate() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let first = try world.device(world.recording("walk.csv", sessions: [5000]))
        let live = try world.motionq.start(world.run())
        #expect(live.waits(for: "▶"))
        world.unplug(first)
        #expect(live.waits(forNote: "waiting for the port to come back"))
        let second = try world.device(world.recording("slow.csv", sessions: [5000], rate: 0.5))
        let result = live.wait()
        second.end()
        #expect(result.status == 65)
        #expect(result.errors.contains("the device samples at 0.5 Hz"))
        #expect(result.output.contains(" windows, ") && result.output.contains(" samples, "), "\(result.output)")
    }

    /// How `verb` ends beside a device that says fifty things at once.
    private func chatter(_ needle: String, _ arguments: String...) throws -> Motionq.Result {
        let world = try SmallWorld()
        defer { world.remove() }
        let board = Board()
        board.logs = 50
        let puppet = try Puppet(board.act)
        defer { puppet.end() }
        let live = try world.motionq.start(["monitor", "--port", puppet.path] + arguments)
        #expect(arguments.isEmpty ? live.waits(forNote: needle) : live.waits(for: needle))
        return live.end()
    }

    @Test("and a note say how many log messages were left out")
    func leftOut() throws {
        let result = try chatter("40 log messages left out")
        #expect(result.errors.contains("the device says more than ten things a second: 40 log messages left out"))
        #expect(result.output.contains("40 log messages and 0 sessions of the device were left out: over ten a second"))
    }

    @Test("and a line say it in JSON: with those that were passed on they are as many as were sent")
    func leftOutInJSON() throws {
        let lines = try chatter(#""type":"left_out""#, "--json").objects()
        let leftOut = lines.filter { $0["type"] as? String == "left_out" }
        #expect(leftOut.map { $0["logs"] as? Int } == [40] && leftOut.map { $0["sessions"] as? Int } == [0])
        #expect(lines.last?["logs_left_out"] as? Int == 40 && lines.last?["sessions_left_out"] as? Int == 0)
        #expect(lines.count { $0["type"] as? String == "log" } == 10)
    }
}
