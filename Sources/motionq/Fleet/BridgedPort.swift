import Fleet
import Formatting
import LiveLoop
import MQTT
import Outlets
import Synchronization
import Transport

/// A port whose device is brought to a broker.
struct BridgedPort: @unchecked Sendable {
    let choice: ChosenPort
    let address: MQTTAddress
    let gather: Int32
    let json: Bool

    /// Until it is told to stop.
    ///
    /// - Parameter reconnects: whether a port that goes away is waited for.
    func run(reconnects: Bool) throws {
        let greeting = GreetingWatch(Silence(), choice: choice)
        let open = try choice.opener(for: greeting)
        let bridge: Bridge
        do throws(MQTTError) {
            bridge = try Bridge(
                address, fallback: OutletNames.plain("\(MachineName.value)_\(choice.port)"), gathering: gather,
                shouldStop: { choice.scene.wantsEnd(Interrupt.isRaised) || greeting.isOverdue },
                tell: { news in
                    if case .found = news { greeting.isGreeted() }
                    tell(news)
                }, report: choice.voice.note)
        } catch {
            throw error.refusal
        }
        do throws(TransportError) { try bridge.run(reconnects: reconnects, open: open) } catch { throw error.refusal }
        if greeting.isOverdue { throw greeting.refusal }
        conclude(bridge.counted)
    }

    private func tell(_ news: Bridge.News) {
        switch news {
        case .found(let id, let device):
            guard json else {
                let name = device.name.isEmpty ? "a device" : printable(device.name)
                return choice.voice.note("\(name) is there as \(id), at \(Numbers.decimal(device.rate, 1)) Hz")
            }
            var line = JSONLine(type: "bridge")
            line.add("id", id)
            line.add("topic", FleetTopics(address).base(of: id))
            line.add("device", device.line)
            choice.voice.json(line)
        case .lost(let error): choice.voice.note(error.asCommand)
        case .waiting: choice.voice.note("waiting for the port to come back")
        }
    }

    private func conclude(_ count: Bridge.Count) {
        guard json else {
            return choice.voice.note(
                "\(count.up) bytes of the device went out in \(count.messages) messages, \(count.down) came for it; "
                    + "\(count.lostUp) and \(count.lostDown) were not taken")
        }
        var line = JSONLine(type: "summary")
        line.add("bytes_up", Int(count.up))
        line.add("bytes_down", Int(count.down))
        line.add("bytes_up_lost", Int(count.lostUp))
        line.add("bytes_down_lost", Int(count.lostDown))
        line.add("messages", Int(count.messages))
        choice.voice.json(line)
    }

    /// Nobody hears of a device that is bridged.
    private final class Silence: LiveObserver {}
}

/// What went wrong on several threads.
final class Failures: Sendable {
    private let all = Mutex<[any Error]>([])

    func add(_ error: any Error) { all.withLock { $0.append(error) } }
    var first: (any Error)? { all.withLock { $0.first } }
}
