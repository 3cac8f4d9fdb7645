import Foundation
import Recordings
import Simulation
import WireProtocol

/// Sessions of a gentle wave, in g and rad/s.
func wave(sessions: Int = 1, samples: Int = 100, rate: Double = 25, peak: Float = 1.5, rotation: Float = 3) -> Recording {
    Recording(
        path: "wave.csv",
        sessions: (0..<sessions).map { number in
            var session = RecordedSession(name: "wave-\(number)", subject: "nobody")
            for sample in 0..<samples {
                session.labels.append("wave")
                session.timestamps.append(Double(sample) * 1000 / rate)
                let swing = Float(sin(Double(sample) / 7 + Double(number)))
                session.values += [swing * peak, -swing, 1, swing * rotation, 0, -swing]
            }
            return session
        })
}

/// A device and a host joined by a cable without delay, and one clock moved by hand from one thing that is due to the next.
final class Bench {
    let device: SimulatedDevice
    let host: ScriptedHost
    private(set) var now: UInt64 = 10_000_000
    private(set) var log: EventLog
    /// How often the device was given its turn.
    private(set) var turns = 0

    init(_ recording: Recording, _ options: SimulatorOptions = SimulatorOptions()) {
        let log = EventLog()
        self.log = log
        host = ScriptedHost()
        device = SimulatedDevice(recording: recording, options: options, now: now) { log.events.append($0) }
    }

    /// Runs until the device has finished or so much time has passed.
    ///
    /// - Parameter leave: seconds after which the host says nothing more.
    func run(seconds: Double = 1000, hostLeavesAfter leave: Double = .infinity) {
        let start = now
        while !device.isFinished, Double(now - start) < seconds * 1_000_000 {
            turns += 1
            device.advance(now: now)
            host.now = now
            host.receive(device.arriving)
            device.consume(device.arriving.count)
            if Double(now - start) < leave * 1_000_000 {
                host.advance(to: now)
                let bytes = host.outgoing
                host.outgoing.removeAll()
                bytes.withUnsafeBytes { if !$0.isEmpty { device.receive($0, now: now) } }
            }
            now = max(now, min(device.nextWake(after: now), now + 50_000))
        }
    }
}

final class EventLog {
    var events: [SimulatorEvent] = []

    var changes: [ActuatorChange] {
        events.compactMap { if case .actuator(let change) = $0 { change } else { nil } }
    }
}

func buzz(milliseconds: UInt16) -> ActuatorAction {
    var action = ActuatorAction(actuator: 3, unit: 0, pattern: .on)
    action.frequency = 440
    action.duration = milliseconds
    return action
}

func light(_ unit: UInt8 = 0) -> ActuatorAction { ActuatorAction(actuator: 1, unit: unit, pattern: .on) }
