import MotionCore

/// Reads recordings: CSV with a header as in the README, or the header-less 14 columns of the book's GestureDataRecorder.
///
/// The 14 columns are session, activity, roll, pitch, yaw, rotation rate x y z (rad/s), gravity x y z (g), user acceleration x y z
/// (g), at 25 Hz without time stamps; gravity and user acceleration are added, as a sensor feels them, unless
/// `userAccelerationOnly`.
public struct RecordingReader: Sendable {
    /// Leave gravity out of the 14-column form.
    public var userAccelerationOnly = false
    /// The units of the columns, if somebody has said them: then nobody asks whether they can be true. Nil: g and rad/s, refused
    /// if motion cannot be like that.
    public var units: RecordedUnits?
    /// Which channels are taken.
    public var channels = ChannelChoice.sixAxes
    /// Whose ranges values are brought by, where `channels` asks for shares; nil: not known yet (`knowingPeople`).
    private(set) var people: PersonRanges?
    /// How a `DataSetStream` turns each session, in every pass otherwise; nil: as it was recorded.
    public var turning: SessionTurning?
    /// Milliseconds between two rows of the 14-column form.
    public var assumedPeriod = 40.0

    /// Whether a row that cannot be read is a lost sample; else it is refused.
    package var passesBadRows = false

    /// Samples that are read into memory at a time, all recordings together: 44 hours at 100 Hz take about a gigabyte.
    public var mostSamples = 16_000_000

    /// Numbers are smaller than this, which no sensor comes near.
    package static let numberLimit = 1e12

    public init() {}

    /// Bytes of a recording, unpacked, its sessions, and its lines without anything.
    package static let mostBytes = 4 << 30
    package static let mostSessions = 100_000
    package static let mostBlankLines = 1_000_000

    /// Begins to read a file, plain or packed with gzip, without holding it. A session ends where the name in the session column
    /// changes.
    public func stream(_ path: String) throws(RecordingError) -> RecordingStream {
        let reader = try resolved({ () throws(RecordingError) in try Lines(ofFileAt: path, limit: Self.mostBytes) }, path: path)
        return try reader.stream(
            Lines(ofFileAt: path, limit: Self.mostBytes), path: path, longestPart: RecordingStream.longestPart)
    }

    /// This reader with the channels that the lines have by name, where it takes all.
    private func resolved(
        _ lines: () throws(RecordingError) -> Lines, path: String
    ) throws(RecordingError) -> RecordingReader {
        guard channels == .all else { return self }
        var reader = self
        reader.channels = .named(WantedChannels(try stream(lines(), path: path, longestPart: 1).channels()))
        return reader
    }

    /// The reader for the channels that all files have, in the order of the first one. Looks at their first thousand rows only.
    ///
    /// - Throws: also `lacksChannels` of a file that has none of those before it.
    public func takingCommonChannels(of files: [String]) throws(RecordingError) -> RecordingReader {
        var reader = self
        reader.channels = .all
        var common: NamedChannels?
        for path in files {
            let found = try reader.stream(path).reader.channels.channels
            let names = Set(found.names)
            let known = common ?? found
            let shared = NamedChannels(known.names.filter(names.contains))
            guard shared.count > 0 else { throw .lacksChannels(path: path, missing: known.names, found: found.names) }
            common = shared
        }
        reader.channels = .named(WantedChannels(common ?? .sixAxes))
        return reader
    }

    /// The reader that normalises values by people's ranges, as they are in all these files together: for those who read them one
    /// by one. Reads every file once where `channels` asks for it, and nothing otherwise.
    ///
    /// - Parameter recordings: of the same people, in memory.
    public func knowingPeople(
        of files: [String], _ recordings: [Recording] = []
    ) throws(RecordingError) -> RecordingReader {
        guard !channels.usual.isEmpty, people == nil else { return self }
        var learner = RangeLearner(channels.usual.keys.sorted())
        for path in files {
            let stream = try recorded.stream(path)
            while let part = try stream.next() { learner.add(part.session) }
        }
        for session in recordings.lazy.flatMap(\.sessions) where !session.isNormalised { learner.add(session) }
        var reader = self
        reader.people = learner.ranges(channels.usual)
        return reader
    }

    /// Recordings in memory as this would have read them, where it normalises by people's ranges.
    package func normalised(_ recordings: [Recording]) -> [Recording] { people.map { recordings.normalised(by: $0) } ?? recordings }

    /// With values in their units.
    private var recorded: RecordingReader {
        guard let wanted = channels.wanted, !wanted.usual.isEmpty else { return self }
        var reader = self
        reader.channels = .named(
            WantedChannels(wanted.channels, needed: wanted.needed, allowsLosses: wanted.allowsLosses))
        return reader
    }

    /// Reads whole files, each as `read(_:)` does.
    ///
    /// - Throws: also `tooMany`, if together they hold more than `mostSamples`.
    public func read(_ paths: [String]) throws(RecordingError) -> [Recording] {
        let reader = try knowingPeople(of: paths)
        var recordings: [Recording] = []
        var left = mostSamples
        for path in paths {
            recordings.append(try reader.read(reader.stream(path), left: &left, isAlone: paths.count == 1))
        }
        return recordings
    }

    /// Reads a whole file of at most `mostSamples`, plain or packed with gzip.
    public func read(_ path: String) throws(RecordingError) -> Recording {
        let reader = try knowingPeople(of: [path])
        var left = mostSamples
        return try reader.read(reader.stream(path), left: &left, isAlone: true)
    }

    /// Reads a recording from text; `path` is for messages.
    public func parse(_ text: String, path: String) throws(RecordingError) -> Recording {
        guard channels.usual.isEmpty || people != nil else {
            return try knowingPeople(of: [], [recorded.parse(text, path: path)]).parse(text, path: path)
        }
        var left = mostSamples
        let reader = try resolved({ () throws(RecordingError) in try Lines(of: text, path: path) }, path: path)
        let stream = reader.stream(
            try Lines(of: text, path: path), path: path, longestPart: RecordingStream.longestPart)
        return try read(stream, left: &left, isAlone: true)
    }

    private func read(_ stream: RecordingStream, left: inout Int, isAlone: Bool) throws(RecordingError) -> Recording {
        let path = stream.path
        // Parts, so that a session without an end comes to one here.
        var recording = Recording(path: path, sessions: [])
        while let part = try stream.next() {
            left -= part.session.count
            guard left >= 0 else { throw .tooMany(path: path, limit: mostSamples, isAlone: isAlone) }
            if part.isContinuation {
                recording.sessions[recording.sessions.count - 1].append(part.session)
            } else {
                recording.sessions.append(part.session)
            }
        }
        return recording
    }

    private func stream(_ lines: Lines, path: String, longestPart: Int) -> RecordingStream {
        RecordingStream(lines, path: path, reader: self, longestPart: longestPart)
    }
}
