import Formatting
public import MotionCore
import SignalProcessing

extension StrokeForm {
    /// Samples per second at which strokes are read unless something else is asked for: a hand's motion ends at about 10 Hz.
    public static let usualRate = 25.0
    /// Samples of a stretched stroke.
    private static let stretched = 32
    /// The share of strokes that a window should hold whole that keeps the tempo.
    private static let whole = 0.9

    /// A window for these strokes: nine in ten fit in as a whole.
    ///
    /// - Parameters:
    ///   - labels: which stretches are strokes.
    ///   - rate: samples per second of the window.
    /// - Returns: samples, 4 … 4096.
    public func window(for recordings: [Recording], labels: LabelRule, rate: Double) -> Int {
        guard self != .stretch else { return Self.stretched }
        let seconds = recordings.flatMap { $0.sessions.flatMap { $0.strokeSeconds(labels) } }
        guard let longest = seconds.quantile(Self.whole, .below) else { return Self.stretched }
        return min(max(Int(saturating: (longest * rate).rounded(.up)), 4), 4096)
    }
}

extension [Recording] {
    /// Seconds of a window that suits what is labelled: half of the median stretch, in quarters of a second from 0.5 to 2. A window
    /// as long as a gesture is mostly rest when the gesture begins and when it ends, so that it is found late or not at all.
    ///
    /// - Parameters:
    ///   - labels: which stretches count.
    ///   - resting: the labels among them during which nothing happens.
    public func windowSeconds(labels: LabelRule, resting: Set<String>) -> Double {
        var moving = labels
        moving.dropped = Set(labels.dropped).union(resting)
        moving.kept = labels.kept?.filter { !resting.contains($0) }
        let seconds = flatMap { $0.sessions.flatMap { $0.strokeSeconds(moving) } }
        guard let median = seconds.quantile(0.5, .below) else { return Self.longestWindow }
        return Swift.min(Swift.max((median * 2).rounded() / 4, 0.5), Self.longestWindow)
    }

    /// Seconds; what lasts goes on after it.
    private static var longestWindow: Double { 2 }
}

extension RecordedSession {
    /// How long the strokes in it last.
    func strokeSeconds(_ rule: LabelRule) -> [Double] {
        guard let rate else { return [] }
        let names = labels.map(rule.name)
        let classes = Set(rule.classes(among: names))
        return names.runs.filter { classes.contains(names[$0.lowerBound]) }.map { Double($0.count) / rate }
    }
}
