public import Recordings

/// Recordings that a request reads: files, folders of files, or recordings in memory.
public struct RecordingSource: Sendable {
    /// Files (CSV, also gzip) or folders of them, as `recordingFiles(at:)` finds them.
    public var paths: [String]
    /// Recordings in memory, which follow those in files.
    public var recordings: [Recording]
    /// How files are read: their units, and whether acceleration includes gravity.
    public var reader: RecordingReader

    /// - Parameters:
    ///   - paths: files or folders.
    ///   - recordings: recordings in memory.
    ///   - reader: g and rad/s by default.
    public init(paths: [String] = [], recordings: [Recording] = [], reader: RecordingReader = RecordingReader()) {
        (self.paths, self.recordings, self.reader) = (paths, recordings, reader)
    }

    /// Whether it names neither files nor recordings.
    public var isEmpty: Bool { paths.isEmpty && recordings.isEmpty }

    /// Reads every file and holds it.
    ///
    /// - Parameter channels: which are read; nil: as the reader has it.
    /// - Throws: a path that leads nowhere, a file that cannot be read, or more samples than the reader holds at a time.
    public func read(_ channels: ChannelChoice? = nil) throws(RecordingError) -> [Recording] {
        let (files, reader, inMemory) = try reading(channels).opened()
        return try reader.read(files) + inMemory
    }

    /// These recordings with other channels of theirs.
    func reading(_ channels: ChannelChoice?) -> RecordingSource {
        var source = self
        if let channels { source.reader.channels = channels }
        return source
    }

    /// The recordings in memory with the channels that the reader takes.
    var inMemory: [Recording] {
        get throws(RecordingError) {
            var selected: [Recording] = []
            for recording in recordings { selected.append(try recording.selecting(reader.channels)) }
            return selected
        }
    }

    /// The files, what reads them, and the recordings in memory as it would have read them.
    func opened() throws(RecordingError) -> (files: [String], reader: RecordingReader, inMemory: [Recording]) {
        let (files, inMemory) = (try recordingFiles(at: paths), try inMemory)
        let reader = try reader.knowingPeople(of: files, inMemory)
        return (files, reader, reader.normalised(inMemory))
    }

    /// Hands on motion whose labels do not matter: stretches without a gap, in the order of the recordings. Files are read in
    /// parts.
    ///
    /// - Parameters:
    ///   - rate: samples per second to which stretches are brought; nil leaves them as they are.
    ///   - derives: whether attitude, gravity and the acceleration without it are computed.
    ///   - body: receives the path of the recording and a stretch.
    /// - Throws: `RecordingError`, or what `body` throws.
    public func forEachStretch(
        at rate: Double?, derives: Bool, _ body: (_ path: String, _ session: RecordedSession) throws -> Void
    ) throws {
        let (files, reader, inMemory) = try opened()
        for path in files {
            let stream = try reader.stream(path)
            while let part = try stream.next() {
                for stretch in part.session.evenStretches(at: rate, derives: derives) { try body(path, stretch.session) }
            }
        }
        for recording in inMemory {
            for session in recording.sessions {
                for stretch in session.evenStretches(at: rate, derives: derives) { try body(recording.path, stretch.session) }
            }
        }
    }
}
