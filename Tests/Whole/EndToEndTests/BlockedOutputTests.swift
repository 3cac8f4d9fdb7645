import Foundation
import Simulation
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

    /// A shell's script in the world's folder, `$MOTIONQ` and `$PORT` known, beside a device that plays on and on. Its clock goes
    /// on only for as long as what it sends is read.
    private struct Scene {
        let world: SmallWorld
        let device: PatientDevice

        init(speed: SimulatorOptions.Speed = .times(1), samples: Int = 2000) throws {
            world = try SmallWorld()
            try BlockedOutputTests.map.write(toFile: world.motionq.path("map.yml"), atomically: true, encoding: .utf8)
            device = try world.patientDevice(world.recording("walk.csv", sessions: [samples]), speed: speed)
            mkfifo(world.motionq.path("go"), 0o600)
        }

        /// `run` on this device, which leaves its process id in a file. A shell's `wait` is no use: Foundation blocks SIGCHLD.
        var run: String {
            leavingID("run --port device --model model.safetensors --feedback map.yml \(eager.joined(separator: " ")) --json")
        }

        /// Nearly as much as a pipe takes that nobody reads: a page is left for the first second or two.
        static let filling = "head -c 61000 /dev/zero | tr '\\0' '\\n'"
        /// Waits for `go`.
        static let waiting = "read line < go"

        func leavingID(_ arguments: String) -> String { "sh -c 'echo $$ > pid; exec $MOTIONQ \(arguments)'" }

        /// Lets go on what is `waiting`.
        func go() throws {
            let way = try FileHandle(forWritingTo: URL(filePath: world.motionq.path("go")))
            try way.write(contentsOf: Data("\n".utf8))
            try way.close()
        }

        /// Waits until the device has been lit, and then for longer than it waits for its host.
        func plays() {
            #expect(device.waits(for: #""on":true"#))
            #expect(device.passes(seconds: 4))
            // And it is commanded still.
            let lights = device.text.components(separatedBy: #""on":true"#).count - 1
            #expect(device.waits(for: #""on":true"#, times: lights + 2))
        }

        /// What a file of the script holds; nothing if it is not there.
        func text(_ name: String) -> String { (try? String(contentsOfFile: world.motionq.path(name), encoding: .utf8)) ?? "" }

        /// How often that is found in it.
        func count(_ needle: String, in name: String) -> Int { text(name).components(separatedBy: needle).count - 1 }

        /// To the program that has left its process id in a file.
        func send(_ signal: Int32, to name: String = "pid") throws {
            kill(try #require(Int32(text(name).trimmingCharacters(in: .newlines))), signal)
        }

        /// - Returns: what the device has printed.
        func end() -> String {
            let text = device.end()
            world.remove()
            return text
        }
    }

    /// How often the device switched everything off by failsafe.
    private func failsafes(_ device: String) -> Int { device.components(separatedBy: #""type":"failsafe""#).count - 1 }

    private func isDark(_ device: String) throws -> Bool {
        var on: Set<Int> = []
        for line in device.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            guard object["type"] as? String == "led", let unit = object["unit"] as? Int else { continue }
            if object["on"] as? Bool == true { on.insert(unit) } else { on.remove(unit) }
        }
        return on.isEmpty
    }

    @Test("stops neither samples nor lights, however long; read again, it is complete", arguments: [1.0, 4])
    func blocked(_ speed: Double) throws {
        let scene = try Scene(speed: .times(speed))
        let script = "{ \(Scene.filling); \(scene.run); } | { \(Scene.waiting); kill -INT $(cat pid); cat; }"
        let live = try scene.world.motionq.startShell(script)
        scene.plays()
        try scene.go()
        let lines = try live.wait().objects()
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
        let summary = try #require(lines.last)
        #expect(summary["type"] as? String == "summary")
        #expect((summary["samples"] as? Int ?? 0) > 190)
        let windows = lines.count { $0["type"] as? String == "window" }
        let dropped = lines.reduce(0) { $0 + ($1["type"] as? String == "dropped" ? $1["windows"] as? Int ?? 0 : 0) }
        #expect(windows + dropped == summary["windows"] as? Int && dropped == summary["dropped_windows"] as? Int)
        #expect((summary["commands_ok"] as? Int ?? 0) > 0)
    }

    @Test("of monitor drops the oldest samples, and says how many, when more come than may wait")
    func monitor() throws {
        let scene = try Scene(speed: .max, samples: 20_000)
        let live = try scene.world.motionq.startShell(
            "\(scene.leavingID("monitor --port device --json")) | { \(Scene.waiting); cat > lines; }; "
                + "grep -m 1 '\"type\":\"dropped\"' lines; tail -n 1 lines")
        // Twice as many as 8 MB hold, at 40 bytes a sample at least.
        #expect(scene.device.waits(for: #""type":"session""#, times: 22))
        try scene.go()
        #expect(Patience.waits { scene.count(#""type":"dropped""#, in: "lines") > 0 })
        try scene.send(SIGINT)
        let lines = try live.wait().objects()
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(lines.first?["type"] as? String == "dropped" && (lines.first?["samples"] as? Int ?? 0) > 10_000)
        #expect(lines.last?["type"] as? String == "summary" && lines.last?["dropped_windows"] as? Int == 0)
    }

    @Test("for good does not keep the program: Ctrl-C ends it, lights off, unread still, and it says why its end is missing")
    func stoppedPager() throws {
        let scene = try Scene()
        let pager = "sh -c 'echo $$ > pager; kill -STOP $$; cat'"
        let live = try scene.world.motionq.startShell(
            "{ \(Scene.filling); \(scene.run) 2> errors; echo $? > status; } | \(pager)")
        scene.plays()
        try scene.send(SIGINT)
        // The pager is stopped until then: what ends the program is its own limit.
        #expect(Patience.waits { scene.text("status").hasSuffix("\n") })
        try scene.send(SIGKILL, to: "pager")
        _ = live.wait()
        let (status, errors) = (scene.text("status"), scene.text("errors"))
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
        #expect(device.contains(#""on":true"#))
        #expect(
            status == "74\n" && errors.split(separator: "\n").count == 1 && errors.contains("the output is not read"), "\(errors)")
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
        #expect(device.contains(#""on":true"#))
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
    }

    @Test("because its reader went away: it ends quietly, lights off first")
    func closed() throws {
        let scene = try Scene()
        let result = try scene.world.motionq.shell("{ \(scene.run); echo $? > status; } | grep -m 1 enter; cat status")
        let device = scene.end()
        #expect(result.output.hasSuffix("\n0\n") && result.errors.isEmpty)
        #expect(device.contains(#""on":true"#))
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
        let kept = try scene.world.motionq.startShell("trap '' HUP; \(scene.run) > lines")
        #expect(Patience.waits { scene.count(#""type":"window""#, in: "lines") > 10 })
        try scene.send(SIGHUP)
        let before = scene.count(#""type":"window""#, in: "lines")
        #expect(Patience.waits { scene.count(#""type":"window""#, in: "lines") > before + 20 })
        try scene.send(SIGINT)
        #expect(kept.wait().status == 0)
        #expect(scene.text("lines").split(separator: "\n").last?.contains(#""type":"summary""#) == true)
        let device = scene.end()
        #expect(failsafes(device) == 0)
        #expect(try isDark(device))
    }
}
