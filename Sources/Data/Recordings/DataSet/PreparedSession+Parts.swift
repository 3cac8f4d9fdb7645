import MotionCore

extension PreparedSession {
    /// What most of its windows are, the first class of equals; nil without windows.
    var mainLabel: Int? {
        var counts: [Int: Int] = [:]
        for window in stretches.lazy.flatMap(\.windows) { counts[window.label, default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The session in two parts: the end of every stretch, and what is a window or more before it. A stretch in which one of them
    /// would hold no window stays whole, with the earlier ones.
    ///
    /// - Returns: no later part if there is no such stretch.
    func parted(last part: Double, _ options: DataSet.Options) -> (earlier: PreparedSession, later: PreparedSession?) {
        var earlier = self
        var later = self
        earlier.stretches = []
        later.stretches = []
        later.leftOut = DataSet.LeftOut()
        for stretch in stretches {
            let count = stretch.session.count
            let share = Int(saturating: (Double(count) * (1 - part) / Double(options.hop)).rounded(.up))
            // On a window's start, so that those of the end stay the same windows.
            let begin = share * options.hop
            let end = begin - options.window
            guard end >= options.window, count - begin >= options.window else {
                earlier.stretches.append(stretch)
                continue
            }
            let kept = stretch.windows.filter { $0.start + options.window <= end }
            earlier.stretches.append(Stretch(session: stretch.session.part(0..<end), windows: kept))
            let moved = stretch.windows.filter { $0.start >= begin }.map { (start: $0.start - begin, label: $0.label) }
            later.stretches.append(Stretch(session: stretch.session.part(begin..<count), windows: moved))
            earlier.leftOut.samplesBetweenParts += begin - end + (end - options.window) % options.hop
        }
        return (earlier, later.stretches.isEmpty ? nil : later)
    }
}
