import Formatting
import MotionCore
import SignalProcessing

/// Labelled stretches each of which looks like one gesture, made once.
public struct LikelyStrokes: Sendable, Equatable {
    /// Stretches of all labels but rest.
    public let count: Int
    /// Seconds that nine in ten of them last at least, and at most.
    public let shortest: Double
    public let longest: Double

    /// Of each label, so that it is seen to be repeated.
    private static let least = 3
    /// A hand needs this long to begin and end; and is rarely longer about one gesture.
    private static let usual = 0.2...2.5

    /// - Parameters:
    ///   - labels: which stretches count.
    ///   - resting: the labels among them during which nothing happens.
    /// - Returns: nil unless acceleration was recorded, there are two labels or more, each at least three times, and nine in ten
    ///   stretches last 0.2 to 2.5 s.
    public init?(in recordings: [Recording], labels: LabelRule, resting: Set<String>) {
        let sessions = recordings.flatMap(\.sessions)
        guard sessions.allSatisfy({ Set(["ax", "ay", "az"]).isSubset(of: $0.channels.names) }) else { return nil }
        var counts: [String: Int] = [:]
        for session in sessions {
            let names = session.labels.map(labels.name)
            for run in names.runs { counts[names[run.lowerBound], default: 0] += 1 }
        }
        let gestures = labels.classes(among: counts.keys.sorted()).filter { !resting.contains($0) }
        guard gestures.count >= 2, gestures.allSatisfy({ counts[$0, default: 0] >= Self.least }) else { return nil }
        var moving = labels
        moving.kept = gestures
        let seconds = sessions.flatMap { $0.strokeSeconds(moving) }
        guard let shortest = seconds.quantile(0.05, .nearest), let longest = seconds.quantile(0.95, .nearest),
            Self.usual.contains(shortest), Self.usual.contains(longest)
        else { return nil }
        (count, self.shortest, self.longest) = (seconds.count, shortest, longest)
    }
}
