import Formatting
import MotionCore
package import Recordings

/// Reads the recordings in an MCAP file: samples as `MCAPRecordingWriter` writes them, `sensor_msgs/msg/Imu` of any recording of
/// ROS 2, and JSON of other programs by the names of its fields; a session of each topic at least. Topics without motion are passed
/// over, and so is one that repeats what stands as samples before it.
///
/// It holds the samples, as many as `RecordingReader.mostSamples`, and of the file no more than a message at a time, and JSON of
/// other programs.
package struct MCAPRecordingReader {
    /// The sessions, in the order in which their topics were declared.
    package private(set) var recording: Recording
    /// All topics, in the order in which they were declared.
    package private(set) var topics: [MCAPTopic] = []

    private enum Gathered {
        case samples(GatheredSamples)
        case motion(GatheredMotion)
        case moments(GatheredMoments)
    }

    /// By the places of their topics.
    private var gathered: [Int: Gathered] = [:]
    /// The topics of channels that are read.
    private var places: [UInt16: Int] = [:]
    private var hasSamples = false
    private var count = 0
    /// Bytes that all topics of moments hold.
    private var momentBytes = 0
    private let units: RecordedUnits?

    /// Reads a file.
    ///
    /// - Parameter units: of JSON of other programs; nil: those in the names of its fields, or else g and rad/s.
    /// - Throws: what is wrong with it, or that it holds no motion that is known.
    package init(ofFileAt path: String, units: RecordedUnits? = nil) throws(RecordingError) {
        try self.init(RecordBytes(ofFileAt: path), units)
    }

    /// Reads bytes in memory; `path` is for messages.
    package init(_ bytes: [UInt8], path: String) throws(RecordingError) { try self.init(RecordBytes(bytes, path: path), nil) }

    private init(_ bytes: RecordBytes, _ units: RecordedUnits?) throws(RecordingError) {
        self.units = units
        recording = Recording(path: bytes.path, sessions: [])
        let reader = try ContainerReader(bytes)
        while let item = try reader.next() {
            switch item {
            case .channel(let number, let channel): if begin(number, channel) { reader.wanted.insert(number) }
            case .message(let number, let time, let message):
                guard let place = places[number] else { continue }
                count += 1
                guard count <= RecordingReader().mostSamples else {
                    throw .tooMany(path: bytes.path, limit: RecordingReader().mostSamples, isAlone: true)
                }
                do throws(MessageFault) {
                    try add(message, at: time, to: place)
                } catch {
                    throw bytes.refusal("before it stands a message on \(printable(topics[place].name)), \(error.reason)")
                }
            }
        }
        try finish()
    }

    private static let mostTopics = 1024

    /// - Returns: whether the channel is read.
    private mutating func begin(_ number: UInt16, _ channel: Channel) -> Bool {
        let new = gathering(channel)
        // Several that write to a topic have a channel each.
        let known = topics.firstIndex { $0.name == channel.topic && ($0.samples != nil) == (new != nil) }
        // More than any recording has; the rest is passed over.
        guard known != nil || topics.count < Self.mostTopics else { return false }
        if known == nil { topics.append(MCAPTopic(name: channel.topic, kind: channel.schema?.name ?? channel.encoding)) }
        guard let new else { return false }
        let place = known ?? topics.count - 1
        places[number] = place
        if known == nil { (gathered[place], topics[place].samples) = (new, 0) }
        return true
    }

    private mutating func gathering(_ channel: Channel) -> Gathered? {
        switch (channel.encoding, channel.schema?.name) {
        case ("json", SampleMessage.schema.name?):
            hasSamples = true
            return .samples(GatheredSamples(channel))
        case ("cdr", let name?) where ImuMessage.names.contains(name):
            guard !hasSamples || channel.metadata[ImuTopic.copyKey] == nil else { return nil }
            return .motion(GatheredMotion(channel.topic))
        case ("json", _): return .moments(GatheredMoments(channel.topic))
        default: return nil
        }
    }

    private mutating func add(_ message: [UInt8]?, at time: UInt64, to place: Int) throws(MessageFault) {
        let tooLong = MessageFault("which is longer than any sample")
        // Taken out, so that it is not copied.
        switch gathered.removeValue(forKey: place) {
        case .samples(var samples):
            defer { gathered[place] = .samples(samples) }
            guard let message else { throw tooLong }
            try samples.add(message)
        case .motion(var motion):
            defer { gathered[place] = .motion(motion) }
            guard let message else { throw tooLong }
            try motion.add(message, logTime: time)
        case .moments(var moments):
            let before = moments.byteCount
            moments.add(message, logTime: time, room: GatheredMoments.mostBytes - momentBytes)
            momentBytes += moments.byteCount - before
            gathered[place] = .moments(moments)
        case nil: break
        }
    }

    private mutating func finish() throws(RecordingError) {
        var first: RecordingError?
        for place in topics.indices {
            let sessions: [RecordedSession]
            switch gathered.removeValue(forKey: place) {
            case .samples(let samples): sessions = samples.sessions
            case .motion(let motion): sessions = try finish(motion, at: place)
            case .moments(let moments):
                do throws(RecordingError) {
                    sessions = try moments.sessions(in: units, path: recording.path) ?? []
                } catch {
                    guard !error.isMissingInput else { throw error }
                    (sessions, topics[place].problem) = ([], error)
                    first = first ?? error
                }
            case nil: continue
            }
            topics[place].samples = sessions.isEmpty ? nil : sessions.reduce(0) { $0 + $1.count }
            recording.sessions += sessions
        }
        if recording.sessions.isEmpty { throw first ?? nothing }
    }

    private mutating func finish(_ motion: GatheredMotion, at place: Int) throws(RecordingError) -> [RecordedSession] {
        (topics[place].unreadable, topics[place].lacksRotation) = (motion.unreadable, motion.lacksRotation)
        do throws(MessageFault) {
            return try motion.session().map { [$0] } ?? []
        } catch {
            throw .foreign(path: recording.path, reason: "on \(printable(topics[place].name)) there is a message, \(error.reason)")
        }
    }

    /// That there is nothing to read.
    private var nothing: RecordingError {
        let names = topics.prefix(Self.mostNamed).map { "\(printable($0.name)) (\(printable($0.kind)))" }
        let more = topics.count > Self.mostNamed ? " and \(topics.count - Self.mostNamed) more" : ""
        return .foreign(
            path: recording.path,
            reason: "none of its topics holds motion as JSON or as sensor_msgs/msg/Imu in CDR"
                + "\(names.isEmpty ? "; it has no topic" : "; it has \(names.joined(separator: ", "))\(more)")")
    }

    /// Topics that a sentence names.
    private static let mostNamed = 6
}
