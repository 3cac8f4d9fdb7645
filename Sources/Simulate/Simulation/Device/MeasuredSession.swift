import MotionCore
import Randomness
package import Recordings
package import WireProtocol

/// A recorded session as a device with such sensors would have measured it.
package struct MeasuredSession {
    /// With the session's channels and name; it has neither lights nor sounds.
    package let device: HelloMessage
    /// [samples][channels], to the nearest count.
    package let counts: [Int16]

    /// - Parameters:
    ///   - session: with channels that a device can have (`NamedChannels.deviceProblem`).
    ///   - rate: samples per second.
    package init(_ session: RecordedSession, rate: Double) {
        let channels = SimulatedChannels(of: Recording(path: session.name, sessions: [session]), isHeld: false)
        var options = SimulatorOptions()
        (options.name, options.uniqueID, options.jitterMicroseconds) = (session.name, "recorded", 0)
        var random = SeededGenerator(seed: 0)
        let replay = ReplaySession(session, channels: channels, options: options, random: &random)
        var device = replay.identity(session: 0, channels: channels, units: ActuatorUnits(), options: options)
        device.sensor.rate = Float(rate)
        (self.device, counts) = (device, replay.counts)
    }
}
