import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("Several devices in one run")
struct SeveralDevicesTests {
    /// Devices that each replay a recording of their own.
    private struct World {
        let small: SmallWorld
        let recordings: [String]
        let links: [String]

        init() throws {
            small = try SmallWorld()
            recordings = try [(300, 1), (400, 2), (350, 3)].map { [small] samples, seed in
                try small.recording("walk\(seed).csv", sessions: [samples], seed: UInt64(seed))
            }
            links = recordings.indices.map { [small] in small.motionq.path("board\($0)") }
        }

        func device(_ number: Int) throws -> PatientDevice {
            var options = SimulatorOptions()
            (options.speed, options.linkPath, options.jitterMicroseconds) = (.times(4), links[number], 0)
            return PatientDevice(try RecordingReader().read(recordings[number]), options)
        }

        func run(_ ports: [String], _ arguments: String...) -> [String] {
            ["run"] + ports.flatMap { ["--port", $0] }
                + ["--model", small.model, "--threshold", "0", "--enter-ratio", "1", "--until-disconnected"] + arguments
        }
    }

    private func windows(_ lines: [[String: Any]]) -> [[String]] {
        lines.filter { $0["type"] as? String == "window" }.map { line in
            ["end_sample", "label", "probability"].map { "\(line[$0] ?? "")" }
        }
    }

    @Test("each is recognised as if it were alone, and each line says whose it is")
    func each() throws {
        let world = try World()
        defer { world.small.remove() }
        let devices = try world.links.indices.map(world.device)
        let result = try world.small.motionq.start(world.run(world.links, "--json")).wait()
        devices.forEach { $0.end() }
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.objects()
        #expect(lines.allSatisfy { world.links.contains($0["board"] as? String ?? "") })
        for number in world.links.indices {
            let own = lines.filter { $0["board"] as? String == world.links[number] }
            let device = try world.device(number)
            let alone = try world.small.motionq.start(world.run([world.links[number]], "--json")).wait().objects()
            device.end()
            #expect(alone.allSatisfy { $0["board"] == nil })
            #expect(windows(own).count > 40 && windows(own) == windows(alone))
            #expect(own.last?["type"] as? String == "summary")
            #expect(own.last?["samples"] as? Int == alone.last?["samples"] as? Int)
        }
    }

    @Test("one that is not there is named, and the others go on: at the end its code is the run's")
    func missing() throws {
        let world = try World()
        defer { world.small.remove() }
        let device = try world.device(0)
        let nowhere = world.small.motionq.path("nowhere")
        let result = try world.small.motionq.start(world.run([nowhere, world.links[0]])).wait()
        device.end()
        #expect(result.status == 69 && result.errors.contains("motionq: nowhere: there is no port"), "\(result.errors)")
        #expect(result.output.contains("board0: 300 samples, 0 lost"), "\(result.output)")
    }

    @Test("are ended together by one interrupt: 0, with what was counted of each")
    func interrupted() throws {
        let world = try World()
        defer { world.small.remove() }
        let devices = try [0, 1].map(world.device)
        let monitor = try world.small.motionq.start(
            ["monitor"] + world.links[0...1].flatMap { ["--port", $0] } + ["--json"])
        for link in world.links[0...1] {
            let sample = { (line: Substring) in line.contains(#""type":"sample""#) && line.contains(link) }
            #expect(Patience.waits { monitor.text.split(separator: "\n").contains(where: sample) })
        }
        let result = monitor.end()
        devices.forEach { $0.end() }
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.objects().count { $0["type"] as? String == "summary" } == 2)
    }

    @Test("the same port twice, and a board whose axes are to be found among others, are refused: 64")
    func refused() throws {
        let world = try World()
        defer { world.small.remove() }
        try world.small.motionq.start(world.run(["a", "a"])).wait().expectRefusal(64, says: "twice")
        try world.small.motionq.start(world.run(["a", "b"], "--axes", "auto")).wait().expectRefusal(64, says: "one board")
    }

    @Test("stand on one page, which shows one of them")
    func page() throws {
        let world = try World()
        defer { world.small.remove() }
        let live = try world.small.motionq.start(world.run(Array(world.links[0...1]), "--page", "--wait"))
        try #require(live.waits(forNote: "/\n"), "\(live.notes)")
        let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
        let page = try Browser(String(line.dropFirst(6)))
        #expect(page.open())
        page.say("device 1")
        page.say("view 60 3000 live")
        let devices = try [0, 1].map(world.device)
        #expect(Patience.waits { !page.read() })
        devices.forEach { $0.end() }
        #expect(live.wait().status == 0)
        let texts = page.messages.texts
        #expect(texts.contains { $0.contains(#""type":"devices","shown":1"#) && $0.contains(#""name":"board0""#) })
        let columns = Set(page.messages.bytes.map(PageColumns.init).flatMap { $0.first..<$0.first + $0.values.count })
        #expect(columns == Set(0..<400))
    }

    @Test("of a list have models and lights of their own, and are called by their names")
    func listed() throws {
        let world = try World()
        defer { world.small.remove() }
        let motionq = world.small.motionq
        let labels = ["class1", "class2", "rest"].map { "  \($0): {enter: [{led: 3}]}" }
        try (["labels:"] + labels).joined(separator: "\n").write(
            toFile: motionq.path("left.yml"), atomically: true, encoding: .utf8)
        let list = motionq.path("devices.yml")
        try """
        - port: \(world.links[0])
        - port: \(world.links[1])
          name: left hand
          model: other.safetensors
          feedback: left.yml
        """.write(toFile: list, atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(atPath: world.small.model, toPath: motionq.path("other.safetensors"))
        let devices = try [0, 1].map(world.device)
        let result = try motionq.start(world.run([], "--devices", list, "--json")).wait()
        let commands = devices.map { $0.end() }
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.objects()
        #expect(Set(lines.map { $0["board"] as? String }) == [world.links[0], "left hand"])
        #expect(commands[1].contains(#""unit":3"#) && !commands[0].contains(#""unit":3"#))
    }

    @Test(
        "of a list that is not one are refused with its line",
        arguments: [
            ("", "line 1: devices are a list"), ("port: a", "line 1: devices are a list"),
            ("- port: a\n- prot: b", "line 2: a device has no “prot”; it has port, name, model, feedback"),
            ("- port: a\n- name: b", "line 2: the device has no port"),
            ("- port: a\n- port: a", "line 2: the port “a” stands here a second time"),
            ("- {port: a, name: c}\n- {port: b, name: c}", "line 1: another device is called “c”, too"),
            ("- port: [a]", "line 1: “port” wants a value of one line"), ("- port: a\n  port: b", "“port” stands there twice"),
            ("- port: 'a", "this is no YAML"),
        ])
    func refused(text: String, sentence: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let list = motionq.path("devices.yml")
        try text.write(toFile: list, atomically: true, encoding: .utf8)
        let result = try motionq.run("run", "--devices", list, "--model", Repository.demoModel)
        #expect(result.status == 65 && result.errors.contains(sentence), "\(result.errors)")
    }
}
