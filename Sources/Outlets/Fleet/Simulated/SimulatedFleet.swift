package import LiveLoop
package import MQTT
package import Recordings
package import Simulation
import Threads
import WireProtocol

/// Many devices that do not exist, and their bridges, on one connection to a broker: all replay the same recording, each with a
/// clock and a jitter of its own.
package final class SimulatedFleet: MQTTListener, @unchecked Sendable {
    private let topics: FleetTopics
    private let recording: Recording
    private let options: SimulatorOptions
    private let clock: any LiveClock
    /// Microseconds for which bytes are gathered into a message.
    private let gathering: UInt64
    /// Touched on the connection's thread alone.
    private var devices: [BridgedSimulation] = []
    private var devicesByTopic: [String: BridgedSimulation] = [:]
    private var moved: UInt64 = 0
    private var countDue: UInt64 = 0
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var isStopping = false
    private var hasLeft = false
    private var counted = Count()

    /// Everything that was counted of all devices together.
    package struct Count: Sendable {
        package var devices = 0
        /// Those that a host talks to.
        package var heard = 0
        package var samples: UInt64 = 0
        package var bytes: UInt64 = 0
        package var messages: UInt64 = 0
        /// What the broker did not take.
        package var lostMessages: UInt64 = 0
        package var commandsApplied = 0
        package var commandsLate = 0
    }

    /// Microseconds between two rounds.
    private static let round: UInt64 = 4_000

    /// - Parameters:
    ///   - count: devices, 1 …
    ///   - gathering: milliseconds for which a bridge gathers bytes into a message.
    package init(
        _ count: Int, replaying recording: Recording, options: SimulatorOptions, topics: FleetTopics, gathering: Int,
        clock: any LiveClock = MonotonicClock()
    ) {
        (self.topics, self.recording, self.options, self.clock) = (topics, recording, options, clock)
        self.gathering = UInt64(gathering) * 1000
        devices = (0..<count).map { number in
            BridgedSimulation(
                number, of: count, replaying: recording, options: options, topics: topics, now: clock.microseconds(),
                gathering: self.gathering)
        }
        for device in devices { devicesByTopic[device.down] = device }
    }

    package var subscriptions: [MQTTSubscription] { devices.map { MQTTSubscription($0.down) } }

    package func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        devicesByTopic[message.topicText]?.receive(UnsafeRawBufferPointer(message.payload), now: clock.microseconds())
    }

    package func turn(_ connection: MQTTConnection) -> Int32 {
        if isToStop {
            if !hasLeft {
                for device in devices { connection.keep(BridgedDevice().message(of: device.id, topics)) }
                count()
                leaveNoted()
            }
            return 500
        }
        let now = clock.microseconds()
        if now >= moved + Self.round {
            moved = now
            for device in devices {
                if device.begins(now: now) { connection.keep(device.about.message(of: device.id, topics)) }
                device.advance(now: now) { connection.send($0, $1) }
            }
            if now >= countDue {
                countDue = now + 500_000
                count()
            }
        }
        return Int32((moved + Self.round - min(now, moved + Self.round)) / 1000 + 1)
    }

    private func count() {
        var count = Count()
        count.devices = devices.count
        for device in devices { device.count(&count) }
        signal.lock()
        counted = count
        signal.unlock()
    }

    private var isToStop: Bool {
        signal.lock()
        defer { signal.unlock() }
        return isStopping
    }

    // MARK: From any thread

    package var statistics: Count {
        signal.lock()
        defer { signal.unlock() }
        return counted
    }

    /// Tells the broker that all are gone. To be called before the connection is closed.
    package func leave(_ connection: MQTTConnection) {
        signal.lock()
        defer { signal.unlock() }
        isStopping = true
        connection.wake()
        let deadline = ThreadSignal.deadline(in: .seconds(2))
        while !hasLeft, signal.wait(until: deadline) {}
    }

    private func leaveNoted() {
        signal.lock()
        hasLeft = true
        signal.raise()
        signal.unlock()
    }
}

/// One device that does not exist, and its bridge.
private final class BridgedSimulation {
    let id: String
    let down: String
    let about: BridgedDevice
    private let up: [CChar]
    private let device: SimulatedDevice
    private let gathering: UInt64
    private let commands: Commands
    private var due: UInt64
    /// When the device has something to do.
    private var wake: UInt64
    /// Microseconds between the beginnings of two devices: people do not move all at once.
    private static let apart: UInt64 = 5_000
    private var (bytes, messages, lost): (UInt64, UInt64, UInt64) = (0, 0, 0)

    private var hasBegun = false

    private final class Commands {
        var isHeard = false
        var applied = 0
    }

    init(
        _ number: Int, of count: Int, replaying recording: Recording, options: SimulatorOptions, topics: FleetTopics, now: UInt64,
        gathering: UInt64
    ) {
        var options = options
        // An id has sixteen bytes at most.
        options.uniqueID = "sim-\(options.seed % 100_000)-\(number)"
        options.seed = options.seed &+ UInt64(number)
        options.queueCapacity = 4096
        options.driftPartsPerMillion += Double(number % 41) - 20
        let commands = Commands()
        self.commands = commands
        device = SimulatedDevice(recording: recording, options: options, now: now) { event in
            switch event {
            case .hostGreeted: commands.isHeard = true
            case .hostLost, .hostLeft: commands.isHeard = false
            case .actuator(let change): if change.reason == .command { commands.applied += 1 }
            default: break
            }
        }
        id = Array(options.uniqueID.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        down = topics.topic(.down, of: id)
        up = Array(topics.topic(.up, of: id).utf8CString)
        self.gathering = gathering
        wake = now + Self.apart * UInt64(number)
        // Nor do bridges speak.
        due = now + gathering * UInt64(number) / UInt64(count)
        var about = BridgedDevice()
        (about.isOnline, about.name, about.place) = (true, options.name, "simulated")
        (about.rate, about.since) = (recording.sessions.first?.rate ?? 0, FleetClock.now())
        self.about = about
    }

    /// Whether its bridge finds it now.
    func begins(now: UInt64) -> Bool {
        guard !hasBegun, now >= wake else { return false }
        hasBegun = true
        return true
    }

    func receive(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        guard hasBegun else { return }
        device.receive(bytes, now: now)
        wake = now
    }

    func advance(now: UInt64, send: (UnsafePointer<CChar>, UnsafeRawBufferPointer) -> Bool) {
        if hasBegun, now >= wake {
            device.advance(now: now)
            wake = device.nextWake(after: now + 1)
        }
        guard now >= due else { return }
        due = max(due + gathering, now)
        let port = device.arriving
        guard !port.isEmpty else { return }
        let isTaken = up.withUnsafeBufferPointer { topic in
            topic.baseAddress.map { topic in port.withUnsafeBytes { send(topic, $0) } } ?? false
        }
        bytes += UInt64(port.count)
        messages += 1
        if !isTaken { lost += 1 }
        device.consume(port.count)
    }

    func count(_ count: inout SimulatedFleet.Count) {
        if commands.isHeard { count.heard += 1 }
        let summary = device.summary
        count.samples += summary.samples - summary.samplesDropped
        count.bytes += bytes
        count.messages += messages
        count.lostMessages += lost
        count.commandsApplied += commands.applied
        count.commandsLate += summary.commands.late
    }
}
