import Formatting
import LiveLoop
import MQTT
import MotionRecognition
import Outlets

/// Tells the broker of one device of a shard, by the connection of all of them.
final class SeatOutlet: Outlet {
    private let id: String
    private let shard: FleetShard
    private let connection: MQTTConnection
    private let models: [String]
    private let control: DeviceControl
    private var device: MQTTDevice?
    private var isRefused = false
    weak var seat: FleetSeat?
    private lazy var feed = OutletFeed(self, port: id)

    /// - Parameter models: the names of all that may be asked for.
    init(_ id: String, of shard: FleetShard, over connection: MQTTConnection, models: [String], control: DeviceControl) {
        (self.id, self.shard, self.connection, self.models, self.control) = (id, shard, connection, models, control)
    }

    var dropped: UInt64 { connection.dropped }

    func tell(_ news: OutletNews) {
        switch news {
        case .device(let device): greet(device)
        case .condition(let condition): device?.tell(condition, dropped: dropped)
        case .gesture(let gesture): device?.tell(gesture)
        case .window, .channels: break
        }
    }

    func close(within seconds: Double) {}

    /// Hears of the device, as whoever else hears of it.
    func joined(to other: any LiveObserver) -> any LiveObserver { BothObservers(feed, other) }

    private func greet(_ device: OutletDevice) {
        guard let entry = seat?.entry else { return }
        let model = entry.asOutletsHear(choice: models)
        if let present = self.device, present.model == model {
            if isRefused { tellShard(entry) }
            return present.greet(device)
        }
        let before = self.device
        let base = shard.topics.base(of: id)
        self.device = MQTTDevice(
            device, over: connection, base: base, model: model, control: control,
            guardian: shard.topics.status(of: shard.shard), after: before, now: FleetClock.now)
        // Another model has other gestures.
        if let before, let device = self.device { before.withdraw(allBut: device) }
        tellShard(entry)
    }

    /// It cannot be followed.
    func refuse(_ sentence: String) {
        if let entry = seat?.entry { tellShard(entry, refusal: sentence) }
    }

    private func tellShard(_ entry: ModelShelf.Entry, refusal: String? = nil) {
        isRefused = refusal != nil
        var line = JSONLine()
        line.add("shard", "\(shard.shard)")
        line.add("model", entry.name)
        if let network = entry.model.networkHash { line.add("network", network.hexadecimal) }
        if let refusal { line.add("refusal", refusal) }
        connection.keep(MQTTMessage(topic: shard.topics.topic(.shard, of: id), payload: line.line))
    }
}
