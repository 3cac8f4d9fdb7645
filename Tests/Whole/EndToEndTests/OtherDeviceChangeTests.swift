import Foundation
import Synchronization
import TestSupport
import Testing

/// A device that sends a piece when it is due, by a clock of its own.
private final class TimedDevice: @unchecked Sendable {
    private let period: @Sendable (_ sent: Int) -> UInt64
    private let piece: (Int) -> [UInt8]
    private let clock = PatientClock()
    private var (sent, due) = (0, 0 as UInt64)

    /// - Parameters:
    ///   - period: microseconds after which the n-th piece follows the one before.
    ///   - piece: the n-th one.
    init(period: @escaping @Sendable (Int) -> UInt64 = { _ in 20_000 }, _ piece: @escaping (Int) -> [UInt8]) {
        (self.period, self.piece) = (period, piece)
    }

    func act(_ received: [UInt8]) -> [UInt8] {
        let now = clock.advance()
        var bytes: [UInt8] = []
        while due <= now {
            bytes += piece(sent)
            due += period(sent)
            sent += 1
        }
        return bytes
    }
}

/// An autopilot on a pseudo-terminal.
private final class AutopilotDevice: @unchecked Sendable {
    private let autopilot: SimulatedAutopilot
    private let clock = PatientClock()
    private let interval = Mutex<UInt64?>(nil)

    init(version: Int) { autopilot = SimulatedAutopilot(version: version) }

    /// What it was asked for; nil while it was not.
    var asked: UInt64? { interval.withLock { $0 } }

    func act(_ received: [UInt8]) -> [UInt8] {
        autopilot.hear(received)
        interval.withLock { $0 = autopilot.interval }
        return autopilot.act(clock.advance())
    }
}

@Suite("A device of another make")
struct OtherDeviceChangeTests {
    @Test("that sends twice as often from one moment on is told with both rates, another session begins, and nothing is lost")
    func rate() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        // With times of its own: without them a machine that stands still looks like readings that are missing.
        let sketch = TimedDevice(period: { $0 < 400 ? 20_000 : 10_000 }) { index in
            let time = index < 400 ? 20 * index : 8000 + 10 * (index - 400)
            return Array("\(time),0.5,-0.25,0.85,\(index % 7).0,0,-1\r\n".utf8)
        }
        let puppet = try Puppet(sketch.act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", "--format", "text", "--units", "g,rad/s", port: puppet.path))
        #expect(live.waits(forNote: "the device sends at 100.0 Hz now in place of 50.0; windows begin anew"), "\(live.notes)")
        #expect(live.waits(for: #""state":"session""#, times: 2))
        let before = live.text.components(separatedBy: #""type":"window""#).count - 1
        #expect(live.waits(for: #""type":"window""#, times: before + 5))
        let result = live.end()
        #expect(!result.output.contains(#""state":"gap""#))
    }

    @Test("that speaks MAVLink 1 is found with the message that is read")
    func first() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let device = TimedDevice { index in
            let motion: [Float] = [0, 2, 9.8, 0, 0.8, Float(index % 5)]
            let beat = index % 50 == 0 ? mavLink1Frame(0, MAVLinkPayload.heartbeat(firmware: 12), extra: 50) : []
            return beat + mavLink1Frame(105, MAVLinkPayload.highResolution(UInt64(index) * 20_000, motion), extra: 93)
        }
        let puppet = try Puppet(device.act)
        defer { puppet.end() }
        let live = try motionq.start(["monitor", "--port", puppet.path, "--json", "--format", "auto"])
        #expect(live.waits(forNote: "found MAVLink (HIGHRES_IMU) with acceleration and rotation at 50.0 Hz"), "\(live.notes)")
        #expect(live.waits(forNote: "it gets a colour; LEDs need --relays"))
        live.end()
    }

    @Test("that is a Bluetooth sensor of WitMotion's is found")
    func bluetooth() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let device = TimedDevice { index in
            [0x55, 0x61] + ([Int16(index % 100), 0, 2048, 0, 500, 0, 0, 0, 0]).flatMap { littleEndian($0, 2) }
        }
        let puppet = try Puppet(device.act)
        defer { puppet.end() }
        let live = try motionq.start(["monitor", "--port", puppet.path, "--json", "--format", "auto"])
        #expect(live.waits(forNote: "found WitMotion frames with acceleration and rotation at 50.0 Hz"), "\(live.notes)")
        live.end()
    }

    @Test("that is an autopilot without motion is asked for it with --request, in its own framing", arguments: [1, 2])
    func request(_ version: Int) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let device = AutopilotDevice(version: version)
        let puppet = try Puppet(device.act)
        defer { puppet.end() }
        let live = try motionq.start(["monitor", "--port", puppet.path, "--json", "--request"])
        #expect(live.waits(forNote: "but no motion; it is asked for HIGHRES_IMU, SCALED_IMU and RAW_IMU"), "\(live.notes)")
        #expect(live.waits(forNote: "found MAVLink (HIGHRES_IMU) with acceleration and rotation at 50.0 Hz"), "\(live.notes)")
        live.end()
        #expect(device.asked == 20_000)
    }

    @Test("that is an autopilot without motion is named with what to ask for, and told nothing without --request")
    func motionless() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let device = AutopilotDevice(version: 1)
        let puppet = try Puppet(device.act)
        defer { puppet.end() }
        let live = try motionq.start(["monitor", "--port", puppet.path, "--json", "--format", "auto"])
        #expect(
            live.waits(forNote: "MAVLink 1 of ArduPilot (system 7, component 1), heartbeats, but no motion: set SR0_RAW_SENS to 50")
        )
        #expect(live.waits(forNote: "or let --request ask it from here"))
        live.end()
        #expect(device.asked == nil)
    }

    @Test("that sends lines has nothing to be asked for")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run("monitor", "--port", motionq.path("nothing"), "--format", "text", "--request")
        #expect(result.status == 64 && result.errors.contains("--request asks an autopilot: --format mavlink or auto"))
    }
}
