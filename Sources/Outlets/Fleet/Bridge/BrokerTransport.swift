import Foundation
package import MQTT
import Threads
package import Transport

/// A port that is somewhere else: a device of a fleet, which is talked to by way of the broker. Its shard leaves it alone
/// meanwhile.
///
/// One thread reads and writes; bytes come on the connection's.
package final class BrokerTransport: ByteTransport {
    package let name: String
    private let desk: ClaimDesk
    private let connection: MQTTConnection
    private let claim: String
    private var rest: ArraySlice<UInt8> = []
    private var isClosed = false

    /// Seconds after which a shard takes a device back of which nobody says any more that he has it.
    static let claimSeconds = 15

    /// - Parameter report: hears how the connection does, on any thread.
    package init(
        _ id: String, at address: MQTTAddress, report: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        name = id
        claim = FleetTopics(address).topic(.claim, of: id)
        desk = ClaimDesk(FleetTopics(address), id: id)
        connection = try MQTTConnection(
            address, name: "motionq-claim-\(UInt64.random(in: 0...UInt64.max))", keepsSession: false,
            will: MQTTMessage(topic: claim, payload: "0", delivery: .atLeastOnce),
            listener: desk, report: report)
    }

    deinit { close() }

    package func read(
        into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32
    ) throws(TransportError) -> Int {
        if rest.isEmpty { rest = try desk.take(within: timeoutMilliseconds, port: name)[...] }
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }

    package func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try desk.give(Array(bytes), port: name)
        connection.wake()
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        desk.end()
        connection.publish(MQTTMessage(topic: claim, payload: "0", delivery: .atLeastOnce))
        connection.close(within: 1)
    }
}

/// What goes to a device that is claimed, and what comes from it.
private final class ClaimDesk: MQTTListener, @unchecked Sendable {
    private let (up, bridge): (String, String)
    private let (down, claim): ([CChar], [CChar])
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var incoming: [UInt8] = []
    private var outgoing: [[UInt8]] = []
    private var isOver = false
    /// Since when its bridge says that it is not there.
    private var gone: ContinuousClock.Instant?
    /// Touched on the connection's thread alone.
    private var claimDue = ContinuousClock.now

    /// Bytes, and messages, that may wait.
    private static let (most, mostMessages) = (1 << 16, 64)
    /// For a board that is not there: one that resets is back by then.
    private static let patience = Duration.seconds(5)

    init(_ topics: FleetTopics, id: String) {
        (up, bridge) = (topics.topic(.up, of: id), topics.topic(.bridge, of: id))
        (down, claim) = (
            Array(topics.topic(.down, of: id).utf8CString), Array(topics.topic(.claim, of: id).utf8CString)
        )
    }

    var subscriptions: [MQTTSubscription] { [MQTTSubscription(up), MQTTSubscription(bridge, isCertain: true)] }

    func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        signal.lock()
        defer { signal.unlock() }
        if message.topicText == bridge {
            let isThere = BridgedDevice(reading: message.payload)?.isOnline ?? false
            gone = isThere ? nil : gone ?? .now
        } else if !message.isRetained, incoming.count + message.payload.count <= Self.most {
            incoming.append(contentsOf: message.payload)
        }
        signal.raise()
    }

    func connected(_ connection: MQTTConnection) { claimDue = .now }

    func turn(_ connection: MQTTConnection) -> Int32 {
        signal.lock()
        let (messages, isOver) = (outgoing, isOver)
        outgoing = []
        signal.unlock()
        if !isOver, ContinuousClock.now >= claimDue {
            claimDue = .now + .seconds(BrokerTransport.claimSeconds / 3)
            say("\(BrokerTransport.claimSeconds)", connection)
        }
        down.withUnsafeBufferPointer { topic in
            guard let topic = topic.baseAddress else { return }
            for message in messages { message.span.bytes.withUnsafeBytes { _ = connection.send(topic, $0) } }
        }
        return 500
    }

    private func say(_ seconds: String, _ connection: MQTTConnection) {
        claim.withUnsafeBufferPointer { topic in
            guard let topic = topic.baseAddress else { return }
            Array(seconds.utf8).span.bytes.withUnsafeBytes { _ = connection.send(topic, $0) }
        }
    }

    func take(within milliseconds: Int32, port: String) throws(TransportError) -> [UInt8] {
        let deadline = ThreadSignal.deadline(in: .milliseconds(Int(milliseconds)))
        signal.lock()
        defer { signal.unlock() }
        while incoming.isEmpty, !isOver, milliseconds > 0, signal.wait(until: deadline) {}
        let isGone = gone.map { $0.duration(to: .now) > Self.patience } ?? false
        if incoming.isEmpty, isOver || isGone { throw TransportError(.disconnected, port: port, operation: "mosquitto_loop_read") }
        defer { incoming = [] }
        return incoming
    }

    func give(_ bytes: [UInt8], port: String) throws(TransportError) {
        signal.lock()
        defer { signal.unlock() }
        if isOver { throw TransportError(.disconnected, port: port, operation: "mosquitto_publish") }
        guard outgoing.count < Self.mostMessages else {
            throw TransportError(.timedOut, port: port, operation: "mosquitto_publish")
        }
        outgoing.append(bytes)
    }

    func end() {
        signal.lock()
        isOver = true
        signal.unlock()
    }
}
