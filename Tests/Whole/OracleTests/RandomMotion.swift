import Randomness
import TestSupport

/// Random motion as a recording's text, with twelve decimals: nearly every number is rounded twice on its way into the network.
struct RandomMotion {
    /// Lengths of the sessions in samples.
    let sessions: [Int]
    let seed: UInt64
    /// Largest magnitudes; sessions take them in turn.
    let amplitudes: [Double]

    private static let unit: Int64 = 1_000_000_000_000

    /// With the header that motionq writes, at 50 Hz.
    var text: String {
        var generator = SeededGenerator(seed: seed)
        var text = "\(RecordedText.header)\n"
        for (number, samples) in sessions.enumerated() {
            let amplitude = amplitudes[number % amplitudes.count]
            var values = [Double](repeating: 0, count: 6)
            for sample in 0..<samples {
                text += "s\(number),,,\(20 * sample).0"
                for channel in values.indices {
                    // Towards a new place each time: neighbours resemble each other, as those of motion do.
                    values[channel] += (generator.uniform(-amplitude...amplitude) - values[channel]) * 0.4
                    let jolt = generator.happens(0.02) ? generator.uniform(-amplitude...amplitude) : 0
                    text += "," + Self.decimal(values[channel] + jolt)
                }
                text += "\n"
            }
        }
        return text
    }

    private static func decimal(_ value: Double) -> String {
        let steps = Int64((value.magnitude * Double(unit)).rounded())
        let digits = String(steps % unit)
        return (value < 0 ? "-" : "") + "\(steps / unit)." + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
