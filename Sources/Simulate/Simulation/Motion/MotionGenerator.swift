import MotionCore
import Randomness
public import Recordings

/// Makes up recordings: arms of many virtual people move by kinematics, and a sensor in the hand feels it.
///
/// For each moment the joint angles are known as smooth functions of time (postures by minimum jerk, gestures by their waveforms,
/// drift and tremor), forward kinematics gives the sensor's place and axes, and from these follow, by central differences over 2
/// ms, what a sensor measures: the specific force `Rᵀ(a − γ)` in g (γ points down), so that **face up at rest is +1 g on z**, and
/// the angular rate in its own axes in rad/s, by the right-hand rule. Then come the errors of a cheap sensor and its ranges (±8
/// g, ±2000 °/s). It is a stand-in for recorded people, good for demonstrations and tests; no claim about real ones can rest on
/// it.
public struct MotionGenerator: Sendable {
    /// What is done, in the order of class numbers.
    public static let labels = ["rest", "shake", "chop", "drive"]

    public let seed: UInt64
    /// Samples per second.
    public let rate: Double
    /// Whether the sensor has offsets, noise and errors of scale; its ranges it always has.
    public var hasSensorErrors = true
    /// The one gesture that is made over and over, of `labels`; nil: all of them in turn.
    public var only: String?
    /// Those that are made in turn.
    var gestures = Array(labels.dropFirst())

    /// - Parameter rate: samples per second, 10 or more: the shake has up to 6 Hz.
    public init(seed: UInt64, rate: Double = 50) {
        precondition(rate >= 10 && rate.isFinite, "a rate is 10 samples per second or more")
        self.seed = seed
        self.rate = rate
    }

    /// One session of one person: rest and gestures in turn, beginning and ending with rest, of two to four seconds each.
    ///
    /// A seed and a number give the same person with the same sensor, whichever others are made. The gestures come
    /// in random order, each of the three as often as the others (or once more). A sample has a gesture's label from a tenth of
    /// the gesture's size on.
    ///
    /// - Parameters:
    ///   - subject: number of the person, 0 or greater; named `v0`, `v1` …
    ///   - gestures: number of gestures, 0 or more.
    /// - Returns: a session of about (6 `gestures` + 3) s, its time stamps evenly spaced from 0.
    public func session(subject: Int, gestures: Int = 9) -> RecordedSession {
        precondition(subject >= 0 && gestures >= 0, "subjects and gestures are counted from 0")
        var random = SeededGenerator(seed: seed, stream: subject)
        let person = VirtualSubject(using: &random)
        let ownSensor = InertialSensor(using: &random)
        let sensor = hasSensorErrors ? ownSensor : .ideal
        let script = MotionScript(person, labels: order(gestures, using: &random), using: &random)
        var session = RecordedSession(name: "v\(subject)", subject: "v\(subject)")
        for index in 0..<Int(saturating: script.duration * rate) {
            let time = Double(index) / rate
            let (force, turning) = Self.truth(person.arm, script, at: time)
            session.timestamps.append(time * 1000)
            session.labels.append(script.label(at: time))
            session.values += sensor.reading(force: force, rate: turning, using: &random)
        }
        return session
    }

    /// A session of each of these people.
    public func recording(subjects: Range<Int>, gesturesPerSubject: Int = 9) -> Recording {
        Recording(path: "synthetic", sessions: subjects.map { session(subject: $0, gestures: gesturesPerSubject) })
    }

    /// Specific force in g and angular rate in rad/s, both in the sensor's axes.
    static func truth(
        _ arm: ArmKinematics, _ script: MotionScript, at time: Double
    ) -> (force: SIMD3<Double>, rate: SIMD3<Double>) {
        let (pose, acceleration, rate) = arm.motion(at: time) { script.angles(at: $0) }
        return (pose.seenInside(acceleration + SIMD3(0, 0, 1)), rate)
    }

    /// Blocks of all gestures, each block in an order of its own.
    private func order(_ count: Int, using random: inout SeededGenerator) -> [String] {
        if let only { return [String](repeating: only, count: count) }
        var order: [String] = []
        while order.count < count { order += gestures.shuffled(using: &random) }
        return Array(order.prefix(count))
    }
}
