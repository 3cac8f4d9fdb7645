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
    /// In how many of all cases they do what a light says, and what draws those, apart from all else.
    private let obedience: Double
    private var whims: SeededGenerator
    private var lit: Int?

    /// - Parameters:
    ///   - seed: of the person, as of `MotionGenerator`.
    ///   - subject: number of the person, 0 or greater.
    ///   - gestures: of `MotionGenerator.labels`, but rest.
    ///   - obedience: in how many of all cases they do what a light says, 0 … 1; in the others another of the gestures.
    public init(seed: UInt64, subject: Int, gestures: [String], obedience: Double = 1) {
        precondition(
            gestures.allSatisfy(MotionGenerator.labels.dropFirst().contains), "a person knows the gestures of the generator")
        var random = SeededGenerator(seed: seed, stream: subject)
        person = VirtualSubject(using: &random)
        sensor = InertialSensor(using: &random)
        script = MotionScript(resting: person, using: &random)
        self.random = random
        self.gestures = gestures
        self.obedience = obedience
        whims = SeededGenerator(seed: seed, stream: subject, 1)
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
            script.begin(gestures[whim(light)], at: reaction, person, using: &random)
            lit = light
        }
    }

    /// What they do when a light is lit.
    private mutating func whim(_ light: Int) -> Int {
        guard gestures.count > 1, whims.happens(1 - obedience) else { return light }
        return (light + Int.random(in: 1..<gestures.count, using: &whims)) % gestures.count
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
