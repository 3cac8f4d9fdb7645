import Formatting
import MotionCore
import Recordings

/// The sessions of a topic whose messages are `SampleMessage`, gathered message after message.
struct GatheredSamples {
    private(set) var sessions: [RecordedSession] = []
    private let topic: String
    /// Nil before the first message of a topic whose metadata does not name them.
    private var channels: NamedChannels?

    /// - Parameter channel: which names the recording's channels, or leaves that to its first message.
    init(_ channel: Channel) {
        topic = channel.topic
        channels = channel.metadata[SampleMessage.channelsKey].map { names in
            NamedChannels(names.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// Takes in a message.
    ///
    /// - Throws: `MessageFault`, if it is no sample, or does not go on from the one before.
    mutating func add(_ message: [UInt8]) throws(MessageFault) {
        guard let object = FlatObject(message) else { throw MessageFault("which is no JSON object of a sample") }
        guard case .number(let time)? = object[SampleMessage.time], time.magnitude < RecordingReader.numberLimit else {
            throw MessageFault("which has no number \(SampleMessage.time)")
        }
        let session = try name(SampleMessage.session, of: object) ?? topic
        let label = try name(SampleMessage.label, of: object) ?? ""
        let channels = self.channels ?? channels(of: object)
        if self.channels == nil || sessions.isEmpty { try check(channels) }
        self.channels = channels
        if sessions.last?.name != session {
            guard sessions.count < RecordingReader.mostSessions else {
                throw MessageFault("before which there are \(RecordingReader.mostSessions) sessions; cut it into smaller files")
            }
            let subject = try name(SampleMessage.subject, of: object)
            sessions.append(RecordedSession(name: session, subject: subject, channels: channels))
        }
        let current = sessions.count - 1
        guard time >= sessions[current].timestamps.last ?? time else {
            throw MessageFault("whose time stamp \(time) comes before that of the message before it")
        }
        let values = try values(channels, of: object)
        sessions[current].timestamps.append(time)
        // A text that goes on is held once.
        let before = sessions[current].labels.last
        sessions[current].labels.append(before == label ? before ?? label : label)
        sessions[current].values += values
    }

    private func values(_ channels: NamedChannels, of object: FlatObject) throws(MessageFault) -> [Float] {
        var found: [String: FlatObject.Value] = [:]
        for field in object.fields { found[field.name] = field.value }
        var values: [Float] = []
        for name in channels.names {
            switch found[name] {
            case .number(let value) where value.magnitude < RecordingReader.numberLimit: values.append(Float(value))
            case .null, nil:
                guard channels != .sixAxes else { throw MessageFault("which lacks \(name)") }
                values.append(.nan)
            case .number, .text: throw MessageFault("in which \(printable(name)) is no number that a sensor measures")
            }
        }
        return values
    }

    /// A text of a message; nil where it is left out, null or empty.
    private func name(_ field: String, of object: FlatObject) throws(MessageFault) -> String? {
        switch object[field] {
        case .text(let text):
            guard text.utf8.count <= RowNames.longest else {
                throw MessageFault("whose \(field) has \(text.utf8.count) bytes; it may have \(RowNames.longest)")
            }
            return text.isEmpty ? nil : text
        case .null, nil: return nil
        case .number: throw MessageFault("whose \(field) is a number and no text")
        }
    }

    /// What a message has besides time and names.
    private func channels(of object: FlatObject) -> NamedChannels {
        let names = [SampleMessage.time, SampleMessage.session, SampleMessage.subject, SampleMessage.label]
        return NamedChannels(
            object.fields.filter { field in
                if case .number = field.value { !names.contains(field.name) } else { false }
            }.map(\.name))
    }

    private func check(_ channels: NamedChannels) throws(MessageFault) {
        if let problem = NamedChannels.problem(of: channels.names) {
            throw MessageFault("of a recording that cannot be: \(problem)")
        }
        guard channels.count > 0, Set(channels.names).count == channels.count, !channels.names.contains("") else {
            throw MessageFault("of a recording whose channels are none, or not each of a name of its own")
        }
    }
}

/// What is wrong with a message: the end of a sentence that begins with it, as “which has no …”.
struct MessageFault: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
