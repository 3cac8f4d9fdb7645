import MotionCore
import Randomness

extension JointAngles {
    /// Pairs of a joint and its degrees.
    static func degrees(_ a: Joint, _ first: Double, _ b: Joint, _ second: Double, _ c: Joint, _ third: Double) -> JointAngles {
        JointAngles(degrees: [a: first, b: second, c: third])
    }

    /// Pairs of a joint and its degrees.
    static func degrees(
        _ a: Joint, _ first: Double, _ b: Joint, _ second: Double, _ c: Joint, _ third: Double, _ d: Joint, _ fourth: Double
    ) -> JointAngles {
        JointAngles(degrees: [a: first, b: second, c: third, d: fourth])
    }

    /// The forearm about level before the body, the palm anywhere between down and inwards.
    static func onTable(using random: inout SeededGenerator) -> JointAngles {
        let elevation = random.uniform(-80...(-45))
        return JointAngles(degrees: [
            .shoulderAzimuth: random.uniform(-20...25), .shoulderElevation: elevation,
            .elbowFlexion: random.uniform(-12...12) - elevation, .upperArmRoll: random.uniform(-15...15),
            .pronation: random.uniform(-20...80), .wristExtension: random.uniform(-10...30),
        ])
    }

    static func hanging(using random: inout SeededGenerator) -> JointAngles {
        JointAngles(degrees: [
            .shoulderAzimuth: random.uniform(-10...10), .shoulderElevation: random.uniform(-92...(-75)),
            .elbowFlexion: random.uniform(0...35), .pronation: random.uniform(30...110),
        ])
    }

    /// The hand somewhere between belly and eyes.
    static func inFront(using random: inout SeededGenerator) -> JointAngles {
        let elevation = random.uniform(-80...(-20))
        return JointAngles(degrees: [
            .shoulderAzimuth: random.uniform(-25...35), .shoulderElevation: elevation,
            .elbowFlexion: random.uniform(-30...60) - elevation, .upperArmRoll: random.uniform(-25...25),
            .pronation: random.uniform(-60...90), .wristExtension: random.uniform(-20...30),
        ])
    }

    /// Wherever arms are: on a table, hanging, in front, or any way that joints allow.
    static func anywhere(using random: inout SeededGenerator) -> JointAngles {
        switch Int(saturating: random.uniform(0...4)) {
        case 0: onTable(using: &random)
        case 1: hanging(using: &random)
        case 2: inFront(using: &random)
        default:
            JointAngles(degrees: [
                .shoulderAzimuth: random.uniform(-60...60), .shoulderElevation: random.uniform(-90...40),
                .elbowFlexion: random.uniform(0...140), .upperArmRoll: random.uniform(-50...50),
                .pronation: random.uniform(-90...120), .wristExtension: random.uniform(-40...50),
                .wristDeviation: random.uniform(-20...20),
            ])
        }
    }

    /// Each joint otherwise, with a standard deviation in degrees.
    func varied(by degrees: Double, using random: inout SeededGenerator) -> JointAngles {
        var result = self
        for joint in 0...Joint.wristDeviation.rawValue { result[joint] += degrees * .pi / 180 * random.normal() }
        return result
    }
}
