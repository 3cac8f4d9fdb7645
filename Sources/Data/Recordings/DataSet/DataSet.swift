public import MotionCore

/// Recordings as a network sees them: one rate, no gaps, labelled windows.
///
/// Each recorded session is cut at its gaps, resampled, its labels named by the rule, and the windows counted from each stretch's
/// first sample. Whatever does not become part of a window is counted in `leftOut`. A value; copies share their samples.
public struct DataSet: Sendable {
    public let options: Options
    /// Samples per second of all sessions.
    public let rate: Double
    /// What all sessions hold of a sample.
    public let channels: NamedChannels
    /// The labels' names, in the order of their numbers.
    public let classes: [String]
    /// Stretches without a gap, at `rate`, labels renamed; in the order of the recordings. Those shorter than a window are in
    /// `leftOut`.
    public let sessions: [RecordedSession]
    /// By session, then by start.
    public let windows: [Window]
    public let leftOut: LeftOut
    /// What `sessions`, `windows` and `leftOut` were put together from.
    let sources: [PreparedSession]

    /// One labelled window.
    public struct Window: Sendable, Equatable {
        /// In `sessions`.
        public var session: Int
        /// Its first sample.
        public var start: Int
        /// In `classes`.
        public var label: Int

        public init(session: Int, start: Int, label: Int) {
            self.session = session
            self.start = start
            self.label = label
        }
    }

    /// Prepares recordings. Where their channels differ, it takes those that all of them have, in the order of the first one.
    ///
    /// Whether the data will do for *training* is another question: `checkTrainable`.
    ///
    /// - Throws: `rates` if no rate is asked for and the recordings differ, `tooShort` or `noWindows` if nothing is left.
    public init(_ recordings: [Recording], options: Options) throws(DataSetError) {
        var rates = CommonRate(options)
        for recording in recordings {
            for session in recording.sessions { try rates.add(session, path: recording.path) }
        }
        let rate = try rates.result(paths: recordings.map(\.path))
        let classes = options.labels.classes(among: Self.labels(in: recordings).map(options.labels.name))
        let channels = try Self.commonChannels(recordings)
        var sources: [PreparedSession] = []
        for recording in recordings {
            for session in recording.sessions.lazy.map({ $0.selecting(channels) }) {
                try sources.append(PreparedSession(session, path: recording.path, rate: rate, classes: classes, options: options))
            }
        }
        self.init(sources: sources, rate: rate, classes: classes, channels: channels, options: options)
        guard windows.isEmpty else { return }
        if sessions.isEmpty {
            throw .tooShort(paths: paths, longest: leftOut.shortStretches.longest, window: options.window)
        }
        try checkMixed()
        throw .noWindows(paths: paths, classes: classes, found: labelsFound)
    }

    /// Each label once, in the order in which they were recorded.
    private static func labels(in recordings: [Recording]) -> [String] {
        var seen: Set<String> = []
        return recordings.flatMap { $0.sessions.flatMap { $0.labels.filter { seen.insert($0).inserted } } }
    }

    /// Those that all sessions have, in the order of the first one.
    ///
    /// - Throws: `nothingInCommon` if there are none.
    public static func commonChannels(_ recordings: [Recording]) throws(DataSetError) -> NamedChannels {
        guard let first = recordings.lazy.flatMap(\.sessions).first else { return .sixAxes }
        var common = first.channels
        for recording in recordings {
            for session in recording.sessions where session.channels != common {
                let names = Set(session.channels.names)
                common = NamedChannels(common.names.filter { names.contains($0) })
                if common.count == 0 { throw .nothingInCommon(path: recording.path, found: session.channels.names) }
            }
        }
        return common
    }

    init(sources: [PreparedSession], rate: Double, classes: [String], channels: NamedChannels, options: Options) {
        var sessions: [RecordedSession] = []
        var windows: [Window] = []
        var leftOut = LeftOut()
        for source in sources {
            for stretch in source.stretches {
                windows += stretch.windows.map { Window(session: sessions.count, start: $0.start, label: $0.label) }
                sessions.append(stretch.session)
            }
            leftOut.add(source.leftOut)
        }
        self.options = options
        self.rate = rate
        self.classes = classes
        self.channels = channels
        self.sessions = sessions
        self.windows = windows
        self.leftOut = leftOut
        self.sources = sources
    }
}
