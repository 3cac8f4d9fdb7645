import Models
import MotionCore
import Recordings

/// Ten seconds of somebody's motion, perhaps of several sessions that are shorter.
struct LearnedStretch {
    let person: String
    let sums: MotionSums

    /// Cuts sessions into stretches, each person's by itself, and begins a second row of them in the middle of the first.
    ///
    /// - Parameter inputs: of a sensor of which they read nothing zeros are taken.
    static func cut(_ sessions: [RecordedSession], rate: Double, inputs: [InputFeature]) -> [LearnedStretch] {
        let reads = (acceleration: inputs.readAcceleration, rotation: inputs.readRotation)
        let people = Dictionary(grouping: sessions) { $0.subject ?? "" }
        return people.keys.sorted().flatMap { person in
            [0, KnownMotion.seconds / 2].flatMap { cut(people[person] ?? [], of: person, rate: rate, reads, skipping: $0) }
        }
    }

    private static func cut(
        _ sessions: [RecordedSession], of person: String, rate: Double, _ reads: (acceleration: Bool, rotation: Bool),
        skipping seconds: Double
    ) -> [LearnedStretch] {
        var found: [LearnedStretch] = []
        var sums = MotionSums(rate: rate)
        var left = Int(saturating: seconds * rate)
        for session in sessions.lazy.compactMap(\.motion) {
            sums.interrupt()
            for sample in 0..<session.count {
                guard left == 0 else {
                    left -= 1
                    continue
                }
                let values = session.sample(sample).map { Double($0) }
                guard !values.contains(where: \.isNaN) || !(reads.acceleration && reads.rotation) else {
                    sums.interrupt()
                    continue
                }
                sums.add(
                    acceleration: reads.acceleration ? [values[0], values[1], values[2]] : .zero,
                    rotation: reads.rotation ? [values[3], values[4], values[5]] : .zero)
                guard sums.duration >= KnownMotion.seconds else { continue }
                found.append(LearnedStretch(person: person, sums: sums))
                sums = MotionSums(rate: rate)
            }
        }
        return found
    }
}
