import ArgumentParser
import Recordings
import Simulation

/// Motion in which nothing should happen: recorded, made up, or both.
struct BackgroundOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: """
            Motion in which nothing should happen: recordings or folders of them; labels are not looked at. Default: made-up daily life.
            """)
    var background: [InputPath] = []
    @Flag(inversion: .prefixedNo, help: "Take made-up daily life, too; or none of it.")
    var madeUpBackground: Bool?

    /// Seeds of made-up people: those that networks learn from, and others to tune and to judge by.
    static let learnedPeople: UInt64 = 1
    static let judgingPeople: UInt64 = 2

    /// Made-up windows that are learned for each recorded one, at most. With more a network took strangers' gestures for rest: of
    /// GestureIt's windows (total acceleration, both ways, three seeds) 0.934 were right with 0.2, 0.926 with 0.4, 0.934 with none.
    static let madeUpShare = 0.2

    /// Whether some is made up: where none was recorded, unless somebody says otherwise.
    var isMadeUp: Bool { madeUpBackground ?? background.isEmpty }

    /// What does not belong to somebody's background, because a label is called so; and the rest of what can be made up.
    static func activities(besides labels: [String]) -> [String] {
        let names = labels.map { $0.lowercased() }
        return DailyLife.activities.filter { activity in !names.contains { $0.contains(activity) } }
    }

    /// Twelve people, half a minute of each activity that is no label: three quarters of an hour.
    ///
    /// - Parameters:
    ///   - seed: other people for another one.
    ///   - rate: samples per second.
    ///   - labels: of the network.
    ///   - hasGravity: whether accelerations hold it.
    static func madeUp(seed: UInt64, rate: Double, besides labels: [String], hasGravity: Bool) -> Recording {
        let activities = activities(besides: labels)
        var recording = DailyLife(seed: seed, rate: max(10, rate), hasGravity: hasGravity).recording(subjects: 0..<12)
        recording.sessions.removeAll { !activities.contains($0.labels[0]) }
        return recording
    }
}

extension Sequence where Element == RecordedSession {
    /// Whether the accelerations hold gravity: their median size is then about 1 g, and without it, also in quick motion, far less.
    var haveGravity: Bool {
        var sizes: [Float] = []
        for session in self {
            for sample in stride(from: 0, to: session.values.count, by: 6) {
                let (x, y, z) = (session.values[sample], session.values[sample + 1], session.values[sample + 2])
                sizes.append(x * x + y * y + z * z)
            }
        }
        sizes.sort()
        return sizes.isEmpty || sizes[sizes.count / 2] > 0.25
    }
}
