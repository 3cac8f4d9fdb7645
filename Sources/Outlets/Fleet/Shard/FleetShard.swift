import Formatting
package import LiveLoop
package import MQTT
import MotionCore
import Outlets
import Threads
import Transport

/// Recognises for all devices of a shard, on the thread of its connection to the broker: messages come, samples go through the
/// networks, commands go back. Another shard is another process.
///
/// A device is followed from its first bytes on, or from its bridge's first word. Whatever stands between it and the shard, its
/// windows are made of samples that followed each other, and it judges by its own clock what comes too late.
package final class FleetShard: MQTTListener, @unchecked Sendable {
    let shard: Shard
    let topics: FleetTopics
    private let shelf: ModelShelf
    private let clock: any LiveClock
    private let hears: (String, ModelShelf.Entry) -> any LiveObserver
    private let report: @Sendable (String) -> Void
    private let owner: String
    /// Of this program, among others that do the same work: when it began, in milliseconds since 1970, and a number.
    private let name = "\(Int(saturating: FleetClock.now() * 1000)) \(UInt64.random(in: 0...UInt64.max))"
    /// Touched on the connection's thread alone.
    private var seats: [String: FleetSeat] = [:]
    private var seatsByTopic: [String: FleetSeat] = [:]
    /// Those that have bytes to read.
    private var due: [FleetSeat] = []
    private var swept: UInt64 = 0
    /// How often the broker has let it in.
    private var connections = 0
    /// Whether nobody is followed any more.
    private var isOver = false
    /// Whether it was said that there are too many devices.
    private var isFull = false
    private var countDue: UInt64 = 0
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var isStopping = false
    private var end: End?
    private var counted = FleetCount()

    /// Why it is over.
    package enum End: Equatable, Sendable {
        /// It was asked for.
        case asked
        /// Another program does the work of this shard.
        case takenOver
    }

    /// Microseconds between two looks for what is due.
    private static let sweep: UInt64 = 10_000
    /// Longest message that a bridge may make of a device's bytes.
    private static let longest = 64 * 1024
    /// Longest other message, and most devices.
    private static let (longestWord, most) = (4096, 50_000)

    /// - Parameters:
    ///   - hears: makes whoever hears of a device with a model, beside the broker; on the connection's
    ///     thread, as what it makes.
    ///   - report: hears what is wrong: a sentence, on the connection's thread.
    package init(
        _ shard: Shard, topics: FleetTopics, models shelf: ModelShelf, clock: any LiveClock = MonotonicClock(),
        hears: @escaping (String, ModelShelf.Entry) -> any LiveObserver, report: @escaping @Sendable (String) -> Void
    ) {
        (self.shard, self.topics, self.shelf, self.clock) = (shard, topics, shelf, clock)
        (self.hears, self.report, owner) = (hears, report, topics.owner(of: shard))
    }

    package var subscriptions: [MQTTSubscription] {
        [MQTTSubscription(owner, isCertain: true)] + shard.subscriptions(topics)
    }

    package static func status(_ shard: Shard, _ topics: FleetTopics, isHere: Bool) -> MQTTMessage {
        MQTTMessage(
            topic: topics.status(of: shard), payload: isHere ? "online" : "offline", delivery: .atLeastOnce, isRetained: true)
    }

    package func connected(_ connection: MQTTConnection) {
        guard !isOver else { return }
        connection.keep(Self.status(shard, topics, isHere: true))
        // Once: when the connection comes back this is how to hear whether another program has come meanwhile.
        if connections == 0 { sayWhoIsHere(connection) }
        connections += 1
    }

    private func sayWhoIsHere(_ connection: MQTTConnection) {
        connection.publish(MQTTMessage(topic: owner, payload: name, isRetained: true))
    }

    /// Two programs with the name of one client throw each other out, so that each hears what the other one said. The one that
    /// began later stays; what an earlier one left behind says nothing.
    private func hear(owner name: String, isRetained: Bool, _ connection: MQTTConnection) {
        // Whoever was here before this one came may have had a clock that went ahead.
        guard name != self.name, connections > 1 || !isRetained else { return }
        func begun(_ name: String) -> Int { name.split(separator: " ").first.flatMap { Int($0) } ?? 0 }
        let (its, own) = ((begun(name), name), (begun(self.name), self.name))
        guard its > own else { return sayWhoIsHere(connection) }
        isOver = true
        seats = [:]
        seatsByTopic = [:]
        due = []
        finish(.takenOver)
    }

    // MARK: What comes

    package func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        guard !isOver, message.payload.count <= Self.longest else { return }
        let topic = message.topicText
        if topic == owner { return hear(owner: message.text, isRetained: message.isRetained, connection) }
        if let seat = seatsByTopic[topic] { return feed(seat, message.payload) }
        guard let (id, kind, rest) = topics.read(topic), kind == .up || message.payload.count <= Self.longestWord else { return }
        switch kind {
        case .up:
            if !message.isRetained, let seat = seat(id, connection) { feed(seat, message.payload) }
        case .bridge:
            guard let device = BridgedDevice(reading: message.payload) else { return }
            hear(device, of: id, connection)
        case .model:
            guard let entry = shelf.entry(message.text) else {
                return report(missing(message.text, id))
            }
            guard let seat = seat(id, connection), seat.entry.name != entry.name else { return }
            seat.take(entry)
        case .claim:
            if !message.isRetained, let seconds = Double(message.text), seconds >= 0 {
                seats[id]?.claim(seconds: seconds)
            }
        case .set:
            guard !message.isRetained, let seat = seats[id] else { return }
            guard let request = MQTTRequest.read(rest, message.text) else {
                return report("\(id): “\(printable(message.text))” at set/\(printable(rest)) is nothing that can be asked for")
            }
            if case .model(let name) = request { return ask(for: name, id, connection) }
            // A light that was asked for while nobody was there is not lit when somebody comes.
            if case .action = request, !seat.isFollowed { return }
            _ = seat.control.obey(request)
            seat.hurry()
            if case .pause = request {
                connection.keep(MQTTDevice.recognition(topics.base(of: id), isPaused: seat.control.isPaused))
            }
        case .down, .shard, .status, .state: break
        }
    }

    /// Named for good, as if by a person: the broker keeps it for the shards of later, and tells it to this one.
    private func ask(for name: String, _ id: String, _ connection: MQTTConnection) {
        guard let entry = shelf.entry(name) else { return report(missing(name, id)) }
        connection.publish(
            MQTTMessage(
                topic: topics.topic(.model, of: id), payload: OutletModel.plain(entry.name), delivery: .atLeastOnce,
                isRetained: true))
    }

    private func missing(_ name: String, _ id: String) -> String {
        "\(id): there is no model “\(printable(name))” here; it goes on with the one that it has"
    }

    private func feed(_ seat: FleetSeat, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= Self.longest else { return }
        let wasDue = seat.hasBytes
        seat.feed(bytes)
        if !wasDue, seat.hasBytes { due.append(seat) }
    }

    private func hear(_ device: BridgedDevice, of id: String, _ connection: MQTTConnection) {
        guard device.isOnline else {
            guard let seat = seats[id] else {
                // A shard of before may have left it as one that is there.
                return connection.keep(MQTTDevice.status(topics.base(of: id), isHere: false))
            }
            seat.lose()
            seat.connection = nil
            return
        }
        guard let seat = seat(id, connection) else { return }
        // The same word again, after the broker was away, says nothing new.
        if let before = seat.connection, before != device.since { seat.renew() } else { seat.begin() }
        seat.connection = device.since
    }

    private func seat(_ id: String, _ connection: MQTTConnection) -> FleetSeat? {
        if let seat = seats[id] { return seat }
        guard shard.has(bucket: FleetTopics.bucket(of: id)) else { return nil }
        guard seats.count < Self.most else {
            if !isFull {
                report("there are more than \(Self.most) devices: what comes beyond is left out; divide them among more shards")
            }
            isFull = true
            return nil
        }
        let down = Array(topics.topic(.down, of: id).utf8CString)
        let control = DeviceControl()
        let outlet = SeatOutlet(id, of: self, over: connection, models: shelf.names, control: control)
        let seat = FleetSeat(
            id, shelf.usual, hears: { [hears] in outlet.joined(to: hears(id, $0)) }, control: control, clock: clock,
            refused: { [report, unowned outlet] failure in
                report("\(id): \(failure.sentence)")
                outlet.refuse(failure.sentence)
            }
        ) { [unowned connection] bytes in
            down.withUnsafeBufferPointer { topic in topic.baseAddress.map { connection.send($0, bytes) } ?? false }
        }
        outlet.seat = seat
        seats[id] = seat
        seatsByTopic[topics.topic(.up, of: id)] = seat
        return seat
    }

    // MARK: What is done

    package func turn(_ connection: MQTTConnection) -> Int32 {
        guard !isOver else { return 500 }
        for seat in due { seat.step() }
        due.removeAll(keepingCapacity: true)
        let now = clock.microseconds()
        if now >= swept + Self.sweep {
            swept = now
            for seat in seats.values where now >= seat.deadline { tend(seat) }
        }
        if now >= countDue {
            countDue = now + 1_000_000
            count()
        }
        if isToStop {
            isOver = true
            for seat in seats.values { seat.leave() }
            count()
            connection.keep(Self.status(shard, topics, isHere: false))
            finish(.asked)
        }
        return Int32((swept + Self.sweep - min(now, swept + Self.sweep)) / 1000 + 1)
    }

    private func tend(_ seat: FleetSeat) {
        // A claim that ran out.
        if !seat.isFollowed, seat.connection != nil { seat.begin() }
        seat.step()
    }

    private func count() {
        var count = FleetCount()
        for seat in seats.values { count.add(seat.counted, isFollowed: seat.isFollowed) }
        signal.lock()
        counted = count
        signal.unlock()
    }

    // MARK: From any thread

    /// What was counted, a moment ago.
    package var statistics: FleetCount {
        signal.lock()
        defer { signal.unlock() }
        return counted
    }

    private var isToStop: Bool {
        signal.lock()
        defer { signal.unlock() }
        return isStopping && end == nil
    }

    private func finish(_ reason: End) {
        signal.lock()
        if end == nil { end = reason }
        signal.raise()
        signal.unlock()
    }

    /// Waits until it is over.
    ///
    /// - Returns: why; nil: it is not, after so many seconds.
    package func waitForEnd(seconds: Double) -> End? {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        while end == nil, signal.wait(until: deadline) {}
        return end
    }

    /// Leaves all devices; `waitForEnd` tells when that is done.
    package func stop(_ connection: MQTTConnection) {
        signal.lock()
        isStopping = true
        signal.unlock()
        connection.wake()
    }
}

extension LiveFailure {
    fileprivate var sentence: String {
        switch self {
        case .transport(let error): "\(error)"
        case .misfit(let error): "\(error)"
        }
    }
}
