import MotionCore
import SignalProcessing

/// One recorded session, cut, resampled, labelled and counted: what a data set, and each selection of it, is put together from.
struct PreparedSession: Sendable {
    /// A stretch at least as long as a window.
    struct Stretch: Sendable {
        var session: RecordedSession
        var windows: [(start: Int, label: Int)]
    }

    /// One stroke as it was recorded.
    struct Stroke: Sendable {
        var motion: RecordedSession
        /// Samples per second.
        var rate: Double
        var label: Int
    }

    let path: String
    let name: String
    /// The subject, or the session's name where the recording knows none.
    let group: String
    /// Whether it is nobody's in particular: motion in which nothing happens, which is always learned from.
    var isBackground = false
    var stretches: [Stretch] = []
    var leftOut = DataSet.LeftOut()
    private(set) var strokes: [Stroke] = []
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
        let least = options.strokes == nil ? options.window : RecordedSession.leastStroke
        if session.count >= least, !Resampler.isPlausible(found, to: rate) {
            throw .implausibleRate(.init(path: path, session: session.name, rate: found), wanted: rate)
        }
        let gaps = clock?.gaps ?? []
        leftOut.gaps = gaps.count
        leftOut.samplesLost = gaps.reduce(0) { $0 + $1.lost }
        // Without a rate to reach, clocks may differ within the tolerance and are left alone; a stroke has a rate of its own.
        let reached = options.strokes == nil && options.rate != nil ? rate : nil
        let held = session.holdingMissing(rate: found)
        if held.mayMiss {
            leftOut.addMissing(of: held, inputs: options.inputs.map { $0 + (options.derives ? RecordedSession.channelNames : []) })
        }
        for even in held.evenStretches(by: clock, at: reached, derives: options.derives) {
            var stretch = even.session
            // Without a new name they stay those of the recording, and take no memory of their own.
            let renamed = stretch.labels.map(options.labels.name)
            if renamed != stretch.labels { stretch.labels = renamed }
            let samples = stretch.labels.map { numbers[$0] }
            for (label, number) in zip(stretch.labels, samples) {
                labels.insert(label)
                if number == nil { leftOut.samplesByLabel[label, default: 0] += 1 }
            }
            if let form = options.strokes, let clock {
                addStrokes(form, stretch, samples, rate: rate, from: 1000 / clock.period, options)
            } else {
                add(stretch, samples, options)
            }
        }
    }

    mutating func add(_ stretch: RecordedSession, _ samples: [Int?], _ options: DataSet.Options) {
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

    /// Each run of samples of one class is a stroke.
    private mutating func addStrokes(
        _ form: StrokeForm, _ stretch: RecordedSession, _ samples: [Int?], rate: Double, from source: Double,
        _ options: DataSet.Options
    ) {
        for run in samples.runs {
            guard let label = samples[run.lowerBound] else { continue }
            guard run.count >= RecordedSession.leastStroke else {
                leftOut.shortStretches.add(session: stretch.name, samples: run.count)
                continue
            }
            let part = stretch.part(run)
            strokes.append(Stroke(motion: part, rate: source, label: label))
            let stroke = part.stroke(as: form, window: options.window, rate: rate, from: source)
            stretches.append(Stretch(session: stroke, windows: [(0, label)]))
        }
    }
}
