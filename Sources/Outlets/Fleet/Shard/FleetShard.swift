import Formatting
package import LiveLoop
package import MQTT
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
    /// Of this program, among others that do the same work.
    private let name = "\(UInt64.random(in: 0...UInt64.max))"
    /// Touched on the connection's thread alone.
    private var seats: [String: FleetSeat] = [:]
    private var seatsByTopic: [String: FleetSeat] = [:]
    /// Those that have bytes to read.
    private var due: [FleetSeat] = []
    private var swept: UInt64 = 0
    /// Whether it has said that it does the work of its shard, and whether the broker has heard that.
    private var (hasSaid, isOwner) = (false, false)
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

    /// Microseconds between two looks at those from whom nothing comes.
    private static let sweep: UInt64 = 25_000
    /// Longest message that a bridge may make of a device's bytes.
    private static let longest = 64 * 1024

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
        connection.keep(Self.status(shard, topics, isHere: true))
        // Once: when the connection comes back this is how to hear whether another program has come meanwhile.
        if !hasSaid { connection.publish(MQTTMessage(topic: owner, payload: name, isRetained: true)) }
        hasSaid = true
    }

    private func hear(owner name: String) {
        if name == self.name {
            isOwner = true
        } else if isOwner {
            finish(.takenOver)
        }
    }

    // MARK: What comes

    package func heard(_ message: MQTTReceived, by connection: MQTTConnection) {
        let topic = message.topicText
        if topic == owner { return hear(owner: message.text) }
        if let seat = seatsByTopic[topic] { return feed(seat, message.payload) }
        guard let (id, kind, rest) = topics.read(topic) else { return }
        switch kind {
        case .up:
            if !message.isRetained, let seat = seat(id, connection) { feed(seat, message.payload) }
        case .bridge:
            guard let device = BridgedDevice(reading: message.payload) else { return }
            hear(device, of: id, connection)
        case .model:
            guard let entry = shelf.entry(message.text) else {
                return report("\(id): there is no model “\(printable(message.text))” here; it goes on with the one that it has")
            }
            guard let seat = seat(id, connection), seat.entry.name != entry.name else { return }
            seat.take(entry)
        case .claim:
            if !message.isRetained, let seconds = Double(message.text), seconds >= 0 {
                seat(id, connection)?.claim(seconds: seconds)
            }
        case .set:
            guard !message.isRetained, let seat = seats[id] else { return }
            guard let request = MQTTRequest.read(rest, message.text) else {
                return report("\(id): “\(printable(message.text))” at set/\(printable(rest)) is nothing that can be asked for")
            }
            seat.control.obey(request)
        case .down, .shard, .status, .state: break
        }
    }

    private func feed(_ seat: FleetSeat, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= Self.longest else { return }
        let wasDue = seat.isDue
        seat.feed(bytes)
        if !wasDue, seat.isDue { due.append(seat) }
    }

    private func hear(_ device: BridgedDevice, of id: String, _ connection: MQTTConnection) {
        guard device.isOnline else {
            seats[id]?.lose()
            seats[id]?.connection = nil
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
        let down = Array(topics.topic(.down, of: id).utf8CString)
        let control = DeviceControl()
        let outlet = SeatOutlet(id, of: self, over: connection, control: control)
        let seat = FleetSeat(
            id, shelf.usual, hears: { [hears] in outlet.joined(to: hears(id, $0)) }, control: control, clock: clock
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
        for seat in due { seat.step() }
        due.removeAll(keepingCapacity: true)
        let now = clock.microseconds()
        if now >= swept + Self.sweep {
            swept = now
            for seat in seats.values where now >= seat.stepped + Self.sweep { tend(seat) }
        }
        if now >= countDue {
            countDue = now + 1_000_000
            count()
        }
        if isToStop {
            for seat in seats.values { seat.leave() }
            count()
            connection.keep(Self.status(shard, topics, isHere: false))
            finish(.asked)
        }
        return Int32((swept + Self.sweep - min(now, swept + Self.sweep)) / 1000 + 1)
    }

    private func tend(_ seat: FleetSeat) {
        if seat.isFollowed {
            seat.step()
        } else if seat.connection != nil {
            // A claim that ran out.
            seat.begin()
        }
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
