import Formatting
import Foundation
package import MQTT
import Outlets
import Threads

/// A device of a fleet, as the broker keeps what is told of it.
package struct FleetMember: Sendable {
    package let id: String
    package var device: BridgedDevice?
    /// What its shard says: of itself, whether the device is heard, and what was counted.
    package var shard: Recognising?
    package var isHeard = false
    /// Whether its shard is there.
    package var hasShard = false
    package var state: State?

    package struct Recognising: Sendable, Decodable {
        package var shard: String
        package var model: String
        package var network: String?
        /// Why it does not follow the device.
        package var refusal: String?
    }

    package struct State: Sendable, Decodable {
        package var rate: Double?
        package var samples: Int
        package var lost: Int
        package var battery: Int?
        /// The gesture that began last, and when, in seconds since 1970.
        package var gesture: String?
        package var time: Double?
    }

    /// Whether its bridge has it.
    package var isOnline: Bool { device?.isOnline ?? false }
}

/// Asks a broker for all that it keeps of a fleet.
package final class FleetCensus: MQTTListener, @unchecked Sendable {
    private let topics: FleetTopics
    private let echo: String
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var members: [String: FleetMember] = [:]
    /// Those that are there, as `3/8`.
    private var shards: Set<String> = []
    private var isComplete = false
    private var hasAsked = false

    private init(_ topics: FleetTopics) {
        self.topics = topics
        echo = "\(topics.root)/echo/\(UInt64.random(in: 0...UInt64.max))"
    }

    /// - Parameters:
    ///   - seconds: for which an answer is waited for.
    ///   - report: hears how the connection does.
    /// - Returns: by their ids; nil: no answer came.
    package static func members(
        at address: MQTTAddress, seconds: Double, report: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) -> [FleetMember]? {
        let census = FleetCensus(FleetTopics(address))
        let connection = try MQTTConnection(
            address, name: "motionq-fleet-\(UInt64.random(in: 0...UInt64.max))", keepsSession: false, listener: census,
            report: report)
        defer { connection.close(within: 0) }
        return census.wait(seconds)
    }

    private func wait(_ seconds: Double) -> [FleetMember]? {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while !isComplete, signal.wait(until: deadline) {}
        guard isComplete else { return nil }
        return members.values.sorted { $0.id < $1.id }.map { member in
            var member = member
            // A shard that has died does not take back what it said of a device.
            member.hasShard = shards.contains(member.shard?.shard ?? "")
            member.isHeard = member.isHeard && member.hasShard
            return member
        }
    }

    package var subscriptions: [MQTTSubscription] {
        // At most once, all of them: what is certain waits behind twenty others, and the echo would overtake it.
        [MQTTSubscription("\(topics.root)/shards/+")]
            + [FleetTopics.Kind.bridge, .shard, .status, .state].map { MQTTSubscription(topics.filter($0)) }
            + [MQTTSubscription(echo)]
    }

    package func connected(_ connection: MQTTConnection) { hasAsked = false }

    /// What is subscribed to comes before the echo of what is said afterwards.
    package func turn(_ connection: MQTTConnection) -> Int32 {
        if !hasAsked {
            hasAsked = echo.utf8CString.withUnsafeBufferPointer { topic in
                topic.baseAddress.map { connection.send($0, UnsafeRawBufferPointer(start: $0, count: 1)) } ?? false
            }
        }
        return hasAsked ? 500 : 50
    }

    package func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        let topic = message.topicText
        signal.lock()
        defer { signal.unlock() }
        if topic == echo {
            isComplete = true
            return signal.raise()
        }
        if let shard = topics.shard(ofStatus: topic) {
            if message.text == "online" { shards.insert(shard) } else { shards.remove(shard) }
            return
        }
        guard let (id, kind, _) = topics.read(topic) else { return }
        var member = members[id] ?? FleetMember(id: id)
        switch kind {
        case .bridge: member.device = BridgedDevice(reading: message.payload)
        case .shard: member.shard = try? JSONDecoder().decode(FleetMember.Recognising.self, from: Data(message.payload))
        case .status: member.isHeard = message.text == "online"
        case .state: member.state = try? JSONDecoder().decode(FleetMember.State.self, from: Data(message.payload))
        case .up, .down, .model, .claim, .set: break
        }
        members[id] = member
    }
}
