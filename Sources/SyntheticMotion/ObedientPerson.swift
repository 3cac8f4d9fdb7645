import Randomness

/// A made-up person who watches the lights of a device and does what they say: while the n-th is lit, the n-th gesture. For trying
/// out what leads people, without people.
///
/// Who begins or ends is 0.15 to 0.35 s late, as people are.
public struct ObedientPerson: Sendable {
    /// Whose arm it is.
    public let name: String
    /// What is done, in the order of the lights.
    public let gestures: [String]
    private let person: VirtualSubject
    private let sensor: InertialSensor
    private var script: MotionScript
    private var random: SeededGenerator
    private var lit: Int?

    /// - Parameters:
    ///   - seed: of the person, as of `MotionGenerator`.
    ///   - subject: number of the person, 0 or greater.
    ///   - gestures: of `MotionGenerator.labels`, but rest.
    public init(seed: UInt64, subject: Int, gestures: [String]) {
        precondition(
            gestures.allSatisfy(MotionGenerator.labels.dropFirst().contains), "a person knows the gestures of the generator")
        var random = SeededGenerator(seed: seed, stream: subject)
        person = VirtualSubject(using: &random)
        sensor = InertialSensor(using: &random)
        script = MotionScript(resting: person, using: &random)
        self.random = random
        self.gestures = gestures
        name = "v\(subject)"
    }

    /// Sees a light go on or off.
    ///
    /// - Parameters:
    ///   - light: from 0; one beyond the gestures means nothing.
    ///   - time: in seconds, not before that of any sample that was taken.
    public mutating func see(light: Int, isOn: Bool, at time: Double) {
        guard gestures.indices.contains(light) else { return }
        let reaction = time + random.uniform(0.15...0.35)
        if lit != nil, isOn || lit == light {
            script.end(at: reaction, person, using: &random)
            lit = nil
        }
        if isOn {
            script.begin(gestures[light], at: reaction, person, using: &random)
            lit = light
        }
    }

    /// What the sensor in this person's hand shows: ax, ay, az in g, gx, gy, gz in rad/s.
    ///
    /// - Parameter time: in seconds; later than the one before.
    public mutating func sample(at time: Double) -> [Float] {
        script.forget(before: time - 5)
        let (force, turning) = MotionGenerator.truth(person.arm, script, at: time)
        return sensor.reading(force: force, rate: turning, using: &random)
    }
}
