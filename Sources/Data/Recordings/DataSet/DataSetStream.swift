import Files

/// Recordings as a network sees them, prepared as a `DataSet` prepares them, but a session at a time and anew for each pass: for
/// those who need no session twice at once, in memory that does not grow with the recordings.
///
/// A session longer than `RecordingStream.longestPart` is cut into parts of that length, across which no window reaches.
public struct DataSetStream {
    public let options: DataSet.Options
    /// Samples per second of all sessions.
    public let rate: Double
    /// The labels' names, in the order of their numbers.
    public let classes: [String]
    public private(set) var leftOut = DataSet.LeftOut()
    /// The files of those who are chosen, and those of them that windows come from, each once, in the order given.
    public private(set) var paths: [String] = []
    public private(set) var pathsWithWindows: [String] = []
    /// Samples of all stretches as long as a window.
    private var samples = 0
    /// Sessions that windows come from, and all windows in them, labelled or not.
    public private(set) var sessionCount = 0
    public private(set) var windowCount = 0
    private let files: [String]
    /// Recordings in memory, which follow those in files.
    private let recordings: [Recording]
    private let reader: RecordingReader
    private let chosen: Set<String>?

    /// A recorded session, or a part of a long one, before it is prepared.
    public struct Part: Sendable {
        let session: RecordedSession
        let path: String

        /// Samples as they were recorded.
        public var count: Int { session.count }
    }

    /// One pass over the recordings, or several.
    public final class Parts {
        private let files: [String]
        private let recordings: [Recording]
        private var (place, pass) = (0, 0)
        /// Of the file that is being read.
        private var sessions = 0
        private let times: Int
        private let reader: RecordingReader
        private let chosen: Set<String>?
        private var stream: RecordingStream?
        /// A recording in memory in place of a stream, and the number of its next session.
        private var held: (recording: Recording, next: Int)?

        init(files: [String], recordings: [Recording], reader: RecordingReader, chosen: Set<String>?, times: Int) {
            (self.files, self.recordings, self.reader) = (files, recordings, reader)
            (self.chosen, self.times) = (chosen, times)
        }

        /// The next part of somebody who is chosen; nil after the last.
        public func next() throws(RecordingError) -> Part? {
            while true {
                while let (part, path) = try read() {
                    sessions += part.isContinuation ? 0 : 1
                    guard chosen?.contains(part.session.group) ?? true else { continue }
                    return Part(session: turned(part.session), path: path)
                }
                let count = files.count + recordings.count
                if place == count { (place, pass) = (0, pass + 1) }
                guard pass < times, count > 0 else { return nil }
                stream = place < files.count ? try reader.stream(files[place]) : nil
                held = place < files.count ? nil : (recordings[place - files.count], 0)
                (place, sessions) = (place + 1, 0)
            }
        }

        /// The next part of the file or recording that is being read.
        private func read() throws(RecordingError) -> (part: RecordingStream.Part, path: String)? {
            if let stream { return try stream.next().map { ($0, stream.path) } }
            guard let (recording, next) = held, next < recording.sessions.count else { return nil }
            held?.next += 1
            return (RecordingStream.Part(session: recording.sessions[next], isContinuation: false), recording.path)
        }

        private func turned(_ session: RecordedSession) -> RecordedSession {
            guard let turning = reader.turning else { return session }
            var session = session
            turning.turn(&session, pass: pass, file: place, number: sessions)
            return session
        }
    }

    /// Reads all of the recordings once, and once more if somebody is chosen or no rate is asked for.
    ///
    /// - Parameters:
    ///   - files: paths of recordings.
    ///   - recordings: recordings in memory, which follow those in files.
    ///   - options: the rule names the classes.
    ///   - choose: whom to take, given everyone in the order of `DataSet.subjects`; nil takes everyone.
    /// - Throws: what recordings and data sets are refused for, and what `choose` throws.
    public init(
        _ files: [String], _ recordings: [Recording] = [], reader: RecordingReader, options: DataSet.Options,
        choose: (([String]) throws -> Set<String>)? = nil
    ) throws {
        self.options = options
        self.files = files
        let reader = try reader.knowingPeople(of: files, recordings)
        let recordings = reader.normalised(recordings)
        self.recordings = recordings
        self.reader = reader
        classes = options.labels.classes(among: [])
        var rates = CommonRate(options)
        var subjects: Set<String> = []
        if options.rate == nil || choose != nil {
            for path in files {
                let stream = try reader.stream(path)
                while let part = try stream.next() {
                    try rates.add(part.session, path: path)
                    subjects.insert(part.session.group)
                }
            }
            for recording in recordings {
                for session in recording.sessions {
                    try rates.add(session, path: recording.path)
                    subjects.insert(session.group)
                }
            }
        }
        rate = try rates.result(paths: files + recordings.map(\.path))
        chosen = try choose?(subjects.sorted { $0.precedes($1) })
        try survey()
    }

    /// What keeps much of the recordings out of every window, as `DataSet.warnings`.
    public var warnings: [String] { leftOut.warnings(of: samples, options) }

    /// Hands on the sessions that windows come from, in the order of the recordings: stretches without a gap, at `rate`, labels
    /// renamed.
    public func forEachSession(_ body: (RecordedSession) throws -> Void) throws {
        let parts = parts()
        while let part = try parts.next() { try sessions(of: part).forEach(body) }
    }

    /// What a pass reads, one after the other; for those who prepare them on several cores.
    ///
    /// - Parameter times: passes, one after the other.
    public func parts(times: Int = 1) -> Parts {
        Parts(files: files, recordings: recordings, reader: reader, chosen: chosen, times: times)
    }

    /// The sessions of a part that windows come from, as `forEachSession` hands them on.
    public func sessions(of part: Part) throws(DataSetError) -> [RecordedSession] {
        try prepared(part).stretches.filter { !$0.windows.isEmpty }.map(\.session)
    }

    private func prepared(_ part: Part) throws(DataSetError) -> PreparedSession {
        try PreparedSession(part.session, path: part.path, rate: rate, classes: classes, options: options)
    }

    /// What can be said before anything is done with it.
    private mutating func survey() throws {
        var (leftOut, paths, used, samples, labels) = (leftOut, [String](), [String](), 0, Set<String>())
        let parts = parts()
        while let part = try parts.next() {
            let prepared = try prepared(part)
            leftOut.add(prepared.leftOut)
            labels.formUnion(prepared.labels)
            samples += prepared.stretches.reduce(0) { $0 + $1.session.count }
            if paths.last != prepared.path { paths.append(prepared.path) }
            let sessions = prepared.stretches.filter { !$0.windows.isEmpty }.map(\.session)
            if !sessions.isEmpty, used.last != prepared.path { used.append(prepared.path) }
            sessionCount += sessions.count
            for session in sessions { windowCount += (session.count - options.window) / options.hop + 1 }
        }
        (self.leftOut, self.paths, pathsWithWindows, self.samples) = (leftOut, paths, used, samples)
        guard used.isEmpty else { return }
        guard samples > 0 || chosen != nil else {
            throw DataSetError.tooShort(paths: paths, longest: leftOut.shortStretches.longest, window: options.window)
        }
        throw DataSetError.noWindows(paths: paths, classes: classes, found: labels.sorted())
    }
}
