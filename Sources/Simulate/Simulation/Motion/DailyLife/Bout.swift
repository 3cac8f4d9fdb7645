import Randomness

/// What an arm and the body that carries it do in a while of one activity.
struct Bout: Sendable {
    let duration: Double
    var body = BodyMotion.still
    private var postures: PostureTrack
    private var strokes: [Gesture] = []
    private let unrest: Unrest

    /// - Parameter posture: at the beginning.
    init(lasting duration: Double, from posture: JointAngles, using random: inout SeededGenerator) {
        self.duration = duration
        postures = PostureTrack(posture)
        unrest = Unrest(
            drift: random.uniform(0.3...2) * .pi / 180, tremor: 0.003 * random.uniform(0.2...3) * .pi / 180, using: &random)
    }

    /// Where the arm is after all moves so far.
    var target: JointAngles { postures.target }

    /// Goes to another posture.
    mutating func move(to posture: JointAngles, at start: Double, lasting seconds: Double) {
        postures.move(to: posture, at: start, lasting: seconds)
    }

    /// Goes to and fro for a while.
    mutating func swing(
        _ amplitude: JointAngles, _ frequency: Double, from start: Double, lasting seconds: Double,
        waveform: Waveform = .shake(overtone: 0.1), using random: inout SeededGenerator
    ) {
        let fade = min(0.4, seconds / 3)
        strokes.append(
            Gesture(
                label: "", start: start, end: start + seconds, fadeIn: fade, fadeOut: fade, waveform: waveform,
                frequency: frequency, phase: random.uniform(0...1), amplitude: amplitude, ringing: .zero,
                unevenness: random.uniform(0.02...0.2)))
    }

    func angles(at time: Double) -> JointAngles {
        strokes.reduce(postures.angles(at: time) + unrest.angles(at: time)) { $0 + $1.angles(at: time) }
    }
}
