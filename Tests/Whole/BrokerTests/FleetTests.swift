import Foundation
import TestSupport
import Testing

@Suite("A fleet on a broker", .enabled(if: Broker.isWanted, Comment(rawValue: Broker.unwanted)), .serialized)
struct FleetTests {
    @Test("is recognised bit for bit as a device at a port, and its lights obey")
    func same() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let near = fleet.world.board()
        let local = try fleet.world.run().wait()
        near.end()
        let shard = try fleet.shard()
        let far = fleet.world.board()
        let bridge = try fleet.bridge(nil, ["--until-disconnected"])
        // It ends when all of it has been replayed.
        #expect(bridge.wait().status == 0)
        #expect(shard.waits(for: #""state":"disconnected""#))
        let result = shard.end()
        let lights = far.end()
        #expect(result.status == 0, "\(result.errors)")
        let (here, there) = (FleetWorld.windows(try local.objects()), FleetWorld.windows(try result.objects()))
        #expect(here.count > 50 && there == here)
        #expect(BrokerWorld.gestures(try result.objects()) == BrokerWorld.gestures(try local.objects()))
        #expect(lights.contains(#""type":"led""#))
        #expect(try result.objects().last?["lost_samples"] as? Int == 0)
    }

    @Test("is shared by shards: each device is one's alone, no sample is lost, and all windows are those of a device at a port")
    func shards() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let shards = try (1...3).map { try fleet.shard("\($0)/3") }
        let devices = try fleet.devices(24)
        let near = fleet.world.board(loops: true)
        let local = try fleet.world.run(arguments: [])
        #expect(shards.allSatisfy { $0.waits(for: #""type":"window""#, times: 400) })
        #expect(local.waits(for: #""type":"window""#, times: 100))
        let results = try shards.map { try $0.end().objects() }
        let here = FleetWorld.windows(try local.end().objects())
        near.end()
        devices.end()
        let boards = results.map(FleetWorld.boards)
        #expect(boards.map(\.count).reduce(0, +) == 24 && boards.reduce(Set()) { $0.union($1) }.count == 24)
        for (lines, boards) in zip(results, boards) {
            for board in boards {
                let there = FleetWorld.windows(lines, of: board)
                #expect(there.count > 10 && there == Array(here.prefix(there.count)), "\(board)")
            }
            #expect(lines.last?["lost_samples"] as? Int == 0)
        }
    }

    @Test("goes on where a shard is killed and begins again, with fresh windows")
    func killed() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let first = try fleet.shard()
        let devices = try fleet.devices(6)
        #expect(first.waits(for: #""type":"window""#, times: 100))
        first.kill()
        _ = first.wait()
        let watcher = try Subscriber(fleet.broker, topics: "motionq/fleet/shards/#")
        #expect(Patience.waits { watcher.messages("/1-1").contains("offline") })
        let second = try fleet.shard()
        #expect(Patience.waits { (try? FleetWorld.boards(Self.whole(second)).count) == 6 })
        #expect(second.waits(for: #""type":"window""#, times: 60))
        let result = second.end()
        devices.end()
        // A session of another host's: samples are counted from its beginning, and a window is whole.
        for board in FleetWorld.boards(try result.objects()) {
            let first = FleetWorld.windows(try result.objects(), of: board).first
            #expect(first.flatMap { Int($0.prefix { $0 != " " }) }.map { $0 > 10 } == true)
        }
    }

    @Test("acts on nothing that is late: what a broker held back is left out, or refused by the device")
    func late() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        // Lights that go out by themselves: what switches one off is right at any time, and would be told of here, too.
        let map = fleet.motionq.path("lights.yml")
        let labels = ["chop", "drive", "shake"].map { "  \($0): {enter: [{led: 0, duration_ms: 200}]}" }
        try (["labels:"] + labels).joined(separator: "\n").write(toFile: map, atomically: true, encoding: .utf8)
        let shard = try fleet.shard("1/1", ["--feedback", map])
        let devices = try fleet.devices(4)
        #expect(shard.waits(for: #""type":"feedback""#, times: 4))
        for round in 1...3 {
            fleet.broker.halt()
            // Longer than any command lives.
            #expect(shard.waits(for: #""state":"silent""#, times: 4 * round))
            fleet.broker.proceed()
            let before = shard.text.components(separatedBy: #""type":"window""#).count
            #expect(shard.waits(for: #""type":"window""#, times: before + 40))
        }
        let lines = try shard.end().objects()
        devices.end()
        let applied = lines.filter { $0["type"] as? String == "feedback" && $0["status"] as? String == "ok" }
        let late = applied.filter { ($0["age_ms"] as? Double).map { $0 > 500 } ?? true }
        #expect(!applied.isEmpty && late.isEmpty, "\(late)")
    }

    @Test("tells each gesture once, in order, also where the broker is ended and begins again")
    func restarted() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let subscriber = try Subscriber(fleet.broker, topics: "motionq/fleet/+/+/event", ["-c", "-i", "watcher", "-x", "600"])
        #expect(Patience.waits { fleet.broker.log.contains("SUBSCRIBE") })
        let shard = try fleet.shard()
        let board = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= 4 })
        fleet.broker.end()
        #expect(shard.waits(forNote: "it is tried again"))
        try fleet.broker.restart()
        let before = shard.text.components(separatedBy: #""type":"event""#).count
        #expect(shard.waits(for: #""type":"event""#, times: before + 6))
        let result = shard.end()
        bridge.end()
        board.end()
        let gestures = BrokerWorld.gestures(try result.objects())
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= gestures.count })
        #expect(BrokerWorld.told(subscriber) == gestures)
    }

    @Test("finds a board again that was unplugged, and counts on")
    func unplugged() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let shard = try fleet.shard()
        let first = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(shard.waits(for: #""type":"window""#, times: 10))
        first.end()
        #expect(shard.waits(for: #""state":"disconnected""#))
        let second = fleet.world.board(loops: true)
        #expect(shard.waits(for: #""state":"session""#, times: 2))
        let windows = shard.text.components(separatedBy: #""type":"window""#).count
        #expect(shard.waits(for: #""type":"window""#, times: windows + 10))
        // Once, and not again and again.
        #expect(bridge.notes.components(separatedBy: "was disconnected").count == 2, "\(bridge.notes)")
        shard.end()
        bridge.end()
        second.end()
    }

    @Test("is left in order: lights off, nobody followed any more, and offline for whoever asks")
    func left() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let shard = try fleet.shard()
        let devices = try fleet.devices(8)
        #expect(Patience.waits { (try? FleetWorld.boards(Self.whole(shard)).count) == 8 })
        #expect(shard.waits(for: #""type":"window""#, times: 100))
        let lines = try shard.end().objects()
        let states = lines.filter { $0["type"] as? String == "link" }
        for board in FleetWorld.boards(lines) {
            #expect(states.last { $0["board"] as? String == board }?["state"] as? String == "disconnected")
        }
        #expect(lines.last?["followed"] as? Int == 0)
        #expect(Patience.waits { (try? fleet.fleet("--json").objects().allSatisfy { $0["heard"] as? Bool == false }) == true })
        devices.end()
    }

    @Test("does not light later what was asked for while a device was away, and says that nothing is recognised")
    func asked() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let base = "motionq/fleet/eb/\(FleetWorld.board)"
        let shard = try fleet.shard()
        let subscriber = try Subscriber(fleet.broker, topics: "motionq/fleet/+/+/recognition")
        let first = fleet.world.board(loops: true)
        let bridge = try fleet.bridge()
        #expect(shard.waits(for: #""type":"window""#))
        try fleet.broker.publish("\(base)/set/led/3", "ON")
        #expect(first.waits(for: #""type":"led","unit":3"#))
        try fleet.broker.publish("\(base)/set/recognition", "OFF")
        #expect(Patience.waits { subscriber.messages("/recognition").last == "OFF" })
        try fleet.broker.publish("\(base)/set/recognition", "ON")
        first.end()
        #expect(shard.waits(for: #""state":"disconnected""#))
        try fleet.broker.publish("\(base)/set/led/3", "ON")
        let second = fleet.world.board(loops: true)
        #expect(shard.waits(for: #""state":"session""#, times: 2))
        let windows = shard.text.components(separatedBy: #""type":"window""#).count
        #expect(shard.waits(for: #""type":"window""#, times: windows + 20))
        shard.end()
        bridge.end()
        #expect(!second.end().contains(#""type":"led","unit":3"#))
    }

    @Test("has one shard of a kind: another program in its place ends the first, which says why")
    func takenOver() throws {
        let fleet = try FleetWorld()
        defer { fleet.end() }
        let first = try fleet.shard()
        let second = try fleet.shard()
        let result = first.wait()
        #expect(result.status == 69 && result.errors.contains("another program recognises for shard 1/1"), "\(result.errors)")
        #expect(second.isRunning)
        second.end()
    }

    /// What a program has written so far, up to its last whole line.
    private static func whole(_ command: Motionq.Running) throws -> [[String: Any]] {
        let text = command.text
        let lines = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
        return try lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }
}
