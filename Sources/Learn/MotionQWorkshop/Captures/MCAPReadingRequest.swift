public import MCAP
public import Recordings

/// Makes a recording of an MCAP file: samples that MotionQ15 wrote, `sensor_msgs/msg/Imu` of any recording of ROS 2, or JSON of
/// another program whose fields have names that tell what they are.
///
///     let read = try MCAPReadingRequest("drive.mcap", output: "drive.csv").run()
///     print(read.recording.sessions.count, read.topics)
public struct MCAPReadingRequest: Sendable {
    /// The file, whatever its name.
    public var path: String
    /// The recording (CSV) to write, which may not be there yet; nil: none is written.
    public var output: String?

    /// The units of JSON of other programs, if somebody has said them; nil: those in the names of its fields, or else g and rad/s.
    public var units: RecordedUnits?

    /// A request that reads a file, and writes a recording if a path for it is given.
    public init(_ path: String, output: String? = nil) { (self.path, self.output) = (path, output) }

    /// Whether a file is one of MCAP, by its first bytes.
    public static func isMCAP(at path: String) -> Bool { MCAPFile.isOne(at: path) }

    /// Reads the file, all of its samples into memory, and writes the recording, all or nothing.
    ///
    /// - Throws: `RequestError` if the output is there already; `RecordingError` of a file that cannot be read, is damaged or
    ///   compressed, or holds no motion that is known.
    public func run() throws -> ReadMCAP {
        if let output { try RequestError.requireNew(output) }
        let reader = try MCAPRecordingReader(ofFileAt: path, units: units)
        var read = ReadMCAP(recording: reader.recording, topics: reader.topics)
        var motion = PlausibleMotion()
        for index in read.recording.sessions.indices {
            read.recording.sessions[index].spreadRepeatedStamps()
            if let axes = read.recording.sessions[index].motion { motion.add(axes.values) }
        }
        read.isImplausible = motion.isContradicted
        if let output { try RecordingWriter().write(read.recording, to: output) }
        return read
    }
}

/// What an MCAP file held.
public struct ReadMCAP: Sendable {
    /// Its sessions; acceleration in g, rotation in rad/s.
    public internal(set) var recording: Recording
    /// Its topics, in the order in which they were declared.
    public let topics: [MCAPTopic]
    /// Whether the motion looks like one in other units than g and rad/s, as of a driver that does not keep to ROS 2's.
    public internal(set) var isImplausible = false

    init(recording: Recording, topics: [MCAPTopic]) { (self.recording, self.topics) = (recording, topics) }
}

extension RecordedSession {
    /// As while recording: a time that is told twice is a microsecond later.
    fileprivate mutating func spreadRepeatedStamps() {
        for sample in timestamps.indices.dropFirst() where timestamps[sample] <= timestamps[sample - 1] {
            timestamps[sample] = timestamps[sample - 1] + 0.001
        }
    }
}
