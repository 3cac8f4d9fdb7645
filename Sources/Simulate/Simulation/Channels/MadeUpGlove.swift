public import MotionCore
import Randomness
public import Recordings

/// Made-up people with a glove: five flex sensors on the fingers and a motion sensor on the back of the hand, 60 Hz.
///
/// Neither tells everything: who waves and who knocks moves the hand, who points or makes a fist keeps it still. Flex sensors are
/// read by a converter of ten bits; each glove's fingers have ends of their own, and lie a little otherwise each time it is put on.
public struct MadeUpGlove: Sendable {
    /// What is done, rest first.
    public static let labels = ["rest", "wave", "knock", "point", "fist"]
    public static let channels = NamedChannels(SixAxes.names + (0..<5).map { "flex_\($0)" })
    /// Samples per second.
    public static let rate = 60.0

    private let seed: UInt64

    public init(seed: UInt64) { self.seed = seed }

    /// How far each finger is bent, from thumb to little finger: 0 straight, 1 into the palm.
    private static let shapes: [String: [Double]] = [
        "rest": [0.25, 0.35, 0.4, 0.4, 0.35], "wave": [0.1, 0.05, 0.05, 0.05, 0.1], "knock": [0.8, 0.95, 0.95, 0.95, 0.9],
        "point": [0.7, 0.05, 0.9, 0.95, 0.9], "fist": [0.85, 0.95, 1, 0.95, 0.9],
    ]
    /// What the hand does meanwhile, as `MotionGenerator` calls it.
    private static let motions = ["shake": "wave", "chop": "knock"]

    /// A session of each of these people: every gesture as often as the others (or once more), rest between them.
    ///
    /// - Parameters:
    ///   - people: their numbers; named `v0`, `v1` …
    ///   - gestures: of each person.
    public func recording(people: Range<Int>, gestures: Int = 9) -> Recording {
        Recording(path: "synthetic", sessions: people.map { session(person: $0, gestures: gestures) })
    }

    private func session(person: Int, gestures: Int) -> RecordedSession {
        var random = SeededGenerator(seed: seed, stream: person, 5)
        var generator = MotionGenerator(seed: seed, rate: Self.rate)
        generator.gestures = Self.motions.keys.sorted()
        let moved = generator.session(subject: person, gestures: gestures)
        let hand = Hand(using: &random)
        var session = RecordedSession(name: moved.name, subject: moved.subject, channels: Self.channels)
        session.timestamps = moved.timestamps
        session.labels = Self.labels(moved, using: &random)
        var fingers = (0..<5).map { _ in ApproachedLevel(0.35, seconds: 0.08, rate: Self.rate) }
        for sample in 0..<moved.count {
            session.values += moved.sample(sample)
            let shape = Self.shapes[session.labels[sample]] ?? []
            for finger in 0..<5 {
                fingers[finger].approach(shape[finger] + hand.habits[finger])
                session.values.append(hand.count(fingers[finger].value, of: finger, using: &random))
            }
        }
        return session
    }

    /// Where the hand moves it waves or knocks. In the middle of a rest between two motions it may point, or make a fist.
    private static func labels(_ moved: RecordedSession, using random: inout SeededGenerator) -> [String] {
        var labels = moved.labels.map { motions[$0] ?? "rest" }
        let still = ["point", "fist"]
        var next = random.happens(0.5) ? 0 : 1
        for run in labels.runs(of: "rest") where Double(run.count) > 2.4 * rate {
            let margin = Int(saturating: random.uniform(0.6...0.9) * rate)
            for sample in run.lowerBound + margin..<run.upperBound - margin { labels[sample] = still[next] }
            next = 1 - next
        }
        return labels
    }

    /// One person's hand in the glove.
    private struct Hand {
        /// How much further than others each finger is bent.
        let habits: [Double]
        /// Counts of the converter, straight and bent.
        private let ends: [(straight: Double, bent: Double)]

        init(using random: inout SeededGenerator) {
            habits = (0..<5).map { _ in random.normal() * 0.05 }
            ends = (0..<5).map { _ in (random.uniform(580...680), random.uniform(230...350)) }
        }

        func count(_ bend: Double, of finger: Int, using random: inout SeededGenerator) -> Float {
            let (straight, bent) = ends[finger]
            let count = straight + (bent - straight) * bend + random.normal() * 2
            return Float(max(0, min(1023, count.rounded())))
        }
    }
}

extension [String] {
    /// Where an element stands several times in a row.
    fileprivate func runs(of wanted: String) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (place, element) in enumerated() where element == wanted {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        return runs
    }
}
