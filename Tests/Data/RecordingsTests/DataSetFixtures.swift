import Foundation
import Randomness
import Recordings

/// A session whose values nobody looks at: labels given as runs.
func labelled(
    _ runs: [(label: String, samples: Int)], name: String = "s", subject: String? = "u", rate: Double = 50
) -> RecordedSession {
    let labels = runs.flatMap { [String](repeating: $0.label, count: $0.samples) }
    return RecordedSession(
        name: name, subject: subject, labels: labels, timestamps: labels.indices.map { Double($0) * 1000 / rate },
        values: [Float](repeating: 0, count: labels.count * 6))
}

/// A session of one label whose first channel is a function of time in seconds, the others constant.
func signal(rate: Double, samples: Int, _ value: (Double) -> Double) -> RecordedSession {
    let times = (0..<samples).map { Double($0) / rate }
    return RecordedSession(
        name: "s", subject: "u", labels: times.map { _ in "l" }, timestamps: times.map { $0 * 1000 },
        values: times.flatMap { [Float(value($0)), 0.1, -1, 33.7, 0, 7.3] })
}

/// Sessions of several people with random runs of labels, some unnamed, and random gaps.
func randomSessions(using generator: inout SeededGenerator) -> [RecordedSession] {
    (0..<Int.random(in: 1...6, using: &generator)).map { index in
        var session = labelled(
            (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                (["a", "b", "c", "none", ""].randomElement(using: &generator) ?? "a", Int.random(in: 1...70, using: &generator))
            }, name: "s\(index)", subject: "u\(index % 3)")
        var late = 0.0
        for sample in session.timestamps.indices {
            if Int.random(in: 0..<80, using: &generator) == 0 { late += 20 * Double.random(in: 1...5, using: &generator) }
            session.timestamps[sample] += late
        }
        return session
    }
}
