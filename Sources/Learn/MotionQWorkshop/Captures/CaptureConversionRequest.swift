public import DeviceFormats
public import Recordings

/// Makes one recording of captures: what devices of other makes sent, logged byte for byte, as text lines, WitMotion or MAVLink.
///
///     var request = CaptureConversionRequest(["walking_1.log", "walking_2.log"])
///     request.names = .labels
///     let recording = try request.run { print($0.path, $0.samples) }.recording
public struct CaptureConversionRequest: Sendable {
    /// Files, plain or packed with gzip; each becomes a session, or several where the device's own time goes back.
    public var paths: [String]
    /// What the device sends, as far as it is known; what is left out is found.
    public var options = ForeignOptions()
    /// What the names of the files say.
    public var names = Names.nothing
    /// The recording (CSV) to write, which may not be there yet; nil: none is written.
    public var output: String?

    /// What a file's name says of its motion.
    public enum Names: Sendable {
        /// Nothing: samples have neither label nor subject.
        case nothing
        /// The label: `walking_2.log` is walking.
        case labels
        /// The subject, by the whole name.
        case subjects
    }

    /// A request that finds out what the files hold.
    public init(_ paths: [String]) { self.paths = paths }

    /// Reads the files, one at a time, and writes the recording if that is asked for.
    ///
    /// - Parameters:
    ///   - progress: receives each file when it was read, in their order.
    ///   - read: receives the whole before it is written.
    ///   - isCancelled: asked before each file; true ends it with `CancellationError`.
    /// - Throws: `RequestError` if the output is there already, if a file is no such capture, or of
    ///   `options` (`ForeignOptions.check`); `RecordingError`.
    public func run(
        _ progress: (ConvertedCapture) throws -> Void = { _ in },
        read: (ConvertedCaptures) throws -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> ConvertedCaptures {
        do throws(FormatOptionError) { try options.check() } catch { throw RequestError(error.kind, error.sentence) }
        if let output { try RequestError.requireNew(output) }
        var reading = CaptureReading(options, namesLabel: names == .labels, namesSubject: names == .subjects)
        var files: [ConvertedCapture] = []
        for path in paths {
            if isCancelled() { throw CancellationError() }
            files.append(try reading.add(path))
            try progress(files[files.count - 1])
        }
        let isImplausible = try reading.isImplausible()
        let converted = ConvertedCaptures(
            files: files, recording: Recording(path: output ?? "captures", sessions: reading.sessions), isImplausible: isImplausible
        )
        try read(converted)
        if let output { try RecordingWriter().write(converted.recording, to: output) }
        return converted
    }
}

/// What came of a file.
public struct ConvertedCapture: Sendable {
    /// The file.
    public let path: String
    /// What the device sends.
    public let format: ForeignFormat
    /// What each reading has; where acceleration or rotation is missing, it is 0.
    public let channels: ForeignReading.Channels
    /// The units of text lines; nil of other formats.
    public let units: String?
    /// Whether nobody said the units, and the motion itself left no doubt.
    public let areUnitsJudged: Bool
    /// The motion sensor that is read, by the name of its message, and others that come beside it and are left out; nil of a format
    /// that tells of one only.
    public let sensor: String?
    public let otherSensors: [String]
    /// Samples in the sessions that came of it.
    public let samples: Int
    /// Samples that are known to be missing, and readings that could not be used.
    public let lost: Int
    /// Lines or readings that could not be used.
    public let unreadable: Int
    /// The first of those lines, from 1; nil without one, and of a format without lines.
    public let firstUnreadableLine: Int?
    /// Samples per second of the longest session; nil where nothing tells.
    public let rate: Double?
}

/// A recording that was made of captures.
public struct ConvertedCaptures: Sendable {
    /// What came of each file, in their order.
    public let files: [ConvertedCapture]
    /// A session for each file, or several where the device's own time goes back; acceleration in g, rotation in rad/s.
    public let recording: Recording
    /// Whether the motion looks like one in other units than g and rad/s, so that readers of the recording must be told its units.
    public let isImplausible: Bool

    /// Samples of all files.
    public var samples: Int { files.reduce(0) { $0 + $1.samples } }
}
