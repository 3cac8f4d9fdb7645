import Foundation
import TestSupport
import Testing

/// A golden frame: what is on the wire, and what it says.
struct FrameVector: Sendable, Decodable, CustomTestStringConvertible {
    var name: String
    var description: String
    var wire: Hex
    /// All of the header, and the payload.
    var frame: Frame
    var message: Message
    /// Nobody sends it so, but everybody reads it.
    var isReceiveOnly: Bool

    var testDescription: String { name }

    private enum Key: String, CodingKey {
        case name, description, wire, major, flags, type, index, time, count, stream, payload, fields, receiveOnly
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        name = try fields.decode(String.self, forKey: .name)
        description = try fields.decode(String.self, forKey: .description)
        wire = try fields.decode(Hex.self, forKey: .wire)
        frame = Frame(
            major: try fields.decode(UInt8.self, forKey: .major), flags: try fields.decode(UInt8.self, forKey: .flags),
            type: try fields.decode(UInt8.self, forKey: .type), index: try fields.decode(UInt16.self, forKey: .index),
            time: try fields.decode(UInt32.self, forKey: .time), count: try fields.decode(UInt8.self, forKey: .count),
            stream: try fields.decode(UInt8.self, forKey: .stream), payload: try fields.decode(Hex.self, forKey: .payload).bytes)
        message = try Self.message(of: frame.type, in: fields)
        isReceiveOnly = try fields.decodeIfPresent(Bool.self, forKey: .receiveOnly) ?? false
    }

    private static func message(of type: UInt8, in container: KeyedDecodingContainer<Key>) throws -> Message {
        switch type {
        case 1: .hello(try container.decode(Hello.self, forKey: .fields))
        case 2: .samples(try container.decode(Samples.self, forKey: .fields))
        case 3: .config(try container.decode(Config.self, forKey: .fields))
        case 4: .timeSync(try container.decode(TimeSync.self, forKey: .fields))
        case 5: .heartbeat(try container.decode(Heartbeat.self, forKey: .fields))
        case 6: .prediction(try container.decode(Prediction.self, forKey: .fields))
        case 7: .feedback(try container.decode(Feedback.self, forKey: .fields))
        case 8: .ack(try container.decode(Ack.self, forKey: .fields))
        case 9: .log(try container.decode(Log.self, forKey: .fields))
        case 10: .event(try container.decode(Event.self, forKey: .fields))
        case 11: .labels(try container.decode(Labels.self, forKey: .fields))
        case 12: .goodbye
        case 14: .install(try container.decode(Install.self, forKey: .fields))
        case 15: .installed(try container.decode(Installed.self, forKey: .fields))
        case 16: .channels(try container.decode(Channels.self, forKey: .fields))
        default:
            throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no type of section 6")
        }
    }
}

/// A frame that is not delivered, and the one counter that grows.
struct RefusedVector: Sendable, Decodable, CustomTestStringConvertible {
    var name: String
    var description: String
    var wire: Hex
    var outcome: Outcome

    var testDescription: String { name }

    enum Outcome: String, Sendable, Decodable {
        case framingError = "framing_error"
        case crcError = "crc_error"
        case versionMismatch = "version_mismatch"
        case unknown
        case malformed
    }

    /// What a receiver has counted after one good frame and this one.
    var counters: Counters {
        var counters = Counters(frames: 1)
        switch outcome {
        case .framingError: counters.framingErrors = 1
        case .crcError: counters.crcErrors = 1
        case .versionMismatch: counters.versionMismatches = 1
        case .unknown: counters.unknown = 1
        case .malformed: counters.malformed = 1
        }
        return counters
    }
}

/// A HELLO with more than a frame holds, and the payload that a device sends.
struct ShortenedVector: Sendable, Decodable, CustomTestStringConvertible {
    var name: String
    var description: String
    var fields: Hello
    var payload: Hex

    var testDescription: String { name }
}

/// A whole stream, and what is left in a receiver's counters after it.
struct StreamVector: Sendable, Decodable, CustomTestStringConvertible {
    var name: String
    var description: String
    var bytes: Hex
    var counters: Counters
    var lostSamples: Int
    var restarts: Int
    var sessions: Int

    var testDescription: String { name }
}

/// The files beside PROTOCOL.md.
enum Vectors {
    static func frames() throws -> [FrameVector] { try load(FrameFile.self, "vectors/frames.json").frames }
    static func refused() throws -> [RefusedVector] { try load(FrameFile.self, "vectors/frames.json").refused }
    static func shortened() throws -> [ShortenedVector] { try load(FrameFile.self, "vectors/frames.json").shortened }
    static func streams() throws -> [StreamVector] { try load(StreamFile.self, "vectors/streams.json").streams }
    static func bindings() throws -> [BindingVector] { try load(BindingFile.self, "vectors/bindings.json").bindings }
    static func protocolText() throws -> String { String(decoding: try contents("PROTOCOL.md"), as: UTF8.self) }

    /// Where they stand.
    static var folder: URL { Repository.root.appending(path: "firmware-protocol/vectors") }

    private struct FrameFile: Decodable {
        var frames: [FrameVector]
        var refused: [RefusedVector]
        var shortened: [ShortenedVector]
    }

    private struct StreamFile: Decodable {
        var streams: [StreamVector]
    }

    private struct BindingFile: Decodable {
        var bindings: [BindingVector]
    }

    private static func load<File: Decodable>(_ type: File.Type, _ path: String) throws -> File {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: try contents(path))
    }

    private static func contents(_ path: String) throws -> Data {
        try Data(contentsOf: folder.deletingLastPathComponent().appending(path: path))
    }
}
