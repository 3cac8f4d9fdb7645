import MotionCore

extension DataSet {
    /// This data set with motion in which nothing happens, whatever its labels say; brought to the rate of the others.
    ///
    /// Of its windows only so many become part of it, evenly chosen, as there are others, or a share of that: what happens would be
    /// drowned otherwise.
    ///
    /// - Parameters:
    ///   - recordings: of anybody; who that was is not looked at.
    ///   - label: one of the classes, which means that nothing happens.
    ///   - share: windows of it for each other one, at most; above 0.
    /// - Throws: `implausibleRate`.
    public func adding(
        background recordings: [Recording], as label: String, atMost share: Double = 1
    ) throws(DataSetError) -> DataSet {
        precondition(classes.contains(label) && share > 0, "background is of one of the classes")
        var options = options
        options.rate = rate
        var added: [PreparedSession] = []
        for recording in recordings {
            for var session in recording.sessions {
                session.labels = [String](repeating: label, count: session.count)
                options.labels = LabelRule(kept: classes)
                var source = try PreparedSession(
                    session, path: recording.path, rate: rate, classes: classes, options: options)
                source.isBackground = true
                added.append(source)
            }
        }
        let count = added.reduce(0) { $0 + $1.stretches.reduce(0) { $0 + $1.windows.count } }
        let most = max(1, Int(saturating: Double(windows.count) * share))
        let every = max(1, (count + most - 1) / most)
        var number = 0
        for source in added.indices {
            for stretch in added[source].stretches.indices {
                added[source].stretches[stretch].windows.removeAll { _ in
                    number += 1
                    return (number - 1) % every != 0
                }
            }
        }
        return holding(sources + added)
    }

    /// Windows of the background.
    public var backgroundWindows: Int {
        sources.reduce(0) { sum, source in source.isBackground ? sum + source.stretches.reduce(0) { $0 + $1.windows.count } : sum }
    }
}
