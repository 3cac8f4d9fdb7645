/// One recorded session, cut, resampled, labelled and counted: what a data set, and each selection of it, is put together from.
struct PreparedSession: Sendable {
    /// A stretch at least as long as a window.
    struct Stretch: Sendable {
        var session: RecordedSession
        var windows: [(start: Int, label: Int)]
    }

    let path: String
    let name: String
    /// The subject, or the session's name where the recording knows none.
    let group: String
    private(set) var stretches: [Stretch] = []
    private(set) var leftOut = DataSet.LeftOut()
    /// Every label that occurs, after renaming.
    private(set) var labels: Set<String> = []

    /// - Throws: `implausibleRate`.
    init(
        _ session: RecordedSession, path: String, rate: Double, classes: [String], options: DataSet.Options
    ) throws(DataSetError) {
        self.path = path
        name = session.name
        group = session.group
        let numbers = Dictionary(uniqueKeysWithValues: zip(classes, 0...))
        let clock = SampleClock(session.timestamps)
        let found = clock.map { 1000 / $0.period } ?? rate
        if session.count >= options.window, !RecordedSession.isPlausible(rate: found, resampledTo: rate) {
            throw .implausibleRate(.init(path: path, session: session.name, rate: found), wanted: rate)
        }
        let gaps = clock?.gaps ?? []
        leftOut.gaps = gaps.count
        leftOut.samplesLost = gaps.reduce(0) { $0 + $1.lost }
        for piece in session.stretches(cutAt: gaps) {
            var stretch = piece
            // Without a rate to reach, clocks may differ within the tolerance and are left alone.
            if options.rate != nil, let clock { stretch = piece.resampled(to: rate, from: 1000 / clock.period) }
            stretch.labels = stretch.labels.map(options.labels.name)
            let samples = stretch.labels.map { numbers[$0] }
            for (label, number) in zip(stretch.labels, samples) {
                labels.insert(label)
                if number == nil { leftOut.samplesByLabel[label, default: 0] += 1 }
            }
            add(stretch, samples, options)
        }
    }

    private mutating func add(_ stretch: RecordedSession, _ samples: [Int?], _ options: DataSet.Options) {
        guard stretch.count >= options.window else {
            leftOut.shortStretches.add(session: stretch.name, samples: stretch.count)
            return
        }
        var windows: [(start: Int, label: Int)] = []
        var end = 0
        for start in stride(from: 0, through: stretch.count - options.window, by: options.hop) {
            end = start + options.window
            switch DataSet.labelOfWindow(samples[start..<end], mixed: options.mixed) {
            case .label(let label): windows.append((start, label))
            case .unlabelled: leftOut.unlabelledWindows += 1
            case .mixed: leftOut.mixedWindows += 1
            }
        }
        leftOut.samplesAfterLastWindow += stretch.count - end
        stretches.append(Stretch(session: stretch, windows: windows))
    }
}
