import Foundation
import Randomness
import Synchronization
import TestSupport
import Testing

@Suite("A sketch that prints lines")
struct OtherDeviceTests {
    @Test("is found by run, which says what it found, and its motion is recognised")
    func run() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let puppet = try Puppet(PrintingSketch().act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", "--format", "auto", port: puppet.path))
        #expect(live.waits(for: #""type":"window""#, times: 10))
        let found = try #require(
            live.notes.firstMatch(of: /found text lines with acceleration and rotation at ([0-9.]+) Hz, in m\/s2,deg\/s/))
        #expect(abs((Double(found.1) ?? 0) - 50) < 2.5)
        let lines = try live.end().objects()
        #expect(lines.contains { $0["type"] as? String == "window" })
    }

    @Test("is found by run without a word about it, and nothing is said of speeds or silence")
    func runUnasked() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let sketch = PrintingSketch()
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", port: puppet.path))
        #expect(live.waits(for: #""type":"window""#, times: 10))
        #expect(live.notes.contains("found text lines with acceleration and rotation"), "\(live.notes)")
        let result = live.end()
        let states = try result.objects().compactMap { $0["state"] as? String }
        // What it was greeted with is ended as a line, so that the next one is whole.
        #expect(sketch.told.hasSuffix("\n"), "\(sketch.told)")
        #expect(states.contains("session") && !states.contains("mute") && !states.contains("unintelligible"), "\(states)")
    }

    @Test("is said to have lost none only if its lines have a time", arguments: [false, true])
    func losses(hasTime: Bool) throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let sketch = PrintingSketch { index in
            var random = SeededGenerator(seed: UInt64(index))
            let motion = (0..<6).map { _ in String(format: "%.3f", Double.random(in: -1...1, using: &random)) }
            return (hasTime ? "\(20 * index)," : "") + motion.joined(separator: ",") + "\n"
        }
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--units", "g,rad/s", port: puppet.path))
        #expect(live.waits(forNote: "channels at"))
        // Each reading wakes it.
        #expect(live.rounds(60))
        let said = live.end().output
        #expect(said.contains(" samples"), "\(said)")
        #expect(said.contains(" lost; ") == hasTime && said.contains("may be lost unseen") != hasTime, "\(said)")
    }

    @Test("is told the lights of the feedback map in the line that somebody gave, and the last line puts them out")
    func feedback() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        // Motion of many kinds, so that one label or another is entered.
        let sketch = PrintingSketch { index in
            var random = SeededGenerator(seed: UInt64(index))
            let motion = (0..<6).map { _ in String(format: "%.3f", Double.random(in: -3...3, using: &random)) }
            return "\(20 * index),\(motion.joined(separator: ","))\n"
        }
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 1}", rest: "{led: 1}")
        let live = try world.motionq.start(
            world.run(
                "--json", "--format", "auto", "--units", "g,rad/s", "--feedback", map, "--feedback-line",
                "{label} {phase}: {kind} {unit} {on}\\n",
                port: puppet.path))
        #expect(live.waits(forNote: "it gets a line for each light and sound"))
        #expect(live.waits(for: #""type":"window""#, times: 20))
        live.end()
        #expect(sketch.waits(forEnd: "led 1 0\n"), "\(sketch.told)")
        let lines = sketch.told.split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: /(class1|class2|rest) (enter|hold): led 1 1/) != nil, "\(lines)")
    }

    @Test("is told nothing without such a line, and run says so")
    func silence() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let sketch = PrintingSketch()
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", "--format", "text", port: puppet.path))
        #expect(live.waits(for: #""type":"window""#, times: 5))
        #expect(live.end().errors.contains("it gets no feedback without --feedback-line"))
        #expect(sketch.told.isEmpty)
    }

    @Test("has options that are refused where a native device is meant")
    func refused() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run(
            "monitor", "--port", world.link, "--format", "native", "--units", "g,rad/s")
        #expect(result.status == 64 && result.errors.contains("do not go with --format native"))
    }

    @Test(
        "is refused with a sentence where an option of it is none",
        arguments: [
            (["--units", "furlong"], "--units"), (["--profile", "mpu6050"], "2g, 4g, 8g, 16g"),
            (["--axes", "x,y,x"], "--axes"),
            (["--columns", "ax,ay"], "--columns"), (["--device-rate", "0"], "--device-rate"),
            (["--feedback-line", "{lamp}"], "{label} {phase}"), (["--relays", "2"], "--format mavlink"),
        ])
    func options(_ arguments: [String], _ word: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.start(["monitor", "--port", world.link, "--format", "text"] + arguments).wait()
        #expect(result.status == 64 && result.errors.contains(word))
    }
}
