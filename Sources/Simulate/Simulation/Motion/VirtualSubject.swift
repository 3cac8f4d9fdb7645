import Foundation
import Randomness

/// What one made-up person has of their own: an arm, postures, ways of doing each gesture, and a sensor.
struct VirtualSubject: Sendable {
    /// How this person does a gesture.
    struct Manner: Sendable {
        var posture: JointAngles
        var waveform: Waveform
        /// Hz.
        var frequency: Double
        var amplitude: JointAngles
        var ringing = JointAngles.zero
    }

    let arm: ArmKinematics
    let restPosture: JointAngles
    let drift: Double
    let tremor: Double
    /// Part of size and speed lost from the first repetition to the last.
    let fatigue: Double
    let unevenness: Double
    /// Gestures by label.
    let manners: [String: Manner]

    init(using random: inout SeededGenerator) {
        arm = ArmKinematics(
            upperArm: random.uniform(0.26...0.36), forearm: random.uniform(0.22...0.29), hand: random.uniform(0.05...0.11),
            isLeft: random.happens(0.12),
            mounting: SIMD3(random.normal(), random.normal(), random.normal()) * (7 * .pi / 180))
        restPosture = Self.restPosture(using: &random)
        drift = random.uniform(0.3...1.5) * .pi / 180
        // From an arm that lies on a table to an unsteady one.
        tremor = pow(10, random.uniform(-3.5...(-1.9))) * .pi / 180
        fatigue = random.uniform(0...0.25)
        unevenness = random.uniform(0.03...0.14)
        manners = [
            "shake": Self.shake(using: &random), "chop": Self.chop(using: &random), "drive": Self.drive(using: &random),
        ]
    }

    /// In front of the body, on a table, or hanging.
    private static func restPosture(using random: inout SeededGenerator) -> JointAngles {
        let elevation = random.uniform(-88...(-60))
        let pitch = random.happens(0.2) ? random.uniform(-65...(-35)) : random.uniform(-20...30)
        return JointAngles(degrees: [
            .shoulderAzimuth: random.uniform(-15...20), .shoulderElevation: elevation, .elbowFlexion: pitch - elevation,
            .upperArmRoll: random.uniform(-10...10), .pronation: random.uniform(-35...35),
            .wristExtension: random.uniform(-10...15), .wristDeviation: random.uniform(-10...10),
        ])
    }

    private static func shake(using random: inout SeededGenerator) -> Manner {
        let frequency = random.uniform(3.8...5.4)
        // The angle follows from a speed, as a faster shake is a smaller one.
        let angle = random.uniform(5...18) / (2 * .pi * frequency)
        let rotary = random.uniform(0.25...1)
        var amplitude = JointAngles.zero
        amplitude[.pronation] = angle * rotary
        amplitude[.wristDeviation] = angle * (1.1 - rotary) * 0.8
        amplitude[.upperArmRoll] = angle * random.uniform(0.1...0.35)
        amplitude[.elbowFlexion] = angle * random.uniform(-0.15...0.15)
        let elevation = random.uniform(-80...(-45))
        return Manner(
            posture: JointAngles(degrees: [
                .shoulderAzimuth: random.uniform(-10...20), .shoulderElevation: elevation,
                .elbowFlexion: random.uniform(-10...45) - elevation, .pronation: random.uniform(-50...50),
            ]),
            waveform: .shake(overtone: random.uniform(0...0.2)), frequency: frequency, amplitude: amplitude)
    }

    private static func chop(using random: inout SeededGenerator) -> Manner {
        let frequency = random.uniform(1.3...2.2)
        // Half the way in degrees; fast choppers reach less far.
        let reach = random.uniform(22...36) * min(1, 1.7 / frequency)
        let rise = random.uniform(0.45...0.55)
        let amplitude = JointAngles(degrees: [
            .elbowFlexion: reach, .shoulderElevation: reach * random.uniform(0.1...0.5),
            .wristExtension: reach * random.uniform(0...0.3), .upperArmRoll: random.uniform(-4...4),
        ])
        let ringing = JointAngles(degrees: [
            .wristExtension: random.uniform(1...4), .elbowFlexion: random.uniform(0.5...1.5), .pronation: random.uniform(-2...2),
        ])
        let elevation = random.uniform(-75...(-45))
        return Manner(
            posture: JointAngles(degrees: [
                .shoulderAzimuth: random.uniform(-10...15), .shoulderElevation: elevation,
                .elbowFlexion: random.uniform(0...25) - elevation, .pronation: random.uniform(0...85),
            ]),
            waveform: .chop(rise: rise, stop: random.uniform(0.84...0.94), abruptness: random.uniform(1.3...1.8)),
            frequency: frequency, amplitude: amplitude, ringing: ringing)
    }

    private static func drive(using random: inout SeededGenerator) -> Manner {
        let frequency = random.uniform(0.4...1.1)
        // Degrees to each side; quick turns are small ones.
        let side = min(random.uniform(35...110), 55 / frequency)
        let radius = random.uniform(0.15...0.4) * side
        let elevation = random.uniform(-60...(-30))
        return Manner(
            posture: JointAngles(degrees: [
                .shoulderAzimuth: random.uniform(0...25), .shoulderElevation: elevation,
                .elbowFlexion: random.uniform(-5...30) - elevation, .pronation: random.uniform(-12...12),
                .wristExtension: random.uniform(30...70),
            ]),
            waveform: .drive(turning: random.uniform(0.75...1)), frequency: frequency,
            amplitude: JointAngles(degrees: [
                .pronation: side, .shoulderElevation: random.uniform(-0.3...0.3) * radius,
                .shoulderAzimuth: radius * 0.5, .elbowFlexion: random.uniform(-0.2...0.2) * radius,
            ]))
    }
}
