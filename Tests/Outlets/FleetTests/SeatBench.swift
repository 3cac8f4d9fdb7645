import Fleet
import LiveLoop
import MotionCore
import Outlets
import TestSupport
import Transport
import WireProtocol

/// A device, a network in between that can hold back what it carries, and the seat of the device, moved by hand.
final class SeatBench {
    let device: ScriptedDevice
    let seat: FleetSeat
    let clock = ManualClock()
    let observer = RecordingObserver()
    private let wire: MemoryTransport
    /// What the network has not carried yet.
    private var held: [[UInt8]] = []
    var isHeld = false
    /// Bytes that went to the device.
    private let sent = Sent()
    var bytesSent: Int { sent.count }

    /// Why it was not followed.
    var refusals: [LiveFailure] { sent.refusals }

    private final class Sent {
        var count = 0
        var refusals: [LiveFailure] = []
    }

    /// A model whose very first window enters a label, and lights LED 2 for it.
    static func entry(_ name: String, labels: Int = 4, timeToLive: UInt16 = 300) throws -> ModelShelf.Entry {
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [labels]), carriesState: false, seed: 2)
        var options = LiveOptions()
        options.decision.threshold = 0
        options.decision.enterRatio = 0
        options.decision.exitRatio = 400_000_000
        for label in 0..<labels {
            let action = ActuatorAction(actuator: 1, unit: 2, pattern: .on)
            options.feedback.entries.append(
                .init(label: label, onEnter: true, leastConfidence: 0, timeToLive: timeToLive, action: action))
        }
        return ModelShelf.Entry(name: name, model: try liveModel(network), options: options)
    }

    init(_ identity: HelloMessage = ScriptedDevice.sixAxes()) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        (wire, device) = (pair.host, ScriptedDevice(transport: pair.device, identity: identity))
        seat = FleetSeat(
            "0102", try Self.entry("usual"), hears: { [observer] _ in observer }, control: DeviceControl(), clock: clock,
            refused: { [sent] in sent.refusals.append($0) }
        ) { [wire, sent] bytes in
            sent.count += bytes.count
            return (try? wire.write(bytes, timeoutMilliseconds: 0)) != nil
        }
    }

    /// So many sample periods.
    func tick(_ times: Int) throws {
        for index in 0..<times {
            device.push((0..<6).map { Int16($0 * 100 + index % 100) })
            clock.now += 40_000
            try device.service()
            carry()
            seat.step()
        }
    }

    /// What the device has said goes to the seat, or waits.
    func carry() {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { room.deallocate() }
        let count = (try? wire.read(into: room, timeoutMilliseconds: 0)) ?? 0
        if count > 0 { held.append(Array(room[..<count])) }
        guard !isHeld else { return }
        for bytes in held { bytes.withUnsafeBufferPointer(seat.feed) }
        held = []
    }

    var sessions: Int { observer.changes.count { if case .session = $0 { true } else { false } } }
}
