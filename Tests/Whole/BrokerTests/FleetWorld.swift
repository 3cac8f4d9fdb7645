import Foundation
import TestSupport
import Testing

/// A broker, and what `BrokerWorld` has: boards, bridges and shards.
struct FleetWorld {
    let world: BrokerWorld
    let broker: Broker
    var motionq: Motionq { world.motionq }
    /// Home Assistant is told nothing: it is not what these tests are about.
    var address: String { "mqtt://127.0.0.1:\(broker.port)?discovery=off" }
    /// The id of the simulated board's.
    static let board = "73696d756c617465642d30"

    init() throws {
        world = try BrokerWorld()
        broker = try Broker(in: world.motionq.folder.path)
    }

    func end() { world.end() }

    func bridge(_ port: String? = nil, _ arguments: [String] = []) throws -> Motionq.Running {
        try motionq.start(["bridge", "--port", port ?? world.link, "--broker", address, "--json"] + arguments)
    }

    func shard(_ share: String = "1/1", _ arguments: [String] = []) throws -> Motionq.Running {
        let shard = try motionq.start(
            ["run", "--broker", address, "--shard", share, "--model", Repository.demoModel, "--json"] + arguments)
        #expect(shard.waits(forNote: "connected"))
        return shard
    }

    /// So many devices that do not exist, at the broker.
    func devices(_ count: Int) throws -> Motionq.Running {
        try motionq.start([
            "simulate", "--data", motionq.path("motion.csv"), "--broker", address, "--devices", "\(count)", "--loop", "--json",
        ])
    }

    /// Runs `motionq fleet …`.
    func fleet(_ arguments: String...) throws -> Motionq.Result {
        let verb = arguments.first.map { $0.hasPrefix("-") ? [] : [$0] } ?? []
        return try motionq.start(["fleet"] + verb + ["--broker", address] + arguments.dropFirst(verb.count)).wait()
    }

    /// What the network said of each window, by the sample that it ended with, of one device of several.
    static func windows(_ lines: [[String: Any]], of board: String? = nil) -> [String] {
        lines.filter { $0["type"] as? String == "window" && (board == nil || $0["board"] as? String == board) }.map { line in
            let probabilities = (line["probabilities"] as? [String: Double] ?? [:]).sorted { $0.key < $1.key }
            return "\(line["end_sample"] ?? "") \(line["slot"] ?? "") \(line["decision"] ?? "") \(probabilities.map(\.value))"
        }
    }

    /// Devices that a program told of, by their ids.
    static func boards(_ lines: [[String: Any]]) -> Set<String> { Set(lines.compactMap { $0["board"] as? String }) }
}
