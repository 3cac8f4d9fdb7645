import Foundation
import Randomness
import Recordings

/// Windows of 16 samples every 8, of sessions at 25 Hz.
func dataSet(_ sessions: [RecordedSession], window: Int = 16, hop: Int = 8, kept: [String]? = nil) throws -> DataSet {
    try DataSet(
        [Recording(path: "made-up", sessions: sessions)],
        options: DataSet.Options(labels: LabelRule(kept: kept), window: window, hop: hop))
}

/// A session whose samples and labels are functions of their number.
func session(
    _ subject: String, count: Int, label: (Int) -> String, values: (Int) -> [Float]
) -> RecordedSession {
    RecordedSession(
        name: subject, subject: subject, labels: (0..<count).map(label), timestamps: (0..<count).map { Double($0) * 40 },
        values: (0..<count).flatMap(values))
}

/// A session in which ax counts the samples and the other channels hold decimals.
func countingSession(count: Int = 100, label: (Int) -> String = { $0 < 52 ? "a" : "b" }) -> RecordedSession {
    session("u", count: count, label: label) { index in
        [Float(index), 0.25, -1, Float(index % 7) / 8, 3, Float(index) / 4]
    }
}

/// People who turn a sensor slowly or fast, each with a phase, a strength and a speed of their own.
func waves(people: Range<Int>) -> [RecordedSession] {
    people.flatMap { person in
        [("slow", 0.09), ("fast", 0.19)].map { label, frequency in
            var random = SeededGenerator(seed: 77, stream: person, label == "slow" ? 0 : 1)
            let phase = random.uniform(0...6)
            let speed = frequency * random.uniform(0.9...1.1)
            let strength = random.uniform(0.7...1.4)
            var made = session("p\(person)", count: 160, label: { _ in label }) { index in
                let wave = strength * sin(2 * .pi * speed * Double(index) + phase)
                return [Float(wave), Float(0.1 * random.normal()), 1, 0, Float(0.5 * wave), Float(0.1 * random.normal())]
            }
            made.name = "\(label)-\(person)"
            return made
        }
    }
}

/// Now and then a push to one side, then five windows of eight samples without any: the label is the side of the last push.
func pushes(people: Range<Int>) -> [RecordedSession] {
    people.map { person in
        var random = SeededGenerator(seed: 99, stream: person)
        let sides = (0..<12).map { _ in random.happens(0.5) }
        return session("p\(person)", count: 12 * 48, label: { sides[$0 / 48] ? "left" : "right" }) { index in
            let push: Float = index % 48 == 2 || index % 48 == 3 ? 1 : 0
            return [sides[index / 48] ? push : -push, 0, 1, 0, 0, 0]
        }
    }
}
