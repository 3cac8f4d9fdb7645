import Randomness

/// What people do with their hands without meaning anything by it.
enum Activity: String, CaseIterable, Sendable {
    case still
    case typing
    case walking
    case eating
    case talking
    case handling
    case wiping
    case bag = "in a bag"

    /// A while of it. Frequencies and sizes are a spread about what people do, chosen by hand.
    func bout(lasting seconds: Double, using random: inout SeededGenerator) -> Bout {
        switch self {
        case .still: Self.still(seconds, using: &random)
        case .typing: Self.typing(seconds, using: &random)
        case .walking: Self.walking(seconds, using: &random)
        case .eating: Self.eating(seconds, using: &random)
        case .talking: Self.talking(seconds, using: &random)
        case .handling: Self.handling(seconds, using: &random)
        case .wiping: Self.wiping(seconds, using: &random)
        case .bag: Self.bag(seconds, using: &random)
        }
    }

    /// The arm lies or hangs; now and then it is laid otherwise.
    private static func still(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        var bout = Bout(lasting: seconds, from: .anywhere(using: &random), using: &random)
        var time = random.uniform(3...12)
        while time < seconds {
            bout.move(to: .anywhere(using: &random), at: time, lasting: random.uniform(0.6...1.8))
            time += random.uniform(4...15)
        }
        return bout
    }

    /// Keys are hit with wrist and fingers, the hand wanders, sometimes to the mouse and back.
    private static func typing(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        let home = JointAngles.onTable(using: &random)
        var bout = Bout(lasting: seconds, from: home, using: &random)
        var time = 0.0
        while time < seconds {
            let length = random.uniform(0.5...4)
            let size = random.uniform(0.3...3)
            bout.swing(
                .degrees(.wristExtension, size, .pronation, size * random.uniform(0...0.8), .wristDeviation, size * 0.3),
                random.uniform(2.5...7), from: time, lasting: length, using: &random)
            let away = random.happens(0.2) ? 14.0 : 3
            bout.move(to: home.varied(by: away, using: &random), at: time + length, lasting: random.uniform(0.2...0.6))
            time += length + random.uniform(0.2...1.5)
        }
        return bout
    }

    /// The arm swings with the strides, or is held while the body bounces.
    private static func walking(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        let hangs = random.happens(0.75)
        let posture = hangs ? JointAngles.hanging(using: &random) : .anywhere(using: &random)
        var bout = Bout(lasting: seconds, from: posture, using: &random)
        let strides = random.uniform(0.65...1.1)
        bout.body = BodyMotion(walkingAt: strides, using: &random)
        let size = hangs ? random.uniform(4...28) : random.uniform(0.5...3)
        bout.swing(
            .degrees(
                .shoulderElevation, size, .elbowFlexion, size * random.uniform(0.1...0.9), .pronation,
                size * random.uniform(-0.4...0.4)),
            strides, from: -1, lasting: seconds + 2, using: &random)
        return bout
    }

    /// From the plate to the mouth and back; in between something is cut or stirred.
    private static func eating(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        let plate = JointAngles.onTable(using: &random)
        var mouth = plate
        mouth[.elbowFlexion] += random.uniform(35...75) * .pi / 180
        mouth[.shoulderElevation] += random.uniform(5...30) * .pi / 180
        mouth[.pronation] += random.uniform(-70...70) * .pi / 180
        var bout = Bout(lasting: seconds, from: plate, using: &random)
        var time = random.uniform(0...2)
        while time < seconds {
            if random.happens(0.6) {
                let length = random.uniform(0.8...4)
                let size = random.uniform(2...12)
                bout.swing(
                    .degrees(
                        .elbowFlexion, size, .wristDeviation, size * random.uniform(-1...1), .pronation,
                        size * random.uniform(-1...1)),
                    random.uniform(0.8...3), from: time, lasting: length, using: &random)
                time += length
            }
            bout.move(to: mouth.varied(by: 5, using: &random), at: time, lasting: random.uniform(0.6...1.4))
            time += random.uniform(1...3)
            bout.move(to: plate.varied(by: 5, using: &random), at: time, lasting: random.uniform(0.6...1.4))
            time += random.uniform(1...4)
        }
        return bout
    }

    /// Who talks waves: from one posture to the next, quick or slow, with beats of the hand between.
    private static func talking(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        let home = JointAngles.inFront(using: &random)
        var bout = Bout(lasting: seconds, from: home, using: &random)
        var time = 0.0
        while time < seconds {
            bout.move(to: home.varied(by: random.uniform(8...35), using: &random), at: time, lasting: random.uniform(0.25...1))
            time += random.uniform(0.25...1.6)
            guard random.happens(0.3) else { continue }
            let length = random.uniform(0.4...1.4)
            let size = random.uniform(3...18)
            bout.swing(
                .degrees(
                    .elbowFlexion, size, .wristExtension, size * random.uniform(-1...1), .pronation, size * random.uniform(-1...1)),
                random.uniform(1...3.5), from: time, lasting: length, using: &random)
            time += length * 0.8
        }
        return bout
    }

    /// Things are reached for, turned, lifted and put down.
    private static func handling(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        var bout = Bout(lasting: seconds, from: .inFront(using: &random), using: &random)
        var time = 0.0
        while time < seconds {
            let posture = random.happens(0.4) ? JointAngles.anywhere(using: &random) : bout.target.varied(by: 25, using: &random)
            bout.move(to: posture, at: time, lasting: random.uniform(0.35...1.6))
            time += random.uniform(0.4...3.5)
        }
        return bout
    }

    /// Something is wiped, brushed, stirred, sawn, scratched: to and fro in one direction for a while, then in another.
    private static func wiping(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        var bout = Bout(lasting: seconds, from: .inFront(using: &random), using: &random)
        var time = 0.0
        while time < seconds {
            let length = random.uniform(1.5...8)
            let frequency = random.uniform(0.5...3.2)
            let size = random.uniform(4...22) / max(1, frequency)
            bout.swing(
                .degrees(
                    .shoulderAzimuth, size * random.normal(), .elbowFlexion, size * random.normal(),
                    .upperArmRoll, size * random.normal() * 0.5, .wristDeviation, size * random.normal() * 0.5),
                frequency, from: time, lasting: length, using: &random)
            bout.move(to: bout.target.varied(by: 18, using: &random), at: time + length, lasting: random.uniform(0.4...1.2))
            time += length + random.uniform(0.3...3)
        }
        return bout
    }

    /// A pendulum that walks, and is put down now and then.
    private static func bag(_ seconds: Double, using random: inout SeededGenerator) -> Bout {
        var bout = Bout(lasting: seconds, from: .hanging(using: &random), using: &random)
        let strides = random.uniform(0.65...1.1)
        if random.happens(0.8) { bout.body = BodyMotion(walkingAt: strides, using: &random) }
        let size = random.uniform(0.5...10)
        bout.swing(
            .degrees(.shoulderElevation, size, .shoulderAzimuth, size * random.uniform(-0.7...0.7), .upperArmRoll, size * 0.5),
            strides * (random.happens(0.5) ? 1 : random.uniform(0.9...1.3)), from: -1, lasting: seconds + 2, using: &random)
        var time = random.uniform(3...20)
        while time < seconds {
            bout.move(to: bout.target.varied(by: 20, using: &random), at: time, lasting: random.uniform(0.4...1.5))
            time += random.uniform(4...20)
        }
        return bout
    }
}
