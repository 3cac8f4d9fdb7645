import Randomness

/// What an arm does in one session: rest, a gesture, rest, another …
struct MotionScript: Sendable {
    private(set) var duration = 0.0
    private(set) var gestures: [Gesture] = []
    private var postures: PostureTrack
    private let unrest: Unrest

    /// - Parameter labels: of the gestures, in their order.
    init(_ subject: VirtualSubject, labels: [String], using random: inout SeededGenerator) {
        unrest = Unrest(drift: subject.drift, tremor: subject.tremor, using: &random)
        postures = PostureTrack(subject.restPosture.varied(by: 6, using: &random))
        rest(using: &random)
        for (index, label) in labels.enumerated() {
            guard let manner = subject.manners[label] else { continue }
            let tired = subject.fatigue * Double(index) / Double(max(1, labels.count - 1))
            append(label, manner, lasting: random.uniform(2...4), vigour: 1 - tired, unevenness: subject.unevenness, using: &random)
            let relaxed = subject.restPosture.varied(by: 6, using: &random)
            postures.move(to: relaxed, at: duration - random.uniform(0.15...0.3), lasting: random.uniform(0.4...0.8))
            rest(using: &random)
        }
    }

    /// Rest alone, until `begin`.
    init(resting subject: VirtualSubject, using random: inout SeededGenerator) {
        unrest = Unrest(drift: subject.drift, tremor: subject.tremor, using: &random)
        postures = PostureTrack(subject.restPosture.varied(by: 6, using: &random))
    }

    /// Begins a gesture whose end is not known yet.
    mutating func begin(_ label: String, at time: Double, _ subject: VirtualSubject, using random: inout SeededGenerator) {
        guard let manner = subject.manners[label] else { return }
        duration = time
        append(label, manner, lasting: .infinity, vigour: 1, unevenness: subject.unevenness, using: &random)
    }

    /// Ends it, and relaxes.
    mutating func end(at time: Double, _ subject: VirtualSubject, using random: inout SeededGenerator) {
        guard let last = gestures.indices.last, gestures[last].end > time else { return }
        gestures[last].end = time + gestures[last].fadeOut
        postures.move(to: subject.restPosture.varied(by: 6, using: &random), at: time, lasting: random.uniform(0.4...0.8))
    }

    /// What ended before a moment does not come back.
    mutating func forget(before time: Double) {
        gestures.removeAll { $0.end < time }
        postures.forget(before: time)
    }

    func angles(at time: Double) -> JointAngles {
        gestures.reduce(postures.angles(at: time) + unrest.angles(at: time)) { $0 + $1.angles(at: time) }
    }

    /// The gesture at a moment, or rest.
    func label(at time: Double) -> String {
        gestures.first { $0.isVisible(at: time) }?.label ?? "rest"
    }

    private mutating func append(
        _ label: String, _ manner: VirtualSubject.Manner, lasting length: Double, vigour: Double, unevenness: Double,
        using random: inout SeededGenerator
    ) {
        let end = duration + length
        let size = vigour * random.uniform(0.85...1.15)
        postures.move(
            to: manner.posture.varied(by: 5, using: &random), at: duration - random.uniform(0...0.15),
            lasting: random.uniform(0.35...0.6))
        gestures.append(
            Gesture(
                label: label, start: duration, end: end, fadeIn: random.uniform(0.2...0.4), fadeOut: random.uniform(0.2...0.4),
                waveform: manner.waveform, frequency: manner.frequency * (1 - (1 - vigour) / 2) * random.uniform(0.92...1.08),
                phase: random.uniform(0...1), amplitude: manner.amplitude * size, ringing: manner.ringing * size,
                unevenness: unevenness))
        duration = end
    }

    /// Two to four seconds in which the arm is held; often it fidgets: turns the wrist there and back, or settles again.
    private mutating func rest(using random: inout SeededGenerator) {
        let length = random.uniform(2...4)
        if random.happens(0.55) {
            let held = postures.target
            var turned = held.varied(by: 3, using: &random)
            turned[.pronation] += random.uniform(-45...45) * .pi / 180
            let lasting = random.uniform(0.6...1)
            let start = duration + random.uniform(0.5...0.8)
            postures.move(to: turned, at: start, lasting: lasting)
            if random.happens(0.6) { postures.move(to: held, at: start + lasting * 0.9, lasting: lasting) }
        }
        duration += length
    }
}
