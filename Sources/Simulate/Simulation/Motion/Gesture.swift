import Foundation

/// One repetition of a gesture: a waveform that fades in, goes on for a while and fades out.
struct Gesture: Sendable {
    var label: String
    /// Seconds; the fading is inside.
    var start: Double
    var end: Double
    var fadeIn: Double
    var fadeOut: Double
    var waveform: Waveform
    /// Periods per second, on average.
    var frequency: Double
    /// At `start`, in periods.
    var phase: Double
    /// How far each angle follows the waveform, and its ringing; radians.
    var amplitude: JointAngles
    var ringing: JointAngles
    /// How much speed and size go up and down in the course of a repetition, as parts of themselves.
    var unevenness: Double

    /// From 0 to 1 and back.
    func envelope(at time: Double) -> Double {
        minimumJerk((time - start) / fadeIn) * minimumJerk((end - time) / fadeOut)
    }

    /// Whether a person would call this moment the gesture: from a tenth of its size on.
    func isVisible(at time: Double) -> Bool { envelope(at: time) >= 0.1 }

    func angles(at time: Double) -> JointAngles {
        let envelope = envelope(at: time)
        guard envelope > 0 else { return .zero }
        let since = time - start
        // The wander of the phase is the integral of that of the frequency, so that neither jumps.
        let sway = 2 * Double.pi * 0.45
        let phase = phase + frequency * (since + unevenness * (1 - cos(sway * since)) / sway)
        let size = envelope * (1 + unevenness * sin(1.7 * sway * since + 6 * self.phase))
        return size
            * (amplitude * waveform.value(phase: phase) + ringing * waveform.ringing(phase: phase, frequency: frequency))
    }
}
