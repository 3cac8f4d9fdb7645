public import MotionCore
import Randomness
public import Recordings

/// Made-up people who speak without a sound before a camera that tells fifteen features of their faces, 60 Hz, each from 0 to about
/// 1: six states, neutral and five vowels, held one after the other, or words of two or three of them with a neutral face between.
public struct MadeUpFace: Sendable {
    /// Neutral, and the vowels.
    public static let states = ["neutral", "a", "e", "i", "o", "u"]
    /// A dozen words, by their vowels.
    public static let words = [
        "papa": "aa", "mama": "ae", "hello": "eo", "banana": "aaa", "you": "iu", "video": "ieo", "no": "ou", "piano": "iao",
        "audio": "aio", "okay": "oe", "solo": "oo", "menu": "eu",
    ]
    public static let channels = NamedChannels([
        "jaw_open", "mouth_width", "mouth_height", "lip_pucker", "lip_press", "upper_lip", "lower_lip", "corner_left",
        "corner_right", "tongue", "cheek", "brow_left", "brow_right", "eye_left", "eye_right",
    ])
    /// Samples per second.
    public static let rate = 60.0

    private let seed: UInt64

    public init(seed: UInt64) { self.seed = seed }

    /// Of each state the first eleven features; brows and eyes say nothing of it.
    private static let shapes: [String: [Double]] = [
        "neutral": [0.05, 0.5, 0.05, 0.1, 0.3, 0.1, 0.1, 0.3, 0.3, 0.05, 0.2],
        "a": [0.8, 0.5, 0.75, 0.1, 0, 0.4, 0.6, 0.3, 0.3, 0.2, 0.2],
        "e": [0.4, 0.75, 0.35, 0.05, 0, 0.3, 0.4, 0.55, 0.55, 0.4, 0.3],
        "i": [0.15, 0.95, 0.2, 0, 0.1, 0.2, 0.3, 0.8, 0.8, 0.5, 0.4],
        "o": [0.5, 0.25, 0.5, 0.7, 0, 0.35, 0.4, 0.1, 0.1, 0.15, 0.1],
        "u": [0.2, 0.1, 0.2, 0.95, 0.1, 0.25, 0.25, 0.05, 0.05, 0.1, 0.05],
    ]

    /// A session of each of these people in which every state is held, in a random order, each as often as the others.
    ///
    /// - Parameters:
    ///   - people: their numbers; named `v0`, `v1` …
    ///   - repetitions: of each state.
    public func statesHeld(people: Range<Int>, repetitions: Int = 6) -> Recording {
        recording(people) { random in
            let order = (0..<repetitions).flatMap { _ in Self.states.shuffled(using: &random) }
            return order.map { ($0, [($0, random.uniform(0.6...1.4))]) }
        }
    }

    /// A session of each of these people who speak every word, in a random order, neutral for a while before and after each.
    ///
    /// - Parameters:
    ///   - people: their numbers; named `v0`, `v1` …
    ///   - repetitions: of each word.
    public func wordsSpoken(people: Range<Int>, repetitions: Int = 4) -> Recording {
        recording(people) { random in
            let pace = random.uniform(0.8...1.3)
            var parts: [(String, [(String, Double)])] = []
            for _ in 0..<repetitions {
                for word in Self.words.keys.sorted().shuffled(using: &random) {
                    parts.append(("neutral", [("neutral", random.uniform(0.7...1.4))]))
                    let vowels = (Self.words[word] ?? "").map { (String($0), random.uniform(0.16...0.26) / pace) }
                    parts.append((word, vowels))
                }
            }
            return parts + [("neutral", [("neutral", 1)])]
        }
    }

    /// - Parameter script: labels with the states under them and their seconds.
    private func recording(
        _ people: Range<Int>,
        script: (_ random: inout SeededGenerator) -> [(label: String, states: [(state: String, seconds: Double)])]
    ) -> Recording {
        let sessions = people.map { person in
            var random = SeededGenerator(seed: seed, stream: person, 15)
            var face = Face(using: &random)
            var session = RecordedSession(name: "v\(person)", subject: "v\(person)", channels: Self.channels)
            for (label, states) in script(&random) {
                for (state, seconds) in states {
                    for _ in 0..<max(1, Int(saturating: (seconds * Self.rate).rounded())) {
                        session.timestamps.append(Double(session.count) * 1000 / Self.rate)
                        session.labels.append(label)
                        session.values += face.features(of: Self.shapes[state] ?? [], using: &random)
                    }
                }
            }
            return session
        }
        return Recording(path: "synthetic", sessions: sessions)
    }

    /// One person's face.
    private struct Face {
        /// How strongly somebody articulates, and how each feature of theirs lies in rest.
        private let strength: Double
        private let habits: [Double]
        private var levels: [ApproachedLevel]
        private var blink = 0

        init(using random: inout SeededGenerator) {
            strength = random.uniform(0.7...1.15)
            habits = (0..<MadeUpFace.channels.count).map { _ in random.normal() * 0.05 }
            levels = (0..<MadeUpFace.channels.count).map { feature in
                ApproachedLevel(feature < 13 ? 0.1 : 0.8, seconds: feature < 11 ? 0.06 : 0.15, rate: MadeUpFace.rate)
            }
        }

        /// The next sample.
        mutating func features(of shape: [Double], using random: inout SeededGenerator) -> [Float] {
            if blink > 0 { blink -= 1 } else if random.happens(0.004) { blink = 9 }
            return levels.indices.map { feature in
                let wanted =
                    switch feature {
                    case 0..<11: shape[feature] * strength
                    case 11, 12: 0.2
                    default: blink > 0 ? 0.05 : 0.8
                    }
                levels[feature].approach(wanted + habits[feature])
                return Float(max(0, levels[feature].value + random.normal() * 0.015))
            }
        }
    }
}
