import Files
import Formatting
package import MotionCore
package import Recordings

/// Writes recordings as MCAP files, for viewers as Foxglove and for tools of ROS 2.
///
/// Each sample becomes one JSON object on `/motion` (`SampleMessage`), which holds all that the recording says of it, and one
/// `sensor_msgs/msg/Imu` of each sensor with three axes of acceleration or of rotation (`ImuTopic`). A sample in which a sensor
/// lacks a value is none of that sensor's messages.
package struct MCAPRecordingWriter {
    /// Where samples stand.
    static let topic = "/motion"

    /// Samples, and messages of `sensor_msgs/msg/Imu`, that were written.
    package private(set) var samples = 0
    package private(set) var imuMessages = 0
    private let path: String
    private let channels: NamedChannels
    private var container = ContainerWriter(profile: "ros2", library: "MotionQ15")
    private let sampleChannel: UInt16
    private let keys: [String]
    private let imus: [(topic: ImuTopic, channel: UInt16)]
    private var timeline = SessionTimeline()
    /// The session that was written last, and its last time stamp in milliseconds.
    private var last: (name: String, time: Double)?
    private let spool: Spool
    private var contents: NewContents

    /// Puts a recording at a path, replacing what stood there, all or nothing; memory does not grow with it.
    ///
    /// - Parameters:
    ///   - stream: at its beginning, with the channels that are wanted of it.
    ///   - path: of the file.
    /// - Returns: the writer, which says how much it wrote.
    /// - Throws: what is wrong with the recording; `unfit`, if it cannot be an MCAP file; `notWritable`.
    @discardableResult
    package static func write(_ stream: RecordingStream, to path: String) throws(RecordingError) -> MCAPRecordingWriter {
        guard let first = try stream.next() else { throw .empty(path: stream.path) }
        var writer = try MCAPRecordingWriter(first.session.channels, to: path)
        try writer.add(first)
        while let part = try stream.next() { try writer.add(part) }
        try writer.finish()
        return writer
    }

    /// A file without samples, of which nothing stands at the path before `finish`.
    ///
    /// - Parameter channels: of all its samples.
    package init(_ channels: NamedChannels, to path: String) throws(RecordingError) {
        (self.path, self.channels, keys) = (path, channels, SampleMessage.keys(of: channels))
        // What readers bound, this one among them.
        guard keys.count <= 1000, channels.names.reduce(0, { $0 + $1.utf8.count + 1 }) <= 1 << 14 else {
            throw .unfit(path: path, reason: "cannot be written: it has more than 1000 channels, or names of more than 16 kB")
        }
        do throws(FileError) {
            try WholeFile.requireReplaceable(fileAt: path)
            spool = try Spool(for: Path.folder(of: path))
        } catch {
            throw RecordingError(error)
        }
        contents = NewContents([], spool: spool)
        let schema = container.addSchema(SampleMessage.schema, definition: SampleMessage.definition(of: channels))
        sampleChannel = container.addChannel(
            Self.topic, encoding: "json", schema: schema,
            metadata: [SampleMessage.channelsKey: channels.names.joined(separator: ",")])
        let topics = ImuTopic.all(of: channels)
        var imus: [(ImuTopic, UInt16)] = []
        if !topics.isEmpty {
            let schema = container.addSchema(ImuMessage.schema, definition: ImuMessage.definition)
            for topic in topics {
                let channel = container.addChannel(
                    topic.name, encoding: "cdr", schema: schema, metadata: [ImuTopic.copyKey: Self.topic])
                imus.append((topic, channel))
            }
        }
        self.imus = imus
    }

    /// Adds a session, or a part of one.
    package mutating func add(_ part: RecordingStream.Part) throws(RecordingError) {
        let session = part.session
        guard session.channels == channels else { throw unfit(session, "has other channels than the first") }
        guard session.labels.count == session.count, session.values.count == session.count * session.width else {
            throw unfit(session, "has not one label and one value of each channel for each time stamp")
        }
        if !part.isContinuation {
            guard last?.name != session.name else {
                throw unfit(session, "has the name of the session before it; rename one of them")
            }
            last = nil
            timeline.begin(at: session.timestamps.first ?? 0)
        }
        for sample in 0..<session.count { try add(sample, of: session) }
    }

    private mutating func add(_ sample: Int, of session: RecordedSession) throws(RecordingError) {
        let stamp = session.timestamps[sample]
        guard stamp.magnitude < RecordingReader.numberLimit, stamp >= last?.time ?? stamp else {
            throw unfit(session, "has time stamps that fall or are out of range")
        }
        last = (session.name, stamp)
        guard let time = timeline.time(of: stamp) else {
            throw unfit(session, "ends behind the year 2038 of the clocks of ROS 2; cut the recording, or let its time begin at 0")
        }
        container.add(SampleMessage.bytes(sample, of: session, keys: keys), to: sampleChannel, at: time)
        samples += 1
        let values = session.sample(sample)
        for (topic, channel) in imus {
            guard let message = topic.message(of: values, at: Int64(time)) else { continue }
            container.add(message.bytes, to: channel, at: time)
            imuMessages += 1
        }
        try spill()
    }

    /// Puts the file at its path.
    package mutating func finish() throws(RecordingError) {
        guard samples > 0 else { throw .unfit(path: path, reason: "cannot be written: there is no sample for it") }
        container.finish()
        try spill()
        do throws(FileError) {
            try FileSet.replace(inFolder: Path.folder(of: path), [(name: Path.name(of: path), contents: contents)])
        } catch {
            throw RecordingError(error)
        }
    }

    private mutating func spill() throws(RecordingError) {
        let bytes = container.takeBytes()
        guard !bytes.isEmpty else { return }
        do throws(FileError) { contents.append(try spool.append(bytes)) } catch { throw RecordingError(error) }
    }

    private func unfit(_ session: RecordedSession, _ problem: String) -> RecordingError {
        .unfit(path: path, reason: "cannot be written: session “\(printable(session.name))” \(problem)")
    }
}
