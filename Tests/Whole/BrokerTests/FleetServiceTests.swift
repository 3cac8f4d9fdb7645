import Foundation
import MotionCore
import TestSupport
import Testing
import WireProtocol

@Suite("A fleet is served", .enabled(if: Broker.isWanted, Comment(rawValue: Broker.unwanted)), .serialized)
struct FleetServiceTests {
    @Test("lists its devices: what their bridges and shards say, and who is away")
    func listed() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        #expect(try fleet.fleet().output.contains("No device is known there"))
        let shard = try fleet.shard()
        let board = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(shard.waits(for: #""phase":"exit""#))
        func listed() throws -> [String: Any] { try fleet.fleet("--json").objects().first ?? [:] }
        #expect(Patience.waits { (try? listed()["gesture"]) != nil })
        let device = try listed()
        #expect(
            device["id"] as? String == FleetWorld.board && device["online"] as? Bool == true && device["heard"] as? Bool == true)
        #expect(device["shard"] as? String == "1/1" && device["lost_samples"] as? Int == 0)
        #expect((device["device"] as? [String: Any])?["name"] as? String == "MotionQ15 simulator")
        bridge.kill()
        #expect(Patience.waits { (try? listed()["online"] as? Bool) == false })
        #expect(try fleet.fleet().output.contains("offline"))
        shard.end()
        board.end()
    }

    @Test("is counted whole, however many it has")
    func many() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let devices = try fleet.devices(150)
        #expect(Patience.waits { (try? fleet.fleet("--json").objects().count) == 150 })
        devices.end()
    }

    @Test("recognises for a device by the model that is named for it, and says where there is none of that name")
    func otherModel() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let models = fleet.motionq.path("models")
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Repository.demoModel, toPath: models + "/wand.safetensors")
        let shard = try fleet.shard("1/1", ["--models", models])
        let board = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(shard.waits(for: #""type":"window""#))
        #expect(try fleet.fleet("model", "--device", FleetWorld.board, "--name", "none").status == 0)
        #expect(shard.waits(forNote: "there is no model “none” here"))
        #expect(try fleet.fleet("model", "--device", FleetWorld.board, "--name", "wand").status == 0)
        #expect(shard.waits(for: #""state":"session""#, times: 2))
        func model() -> String? { try? fleet.fleet("--json").objects().first?["model"] as? String }
        #expect(Patience.waits { model() == "wand.safetensors" })
        // As from Home Assistant, which offers both.
        try fleet.broker.publish("motionq/fleet/eb/\(FleetWorld.board)/set/model", "demo")
        #expect(Patience.waits { model() == "demo.safetensors" })
        shard.end()
        bridge.end()
        board.end()
    }

    @Test("has a device to itself that is talked to as a port, and its shard has it afterwards")
    func port() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let shard = try fleet.shard()
        let board = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(shard.waits(for: #""type":"window""#, times: 10))
        let port = "mqtt://127.0.0.1:\(fleet.broker.port)/\(FleetWorld.board)"
        let monitor = try fleet.motionq.start(["monitor", "--port", port, "--json"])
        #expect(monitor.waits(for: #""type":"sample""#, times: 100))
        #expect(shard.waits(for: #""state":"disconnected""#))
        #expect(try monitor.end().objects().last?["lost_samples"] as? Int == 0)
        #expect(shard.waits(for: #""state":"session""#, times: 2))
        shard.end()
        bridge.end()
        board.end()
    }

    /// A device that takes networks, on a pseudo-terminal.
    private func lying(_ id: UInt8, _ teach: @escaping @Sendable (LyingDevice) -> Void = { _ in }) throws -> Puppet {
        nonisolated(unsafe) let device = LyingDevice()
        device.identity.sensor = ScriptedDevice.sixAxes().sensor
        device.identity.uniqueID = ShortText()
        device.identity.uniqueID.append(id)
        teach(device)
        let clock = PatientClock()
        return try Puppet { bytes in
            let now = clock.advance()
            device.take(bytes, now: now)
            return device.said(now: now)
        }
    }

    @Test("gets another network, one by one, where it fits, and no further where one refuses it")
    func installed() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let shard = try fleet.shard()
        let honest = try (1...3).map { try lying($0) }
        let refusing = try lying(9) { $0.whenAsked = { $0.say(InstalledMessage(answering: $1, .tooLarge, next: $2.next)) } }
        let unfit = try lying(7) { $0.identity.sensor = LyingDevice().identity.sensor }
        let last = try lying(0xAA)
        let all = honest + [refusing, unfit, last]
        let bridges = try all.map { try fleet.bridge($0.path) }
        #expect(bridges.allSatisfy { $0.waits(for: #""type":"bridge""#) })
        #expect(shard.waits(for: #""state":"session""#, times: 6))
        let chosen = try fleet.fleet("install", "--model", Repository.demoModel, "--dry-run", "--json").objects()
        func ids(_ lines: [[String: Any]], _ state: String) -> [String] {
            lines.filter { $0["state"] as? String == state }.compactMap { $0["id"] as? String }
        }
        #expect(ids(chosen, "chosen") == ["01", "02", "03", "09", "aa"] && ids(chosen, "left_out") == ["07"])
        let result = try fleet.fleet("install", "--model", Repository.demoModel, "--json")
        let lines = try result.objects()
        #expect(
            result.status == 65 && ids(lines, "installed") == ["01", "02", "03"] && ids(lines, "failed") == ["09"], "\(result)")
        #expect(result.errors.contains("3 of 5 devices run it, the 1 after it were not touched"), "\(result.errors)")
        // Those that have it are left out the next time, and their shard has them again.
        #expect(
            Patience.waits {
                (try? ids(fleet.fleet("install", "--model", Repository.demoModel, "--dry-run", "--json").objects(), "chosen")) == [
                    "09", "aa",
                ]
            })
        #expect(shard.waits(for: #""state":"session""#, times: 9))
        shard.end()
        bridges.forEach { $0.end() }
        all.forEach { $0.end() }
    }
}
