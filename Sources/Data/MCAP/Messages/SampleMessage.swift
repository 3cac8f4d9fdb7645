import Formatting
import MotionCore
import Recordings

/// A sample of a recording as a JSON object: everything that a row of the recording says, under the names of its columns.
///
///     {"timestamp_ms":20.0,"session":"s1","subject":"ann","label":"rest","ax":0.01,"ay":0,"az":1,"gx":0,"gy":0,"gz":0}
enum SampleMessage {
    static let schema = Schema(name: "motionq.Sample", encoding: "jsonschema")

    /// The names in front of the channels.
    static let (time, session, subject, label) = ("timestamp_ms", "session", "subject", "label")

    /// What the channel's metadata calls the names of the recording's channels, which stand there with commas between.
    static let channelsKey = "motionq.channels"

    /// A sample's object, its numbers as CSV has them: read back, each is the same to the last bit. Values that are missing are
    /// left out, and so is the subject where nobody said one.
    ///
    /// - Parameter keys: of the channels, as `keys` gives them.
    static func bytes(_ index: Int, of recorded: RecordedSession, keys: [String]) -> [UInt8] {
        var text = "{\"\(time)\":\(recorded.timestamps[index]),\"\(session)\":\(JSONString.inFile(recorded.name))"
        if let subject = recorded.subject { text += ",\"\(self.subject)\":\(JSONString.inFile(subject))" }
        text += ",\"\(label)\":\(JSONString.inFile(recorded.labels[index]))"
        for (key, value) in zip(keys, recorded.sample(index)) where !value.isNaN {
            text += key
            text += RecordingWriter.spelled(value)
        }
        return Array((text + "}").utf8)
    }

    /// What stands in front of each channel's value.
    static func keys(of channels: NamedChannels) -> [String] { channels.names.map { ",\(JSONString.inFile($0)):" } }

    /// The schema of such objects (json-schema.org), each field of one type, as viewers draw them.
    static func definition(of channels: NamedChannels) -> String {
        var fields = [
            field(time, "number", "Milliseconds on the session's own clock; the time of the message is that in nanoseconds."),
            field(session, "string", "The uninterrupted stretch of motion that the sample belongs to."),
            field(subject, "string", "The person who moved; left out where nobody said."),
            field(label, "string", "What was done; empty where nobody said."),
        ]
        for name in channels.names {
            let unit = NamedChannels.axis(of: name).map { $0.axis < 3 ? "Acceleration in g." : "Rotation in rad/s." }
            fields.append(field(name, "number", unit ?? "As it was recorded; left out where it is missing."))
        }
        let needed = [time, session, label].map(JSONString.inFile).joined(separator: ",")
        return "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"\(schema.name)\",\"type\":\"object\","
            + "\"properties\":{\(fields.joined(separator: ","))},\"required\":[\(needed)]}"
    }

    private static func field(_ name: String, _ type: String, _ description: String) -> String {
        "\(JSONString.inFile(name)):{\"type\":\"\(type)\",\"description\":\(JSONString.inFile(description))}"
    }
}
