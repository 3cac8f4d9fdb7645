import MCAP
public import Recordings

/// Writes a recording as an MCAP file, for viewers as Foxglove and for tools of ROS 2. Read back, nothing is lost.
///
///     let written = try MCAPWritingRequest("ana-1.csv", output: "ana-1.mcap").run()
///     print(written.samples)
public struct MCAPWritingRequest: Sendable {
    /// The recording (CSV, also gzip).
    public var path: String
    /// The file to write, which may not be there yet.
    public var output: String
    /// The units of the recording's columns, if they are not g and rad/s.
    public var units: RecordedUnits?

    /// A request that takes the recording for one in g and rad/s.
    public init(_ path: String, output: String) { (self.path, self.output) = (path, output) }

    /// Whether a path ends as the name of an MCAP file does.
    public static func isName(_ path: String) -> Bool { MCAPFile.isName(path) }

    /// Refuses an output that is there already, before anything is read or recorded; `run` does so as well.
    public func check() throws(RequestError) { try RequestError.requireNew(output) }

    /// Reads the recording with all its channels, and writes the file, all or nothing; memory does not grow with them.
    ///
    /// - Throws: `RequestError` if the output is there already; `RecordingError` of a recording that cannot be read, or not be
    ///   written.
    public func run() throws -> WrittenMCAP {
        try check()
        var reader = RecordingReader()
        (reader.channels, reader.units) = (.all, units)
        let writer = try MCAPRecordingWriter.write(reader.stream(path), to: output)
        return WrittenMCAP(samples: writer.samples, imuMessages: writer.imuMessages)
    }
}

/// What an MCAP file was given.
public struct WrittenMCAP: Sendable {
    /// Samples, each as an object of JSON.
    public let samples: Int
    /// Messages of `sensor_msgs/msg/Imu`.
    public let imuMessages: Int
}
