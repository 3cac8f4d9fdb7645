public import MotionCore

extension StrokeForm {
    /// Samples per second at which strokes are read unless something else is asked for: a hand's motion ends at about 10 Hz.
    public static let usualRate = 25.0
    /// Samples of a stretched stroke.
    private static let stretched = 32
    /// Of ten strokes, how many a window should hold whole that keeps the tempo.
    private static let wholeInTen = 9

    /// A window for these strokes: nine in ten fit in as a whole.
    ///
    /// - Parameters:
    ///   - labels: which stretches are strokes.
    ///   - rate: samples per second of the window.
    /// - Returns: samples, 4 … 4096.
    public func window(for recordings: [Recording], labels: LabelRule, rate: Double) -> Int {
        guard self != .stretch else { return Self.stretched }
        let seconds = recordings.flatMap { $0.sessions.flatMap { $0.strokeSeconds(labels) } }.sorted()
        guard !seconds.isEmpty else { return Self.stretched }
        let longest = seconds[min(seconds.count - 1, seconds.count * Self.wholeInTen / 10)]
        return min(max(Int(saturating: (longest * rate).rounded(.up)), 4), 4096)
    }
}

extension RecordedSession {
    /// How long the strokes in it last.
    fileprivate func strokeSeconds(_ rule: LabelRule) -> [Double] {
        guard let rate else { return [] }
        let classes = Set(rule.classes(among: Set(labels.map(rule.name))))
        let lengths = labels.map(rule.name).reduce(into: [(label: String, count: Int)]()) { runs, label in
            if runs.last?.label == label { runs[runs.count - 1].count += 1 } else { runs.append((label, 1)) }
        }
        return lengths.filter { classes.contains($0.label) }.map { Double($0.count) / rate }
    }
}
