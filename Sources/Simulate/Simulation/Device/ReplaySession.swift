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
    /// `samples × 6` raw counts.
    let counts: [Int16]

    init(_ session: RecordedSession, ranges: SensorRanges, options: SimulatorOptions, random: inout SeededGenerator) {
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
        counts = session.values.enumerated().map { ranges.count($0.element, channel: $0.offset % 6) }
    }

    var count: Int { times.count }

    /// Microseconds from the first sample of this session to the first of the next.
    var length: UInt64 { (times.last ?? 0) + UInt64(saturating: 1_000_000 / rate) }

    /// What HELLO announces.
    func identity(session: UInt32, ranges: SensorRanges, units: ActuatorUnits, options: SimulatorOptions) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: session)
        for byte in options.uniqueID.utf8.prefix(16) { hello.uniqueID.append(byte) }
        for byte in options.name.utf8.prefix(32) { hello.name.append(byte) }
        hello.capabilities = units.capabilities
        if options.speed != .times(1) { hello.capabilities = hello.capabilities.union(.replays) }
        hello.sensor.rate = Float(rate)
        for channel in 0..<6 {
            let first = channel < 3 ? options.accelerationKind.firstChannel : .rotationX
            hello.sensor.addChannel(
                ChannelDescription(
                    kind: first.rawValue + UInt8(channel % 3), unit: channel < 3 ? .g : .radiansPerSecond,
                    scale: ranges.scale(channel), offset: 0, fullScale: ranges.fullScale(channel)))
        }
        return hello
    }
}
