import Foundation
import TestSupport
import Testing

/// Whoever reads the output, or does not: the device is served on, and its lights go off at the end.
@Suite("Output that nobody reads")
struct BlockedOutputTests {
    private static let map = """
        labels:
          class1: {enter: [{led: 1}]}
          class2: {enter: [{led: 2}]}
          rest: {enter: [{led: 0}]}
        """
    /// Every window enters, leaves or holds something.
    private static let eager = ["--threshold", "0", "--enter-ratio", "1", "--exit-ratio", "1.01", "--refractory", "0"]

    /// A shell's script in the world's folder, `$MOTIONQ` and `$PORT` known, beside a device that plays on and on.
    private struct Scene {
        let world: SmallWorld
        let device: Motionq.Running

        init(_ arguments: String...) throws {
            world = try SmallWorld()
            try BlockedOutputTests.map.write(toFile: world.motionq.path("map.yml"), atomically: true, encoding: .utf8)
            let recording = try world.recording("walk.csv", sessions: [2000])
            let all = ["simulate", "--replay", recording, "--loop", "--link", world.link, "--json"]
            device = try world.motionq.start(all + arguments)
            #expect(device.waits(for: "ready"))
        }

        /// `run` on this device, which leaves its process id in a file. A shell's `wait` is no use: Foundation blocks SIGCHLD.
        var run: String {
            leavingID("run --port device --model model.safetensors --feedback map.yml \(eager.joined(separator: " ")) --json")
        }

        /// Nearly as much as a pipe takes that nobody reads: a page is left for the first second or two.
        static let filling = "head -c 61000 /dev/zero | tr '\\0' '\\n'"

        func leavingID(_ arguments: String) -> String { "sh -c 'echo $$ > pid; exec $MOTIONQ \(arguments)'" }

        func end() -> Motionq.Result {
            let result = device.end()
            world.remove()
            return result
        }
    }

    /// Lights that the device switched on by command, and off by failsafe.
    private func failsafes(_ device: Motionq.Result) -> Int {
        device.output.components(separatedBy: #""type":"failsafe""#).count - 1
    }

    private func isDark(_ device: Motionq.Result) throws -> Bool {
        var on: Set<Int> = []
        for object in try device.objects() where object["type"] as? String == "led" {
            guard let unit = object["unit"] as? Int else { continue }
            if object["on"] as? Bool == true { on.insert(unit) } else { on.remove(unit) }
        }
        return on.isEmpty
    }

    @Test("stops neither samples nor lights for 8 s; read again, it is complete", arguments: ["1", "4"])
    func blocked(_ speed: String) throws {
        let scene = try Scene("--speed", speed)
        let result = try scene.world.motionq.shell(
            "{ \(Scene.filling); \(scene.run); } | { sleep 8; kill -INT $(cat pid); cat; }")
        let lines = try result.objects()
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
        let summary = try #require(lines.last)
        #expect(summary["type"] as? String == "summary")
        #expect((summary["samples"] as? Int ?? 0) > 350)
        let windows = lines.count { $0["type"] as? String == "window" }
        let dropped = lines.reduce(0) { $0 + ($1["type"] as? String == "dropped" ? $1["windows"] as? Int ?? 0 : 0) }
        #expect(windows + dropped == summary["windows"] as? Int && dropped == summary["dropped_windows"] as? Int)
        #expect((summary["commands_ok"] as? Int ?? 0) > 0 && summary["commands_lost"] as? Int == 0)
    }

    @Test("of monitor drops the oldest samples, and says how many, when more come than may wait")
    func monitor() throws {
        let scene = try Scene("--speed", "max")
        let result = try scene.world.motionq.shell(
            "\(scene.leavingID("monitor --port device --json")) | { sleep 8; { sleep 10; kill -INT $(cat pid); } & cat > lines; }; "
                + "grep -m 1 '\"type\":\"dropped\"' lines; tail -n 1 lines")
        let device = scene.end()
        #expect(failsafes(device) == 0)
        let lines = try result.objects()
        #expect(lines.first?["type"] as? String == "dropped" && (lines.first?["samples"] as? Int ?? 0) > 10_000)
        #expect(lines.last?["type"] as? String == "summary" && lines.last?["dropped_windows"] as? Int == 0)
    }

    @Test("for good does not keep the program: Ctrl-C ends it, lights off, in about 3 s, and it says why its end is missing")
    func stoppedPager() throws {
        let scene = try Scene()
        let result = try scene.world.motionq.shell(
            ":; { \(Scene.filling); \(scene.run) 2> errors; echo $? > status; } | sh -c 'echo $$ > pager; kill -STOP $$; cat' & sleep 6; "
                + "date +%s > before; kill -INT $(cat pid); while [ ! -s status ]; do sleep 0.1; done; date +%s > after; "
                + "kill -KILL $(cat pager); cat status errors; echo $(($(cat after) - $(cat before)))")
        let device = scene.end()
        let lines = result.output.split(separator: "\n")
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
        #expect(device.output.contains(#""on":true"#))
        try #require(lines.count == 3, "\(result.output)")
        #expect(lines[0] == "74" && lines[1].contains("nobody reads the output"))
        #expect((Int(lines[2]) ?? 99) <= 5)
    }

    @Test(
        "because it is full: one sentence, 74, lights off first", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func full() throws {
        let scene = try Scene()
        // A file that may not grow further is full when lights are on already.
        for script in ["\(scene.run) > /dev/full", "ulimit -f 16; \(scene.run) > file"] {
            let result = try scene.world.motionq.shell(script)
            #expect(result.status == 74 && result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.contains("standard output cannot be written"))
        }
        let device = scene.end()
        #expect(device.output.contains(#""on":true"#))
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
    }

    @Test("because its reader went away: it ends quietly, lights off first")
    func closed() throws {
        let scene = try Scene()
        let result = try scene.world.motionq.shell("{ \(scene.run); echo $? > status; } | grep -m 1 enter; cat status")
        let device = scene.end()
        #expect(result.output.hasSuffix("\n0\n") && result.errors.isEmpty)
        #expect(device.output.contains(#""on":true"#))
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
    }

    @Test("because the terminal is gone: SIGHUP, also twice, ends it as Ctrl-C does, lights off; under nohup it goes on")
    func hangup() throws {
        // Under nohup the tests would hand their deafness on.
        signal(SIGHUP, SIG_DFL)
        let scene = try Scene()
        let live = try scene.world.motionq.start(
            [
                "run", "--port", scene.world.link, "--model", scene.world.model, "--json", "--feedback",
                scene.world.motionq.path("map.yml"),
            ]
                + Self.eager)
        #expect(scene.device.waits(for: #""on":true"#))
        live.send(SIGHUP)
        live.send(SIGHUP)
        let result = live.wait()
        #expect(result.status == 0)
        #expect(try result.objects().last?["type"] as? String == "summary")
        let kept = try scene.world.motionq.shell(
            "trap '' HUP; \(scene.run) > lines & sleep 3; kill -HUP $(cat pid); sleep 2; kill -INT $(cat pid); "
                + "while ! grep -q summary lines; do sleep 0.1; done; grep -c '\"type\":\"window\"' lines")
        #expect((Int(kept.output.trimmingCharacters(in: .newlines)) ?? 0) > 30)
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
    }
}
