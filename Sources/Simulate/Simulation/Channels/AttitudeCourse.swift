import Foundation
import MotionCore

/// How a device is turned, sample by sample, in a world whose x points to magnetic north, y west and z up. It stays in its place.
struct AttitudeCourse {
    /// A sample.
    struct Moment {
        var attitude: Rotation
        /// About the device's own axes, in rad/s.
        var rotation: SIMD3<Double>
        var label: String
    }

    private(set) var moments: [Moment] = []
    private var attitude = Rotation.none
    private let rate: Double

    init(rate: Double) { self.rate = rate }

    /// On each of the six sides for 1.6 s.
    mutating func layOnSides() {
        let quarter = Double.pi / 2
        // z, y, −z and −y up, z again, and then −x and x.
        let turns: [SIMD3<Double>] = [
            [quarter, 0, 0], [quarter, 0, 0], [quarter, 0, 0], [quarter, quarter, 0], [0, 2 * quarter, 0],
        ]
        hold(seconds: 1.6, "side")
        for turn in turns {
            for axis in 0..<3 where turn[axis] != 0 {
                var single = SIMD3<Double>()
                single[axis] = turn[axis]
                self.turn(by: single, seconds: 0.8, "side")
            }
            hold(seconds: 1.6, "side")
        }
    }

    /// By 60 to 100° a second about axes that change, so that everything in the world is seen from every side.
    mutating func turnAbout(seconds: Double) {
        for sample in 0..<Int(saturating: seconds * rate) {
            let time = Double(sample) / rate
            // Slowly at first and at the end.
            let gate = minimumJerk(min(time, seconds - time))
            let rotation: SIMD3<Double> = [
                1.3 * cos(0.9 * time), 1.1 * sin(0.67 * time + 0.5), 0.9 * sin(0.43 * time + 1),
            ]
            step(gate * rotation, "turn")
        }
    }

    /// Flat, its x axis towards a heading in degrees from north by way of east: within a second and a half, and then still.
    mutating func layFlat(heading: Double, seconds: Double) {
        let wanted = Rotation.none.turnedAboutZ(-heading * .pi / 180)
        turn(by: attitude.turn(to: wanted), seconds: 1.5, "turn")
        // What half a turn left open.
        turn(by: attitude.turn(to: wanted), seconds: 0.5, "turn")
        hold(seconds: seconds, "flat")
    }

    private mutating func hold(seconds: Double, _ label: String) {
        for _ in 0..<Int(saturating: seconds * rate) { step(.zero, label) }
    }

    /// By the length of a vector of the device's own axes.
    private mutating func turn(by vector: SIMD3<Double>, seconds: Double, _ label: String) {
        let count = Int(saturating: seconds * rate)
        for sample in 0..<count {
            let share = minimumJerk(Double(sample + 1) / Double(count)) - minimumJerk(Double(sample) / Double(count))
            step(vector * share * rate, label)
        }
    }

    private mutating func step(_ rotation: SIMD3<Double>, _ label: String) {
        attitude = attitude.turned(by: Rotation(by: rotation / rate))
        moments.append(Moment(attitude: attitude, rotation: rotation, label: label))
    }
}
