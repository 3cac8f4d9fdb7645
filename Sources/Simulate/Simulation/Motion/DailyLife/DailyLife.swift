import MotionCore
import Randomness
public import Recordings

/// Makes up motion in which nothing is meant: what hands and bags do all day while nobody makes a gesture.
///
/// Arms of virtual people, as `MotionGenerator` moves them, with a sensor at the wrist or in the hand, mounted in any of 24 ways;
/// or a sensor in a bag or pocket that swings with the walk. It stands in for background that nobody recorded, to be learned as
/// rest and to tune decisions on; it is free to use, and no claim about real daily life can rest on it.
public struct DailyLife: Sendable {
    public let seed: UInt64
    /// Samples per second.
    public let rate: Double
    /// Accelerations with gravity, as sensors give them; without, as phones can compute it.
    public let hasGravity: Bool

    /// What people do, in the order in which each of them does it.
    public static var activities: [String] { Activity.allCases.map(\.rawValue) }

    /// - Parameter rate: samples per second, 10 or more.
    public init(seed: UInt64, rate: Double = 50, hasGravity: Bool = true) {
        precondition(rate >= 10 && rate.isFinite, "a rate is 10 samples per second or more")
        self.seed = seed
        self.rate = rate
        self.hasGravity = hasGravity
    }

    /// A while of each activity, one session each, labelled and named by it.
    ///
    /// A seed and a number give the same person each time, whichever others are made.
    ///
    /// - Parameters:
    ///   - subject: number of the person, 0 or greater; named `d0`, `d1` …
    ///   - seconds: of each activity, 1 or more.
    /// - Returns: sessions of `seconds` each, their time stamps evenly spaced from 0.
    public func sessions(subject: Int, seconds: Double = 30) -> [RecordedSession] {
        precondition(subject >= 0 && seconds >= 1, "subjects are counted from 0, and do something for a second at least")
        return Activity.allCases.enumerated().map { number, activity in
            var random = SeededGenerator(seed: seed, stream: subject, number)
            return session(of: activity, person: "d\(subject)", seconds: seconds, using: &random)
        }
    }

    /// All activities of each of these people.
    public func recording(subjects: Range<Int>, seconds: Double = 30) -> Recording {
        Recording(path: "made-up daily life", sessions: subjects.flatMap { sessions(subject: $0, seconds: seconds) })
    }

    private func session(
        of activity: Activity, person: String, seconds: Double, using random: inout SeededGenerator
    ) -> RecordedSession {
        let arm = Self.arm(wornInBag: activity == .bag, using: &random)
        let sensor = InertialSensor(using: &random)
        let bout = activity.bout(lasting: seconds, using: &random)
        var session = RecordedSession(name: "\(person) \(activity.rawValue)", subject: person)
        for index in 0..<Int(saturating: seconds * rate) {
            let time = Double(index) / rate
            let (force, turning) = Self.truth(arm, bout, at: time, hasGravity: hasGravity)
            session.timestamps.append(time * 1000)
            session.labels.append(activity.rawValue)
            session.values += sensor.reading(force: force, rate: turning, using: &random)
        }
        return session
    }

    /// A sensor between wrist and fingers, any side of it up; what lies in a bag lies as it fell.
    private static func arm(wornInBag: Bool, using random: inout SeededGenerator) -> ArmKinematics {
        var mounting = SIMD3<Double>(random.normal(), random.normal(), random.normal()) * (8 * .pi / 180)
        for axis in 0..<3 {
            let turn = random.uniform(0...4)
            mounting[axis] += (wornInBag ? turn : turn.rounded(.down)) * .pi / 2
        }
        return ArmKinematics(
            upperArm: random.uniform(0.26...0.36), forearm: random.uniform(0.22...0.29), hand: random.uniform(-0.03...0.1),
            isLeft: random.happens(0.5), mounting: mounting)
    }

    /// Specific force in g and angular rate in rad/s, in the sensor's axes.
    private static func truth(
        _ arm: ArmKinematics, _ bout: Bout, at time: Double, hasGravity: Bool
    ) -> (force: SIMD3<Double>, rate: SIMD3<Double>) {
        let (pose, acceleration, rate) = arm.motion(at: time) { bout.angles(at: $0) }
        let up: SIMD3<Double> = hasGravity ? SIMD3(0, 0, 1) : .zero
        return (pose.seenInside(acceleration + bout.body.acceleration(at: time) + up), rate)
    }
}
