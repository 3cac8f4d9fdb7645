import MotionCore
import Randomness
import Recordings
import WireProtocol

/// One recorded session as the sensor of a device delivers it.
struct ReplaySession {
    let name: String
    let subject: String?
    let rate: Double
    /// Microseconds of the sample clock from the first sample to each, jitter included. Rising.
    let times: [UInt64]
    /// `[samples][channels]` raw counts.
    let counts: [Int16]

    init(_ session: RecordedSession, channels: SimulatedChannels, options: SimulatorOptions, random: inout SeededGenerator) {
        name = session.name
        subject = session.subject
        let rate = min(session.rate ?? options.fallbackRate, Double(SensorDescription.mostRate))
        self.rate = rate
        // More jitter than that, and samples would no longer look like one nominal period apart.
        let jitter = min(options.jitterMicroseconds, 200_000 / rate)
        var times: [UInt64] = []
        times.reserveCapacity(session.count)
        for time in session.timestamps {
            let early = jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0
            let nominal = (time - (session.timestamps.first ?? 0)) * 1000
            let taken = UInt64(saturating: max(0, (nominal + early).rounded()))
            times.append(max(taken, times.last.map { $0 + 1 } ?? 0))
        }
        self.times = times
        counts = session.values.enumerated().map { channels.count($0.element, column: $0.offset % channels.count) }
    }

    var count: Int { times.count }

    /// Microseconds from the first sample of this session to the first of the next.
    var length: UInt64 { (times.last ?? 0) + UInt64(saturating: 1_000_000 / rate) }

    /// What HELLO announces.
    func identity(
        session: UInt32, channels: SimulatedChannels, units: ActuatorUnits, options: SimulatorOptions
    ) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: session)
        for byte in options.uniqueID.utf8.prefix(16) { hello.uniqueID.append(byte) }
        for byte in options.name.utf8.prefix(32) { hello.name.append(byte) }
        hello.capabilities = units.capabilities
        if options.speed != .times(1) { hello.capabilities = hello.capabilities.union(.replays) }
        hello.sensor.rate = Float(rate)
        for column in 0..<channels.count {
            hello.sensor.addChannel(channels.description(column, acceleration: options.accelerationKind.firstChannel))
        }
        return hello
    }
}
