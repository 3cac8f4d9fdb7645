import Formatting
import Foundation
import LiveLoop
package import MQTT
import MotionCore
import Outlets
import Threads
package import Transport
import WireProtocol

/// Brings a device's bytes to a broker, and hands back what comes there for it: byte for byte, both ways. It understands one
/// thing of them, who the device is.
///
/// What the broker does not take at once is lost, and so is what the device does not take: both sides find that out by themselves.
package final class Bridge {
    /// What becomes known.
    package enum News {
        case found(id: String, BridgedDevice)
        case lost(TransportError)
        case waiting(TransportError)
    }

    /// Everything that passed.
    package struct Count: Sendable {
        package var up: UInt64 = 0
        package var down: UInt64 = 0
        /// What the broker, and what the device did not take.
        package var lostUp: UInt64 = 0
        package var lostDown: UInt64 = 0
        package var messages: UInt64 = 0
    }

    private let address: MQTTAddress
    private let topics: FleetTopics
    /// What a device is called that tells no id.
    private let fallback: String
    /// Milliseconds for which bytes are gathered into a message.
    private let gathering: Int32
    private let shouldStop: () -> Bool
    private let tell: (News) -> Void
    private let report: @Sendable (String) -> Void
    private var present: Crossing?
    private var isCongested = false
    private var count = Count()

    /// What passed so far.
    package var counted: Count {
        var counted = count
        let lost: (up: UInt64, down: UInt64) = present?.desk.lost ?? (0, 0)
        counted.lostUp += lost.up
        counted.lostDown += lost.down
        return counted
    }

    /// A device that is bridged.
    fileprivate struct Crossing {
        let id: String
        let connection: MQTTConnection
        let desk: BridgeDesk
    }

    /// Longest message, and milliseconds between two looks for what came for the device.
    private static let (longest, look): (Int, Int32) = (4096, 4)

    /// - Parameters:
    ///   - fallback: what a device is called that tells no id.
    ///   - gathering: milliseconds for which bytes are gathered into a message, 0 … 1000.
    ///   - shouldStop: asked every few milliseconds.
    ///   - report: hears how the connection does, on any thread.
    package init(
        _ address: MQTTAddress, fallback: String, gathering: Int32, shouldStop: @escaping () -> Bool,
        tell: @escaping (News) -> Void, report: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        try MQTTConnection.requireLibrary()
        (self.address, self.fallback, self.gathering) = (address, fallback, gathering)
        topics = FleetTopics(address)
        (self.shouldStop, self.tell, self.report) = (shouldStop, tell, report)
    }

    /// Runs until it is told to stop.
    ///
    /// - Parameters:
    ///   - reconnects: false ends it when the port goes away.
    ///   - open: opens the port; called again after each loss.
    /// - Throws: that the port cannot be opened at first.
    package func run(reconnects: Bool, open: () throws(TransportError) -> any ByteTransport) throws(TransportError) {
        var transport = try open()
        defer {
            transport.close()
            part()
        }
        while true {
            do throws(TransportError) {
                try cross(transport)
                return
            } catch {
                present?.tell(BridgedDevice(), topics)
                tell(.lost(error))
                if !reconnects { return }
            }
            transport.close()
            guard let next = reopened(open) else { return }
            transport = next
        }
    }

    private func reopened(_ open: () throws(TransportError) -> any ByteTransport) -> (any ByteTransport)? {
        var isTold = false
        while !shouldStop() {
            usleep(200_000)
            do throws(TransportError) { return try open() } catch {
                if !isTold { tell(.waiting(error)) }
                isTold = true
            }
        }
        return nil
    }

    /// Until it is told to stop.
    private func cross(_ transport: any ByteTransport) throws(TransportError) {
        var ear = DeviceEar()
        // What came for the device that was here before is not for the one that is here now.
        _ = present?.desk.take()
        let since = FleetClock.now()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.longest, alignment: 1)
        defer { room.deallocate() }
        let clock = MonotonicClock()
        var (asked, gathered): (UInt64?, UInt64) = (nil, 0)
        var count = 0
        while !shouldStop() {
            let now = clock.microseconds()
            if ear.device == nil, now >= (asked ?? 0) {
                asked = now + 500_000
                try write(ear.question(now: now), to: transport)
            }
            let free = UnsafeMutableRawBufferPointer(rebasing: room[count...])
            let read = try transport.read(into: free, timeoutMilliseconds: Self.look)
            if read > 0, count == 0 { gathered = now }
            if read > 0, ear.hear(UnsafeRawBufferPointer(rebasing: free[..<read])), let device = ear.device {
                let place = "\(MachineName.value) \(transport.name)"
                let id = device.uniqueID.count > 0 ? device.uniqueID.hexadecimal : fallback
                meet(BridgedDevice(device, place: place, since: since), id)
            }
            // Nobody knows yet whose they are.
            count = ear.device == nil ? 0 : count + read
            if count > 0, count == room.count || now >= gathered + UInt64(gathering) * 1000 {
                carry(UnsafeRawBufferPointer(rebasing: room[..<count]))
                count = 0
            }
            guard let present, ear.device != nil else { continue }
            for message in present.desk.take() {
                self.count.down += UInt64(message.count)
                try write(message, to: transport)
            }
        }
    }

    private func write(_ bytes: [UInt8], to transport: any ByteTransport) throws(TransportError) {
        // A device that takes nothing is tried, and not waited for.
        let patience: Int32 = isCongested ? 0 : 50
        do throws(TransportError) {
            try bytes.span.bytes.withUnsafeBytes { (raw) throws(TransportError) in
                try transport.write(raw, timeoutMilliseconds: patience)
            }
            isCongested = false
        } catch {
            guard error.code == .timedOut else { throw error }
            isCongested = true
            count.lostDown += UInt64(bytes.count)
        }
    }

    private func carry(_ bytes: UnsafeRawBufferPointer) {
        guard let present else { return }
        count.up += UInt64(bytes.count)
        count.messages += 1
        present.desk.give(Array(bytes), by: present.connection)
    }

    /// A device has said who it is.
    private func meet(_ device: BridgedDevice, _ id: String) {
        if let present, present.id == id {
            present.tell(device, topics)
        } else {
            part()
            let desk = BridgeDesk(topics, id: id)
            do throws(MQTTError) {
                let connection = try MQTTConnection(
                    address, name: OutletNames.plain("motionq-bridge-\(topics.root)-\(id)"), keepsSession: false,
                    will: BridgedDevice().message(of: id, topics), listener: desk, report: report)
                present = Crossing(id: id, connection: connection, desk: desk)
                present?.tell(device, topics)
            } catch {
                report("\(error.sentence)")
            }
        }
        tell(.found(id: id, device))
    }

    private func part() {
        guard let present else { return }
        present.tell(BridgedDevice(), topics)
        present.connection.close(within: 1)
        count = counted
        self.present = nil
    }
}

extension Bridge.Crossing {
    fileprivate func tell(_ device: BridgedDevice, _ topics: FleetTopics) {
        connection.keep(device.message(of: id, topics))
    }
}

/// Between the thread of a bridge's port and the one of its connection: what goes either way, bounded.
private final class BridgeDesk: MQTTListener, @unchecked Sendable {
    private let (up, down): ([CChar], String)
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var outgoing: [[UInt8]] = []
    private var incoming: [[UInt8]] = []
    private var isConnected = false
    private var lostBytes: (up: UInt64, down: UInt64) = (0, 0)

    /// Messages that may wait, each way, and the bytes of one for the device: what a host has for it at most.
    private static let (most, longest) = (64, 16_384)

    /// Bytes that the broker, and that the device did not take in time.
    var lost: (up: UInt64, down: UInt64) {
        signal.lock()
        defer { signal.unlock() }
        return lostBytes
    }

    init(_ topics: FleetTopics, id: String) {
        up = Array(topics.topic(.up, of: id).utf8CString)
        down = topics.topic(.down, of: id)
    }

    var subscriptions: [MQTTSubscription] { [MQTTSubscription(down)] }

    func connected(_ connection: MQTTConnection) { set(isConnected: true) }
    func disconnected(_ connection: MQTTConnection) { set(isConnected: false) }

    private func set(isConnected: Bool) {
        signal.lock()
        self.isConnected = isConnected
        lostBytes.up += outgoing.reduce(0) { $0 + UInt64($1.count) }
        outgoing = []
        signal.unlock()
    }

    func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        guard !message.isRetained else { return }
        signal.lock()
        defer { signal.unlock() }
        guard message.payload.count <= Self.longest else {
            lostBytes.down += UInt64(message.payload.count)
            return
        }
        // A device that takes nothing gets what is new, when it does.
        if incoming.count == Self.most { lostBytes.down += UInt64(incoming.removeFirst().count) }
        incoming.append(Array(message.payload))
    }

    func turn(_ connection: MQTTConnection) -> Int32 {
        signal.lock()
        let messages = outgoing
        outgoing = []
        signal.unlock()
        up.withUnsafeBufferPointer { topic in
            guard let topic = topic.baseAddress else { return }
            for message in messages where !message.span.bytes.withUnsafeBytes({ connection.send(topic, $0) }) {
                signal.lock()
                lostBytes.up += UInt64(message.count)
                signal.unlock()
            }
        }
        return 500
    }

    /// Sends bytes, or counts them as lost where there is no connection, or no room.
    func give(_ bytes: [UInt8], by connection: MQTTConnection) {
        signal.lock()
        let hasRoom = isConnected && outgoing.count < Self.most
        if hasRoom { outgoing.append(bytes) } else { lostBytes.up += UInt64(bytes.count) }
        signal.unlock()
        if hasRoom { connection.wake() }
    }

    func take() -> [[UInt8]] {
        signal.lock()
        defer {
            incoming = []
            signal.unlock()
        }
        return incoming
    }
}
