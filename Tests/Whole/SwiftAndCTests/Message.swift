/// The fields of a payload, in the words of PROTOCOL.md §6 and of the vectors: the ground on which the two codecs are compared.
enum Message: Equatable, Sendable {
    case hello(Hello)
    case samples(Samples)
    case config(Config)
    case timeSync(TimeSync)
    case heartbeat(Heartbeat)
    case prediction(Prediction)
    case feedback(Feedback)
    case ack(Ack)
    case log(Log)
    case event(Event)
    case labels(Labels)
    case goodbye
    case install(Install)
    case installed(Installed)
    case channels(Channels)

    /// The type byte.
    var type: UInt8 {
        switch self {
        case .hello: 1
        case .samples: 2
        case .config: 3
        case .timeSync: 4
        case .heartbeat: 5
        case .prediction: 6
        case .feedback: 7
        case .ack: 8
        case .log: 9
        case .event: 10
        case .labels: 11
        case .goodbye: 12
        case .install: 14
        case .installed: 15
        case .channels: 16
        }
    }
}

/// Items that are absent are nil.
struct Hello: Equatable, Sendable, Decodable {
    var role: UInt8
    var session: UInt32
    var uniqueId: Hex?
    var name: Text?
    var capabilities: UInt32?
    var rate: F32?
    var channels: [Channel]?
    var axes: [Int8]?
    var minor: UInt8?
    /// LEDs, RGB LEDs, buzzers, vibration motors.
    var actuators: [UInt8]?
    var network: Wide?
    var image: Wide?
    var library: Text?
    var channelCount: UInt8?

    struct Channel: Equatable, Sendable, Decodable {
        var kind: UInt8
        var unit: UInt8
        var scale: F32
        var offset: F32
        var fullScale: F32
    }
}

struct Samples: Equatable, Sendable, Decodable {
    var channels: Int
    var counts: [Int16]
}

struct Config: Equatable, Sendable, Decodable {
    var sequence: UInt16
    var rate: F32?
    var accelerationFullScale: F32?
    var rotationFullScale: F32?
    var mostSamples: UInt8?
    var keep: UInt8?
}

struct TimeSync: Equatable, Sendable, Decodable {
    var t1: Wide
    var t2: Wide
    var t3: Wide
}

struct Heartbeat: Equatable, Sendable, Decodable {
    var uptime: UInt32
    var framesSent: UInt32
    var framesReceived: UInt32
    var framingErrors: UInt32
    var crcErrors: UInt32
    var notUnderstood: UInt32
    var samplesDropped: UInt32
    var flags: UInt32
    var health: Health?

    struct Health: Equatable, Sendable, Decodable {
        var battery: UInt8
        var temperature: Int16
    }
}

struct Prediction: Equatable, Sendable, Decodable {
    var windowEnd: UInt32
    var lastIndex: UInt16
    var `class`: UInt8
    var phase: UInt8
    var confidence: UInt16
    var windowSlot: UInt8
    var windowsBefore: UInt8
}

struct Feedback: Equatable, Sendable, Decodable {
    var sequence: UInt16
    var issued: UInt32
    var timeToLive: UInt16
    var actuator: UInt8
    var unit: UInt8
    var pattern: UInt8
    var level: UInt8
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var frequency: UInt16
    var duration: UInt16
    var period: UInt16
}

struct Ack: Equatable, Sendable, Decodable {
    var sequence: UInt16
    var status: UInt8
    var type: UInt8
    var applied: UInt32
}

struct Log: Equatable, Sendable, Decodable {
    var level: UInt8
    var text: Text
}

struct Event: Equatable, Sendable, Decodable {
    var kind: UInt8
    var which: UInt8
    var value: Int16
}

struct Labels: Equatable, Sendable, Decodable {
    var count: UInt8
    var first: UInt8
    var rest: UInt8
    var names: [Text]
}

/// What the step does not have is nil.
struct Install: Equatable, Sendable, Decodable {
    var sequence: UInt16
    var step: UInt8
    var length: UInt32?
    var hash: Wide?
    var offset: UInt32?
    var bytes: Hex?
}

struct Installed: Equatable, Sendable, Decodable {
    var sequence: UInt16
    var status: UInt8
    var step: UInt8
    var next: UInt32
}

struct Channels: Equatable, Sendable, Decodable {
    var session: UInt32
    var first: UInt8
    var channels: [Channel]

    struct Channel: Equatable, Sendable, Decodable {
        var kind: UInt8
        var unit: UInt8
        var scale: F32
        var offset: F32
        var fullScale: F32
        var rate: F32
        var unitText: Text
        var name: Text
    }
}

/// A binary32 that is compared by its bits, so that −0 is not 0 and a NaN equals itself.
struct F32: Equatable, Sendable, Decodable {
    var bits: UInt32

    init(_ value: Float) { bits = value.bitPattern }

    init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Float.self)) }

    var value: Float { Float(bitPattern: bits) }
}

/// 64 bits, which the vectors write as text: JSON's numbers are doubles to many readers.
struct Wide: Equatable, Sendable, Decodable {
    var value: UInt64

    init(_ value: UInt64) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = UInt64(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no 64-bit number")
        }
        self.value = value
    }
}

/// UTF-8 bytes, which the vectors write as text.
struct Text: Equatable, Sendable, Decodable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(from decoder: any Decoder) throws { bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8) }
}

/// Bytes, which the vectors write as pairs of hexadecimal digits.
struct Hex: Equatable, Sendable, Decodable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: nil if the text is anything but pairs of digits.
    init?(_ text: some StringProtocol) {
        let nibbles = text.compactMap(\.hexDigitValue)
        guard nibbles.count == text.count, nibbles.count.isMultiple(of: 2) else { return nil }
        bytes = stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hex = Hex(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no pairs of hexadecimal digits")
        }
        self = hex
    }
}
