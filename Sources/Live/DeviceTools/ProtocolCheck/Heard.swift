import MotionCore
import WireProtocol

/// A frame of the device, and when its last byte came.
struct Heard {
    var at: UInt64
    var header: FrameHeader
    var payload: [UInt8]
    /// Which HELLO's channels and rate hold for it: of those that were heard before it, the latest; nil before the first.
    var announced: HelloMessage?

    var kind: MessageKind? { header.kind }
    var isData: Bool { header.kind == .data }
    /// Index of the sample after it.
    var end: UInt16 { header.index &+ UInt16(header.count) }
    /// Microseconds from sample to sample.
    var period: Double? { announced.map { 1e6 / Double($0.sensor.rate) } }

    /// What reads the payload as a message of its type.
    func read<Message>(_ body: (PayloadReader) -> Message) -> Message {
        // A payload may be empty, and then has no first byte.
        var bytes = payload + [0]
        return bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("there is at least one byte") }
            return body(PayloadReader(base, count: buffer.count - 1))
        }
    }

    var heartbeat: HeartbeatMessage? { kind == .heartbeat ? read { HeartbeatMessage($0) } : nil }
    var hello: HelloMessage? { kind == .hello ? read { HelloMessage($0) } : nil }
    /// What CHANNELS describe, in their order; none of another session.
    func channels(of session: UInt32) -> [ChannelDescription] {
        read { payload in
            guard case .success(let message) = ChannelsMessage.read(payload), message.session == session else { return [] }
            return (0..<Int(message.count)).map { ChannelsMessage.channel($0, in: payload) }
        }
    }

    var ack: AckMessage? { kind == .ack ? read { AckMessage($0) } : nil }
    var timeSync: TimeSyncMessage? { kind == .timeSync ? read { TimeSyncMessage($0) } : nil }
}

/// Makes frames of bytes, and keeps all of them.
final class Ear {
    /// All frames that a device may send, in the order in which they came.
    private(set) var heard: [Heard] = []
    /// What is wrong with a HELLO that was refused last.
    private(set) var helloFault: HelloFault?
    /// The types of frames whose payload breaks a rule, HELLO left out.
    private(set) var malformed: [UInt8] = []
    private(set) var latestHello: HelloMessage?
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder

    init() {
        decoder = FrameDecoder(buffer: buffer)
    }

    deinit { buffer.deallocate() }

    /// Frames of a type or of a major version that is not known.
    var foreign: (types: UInt32, versions: UInt32) { (decoder.counters.unknown, decoder.counters.versionMismatches) }
    var bytes: UInt64 { decoder.counters.bytes }

    func take(_ bytes: [UInt8], at time: UInt64) {
        for byte in bytes {
            let before = decoder.counters.malformed
            if decoder.push(byte) {
                note(time)
            } else if decoder.counters.malformed != before {
                if decoder.header.kind == .hello {
                    helloFault = HelloMessage.fault(in: decoder.payload)
                } else {
                    malformed.append(decoder.header.type)
                }
            }
        }
    }

    private func note(_ time: UInt64) {
        let payload = decoder.payload
        guard decoder.header.mayComeFromDevice else { return }
        var frame = Heard(at: time, header: decoder.header, payload: (0..<payload.count).map { payload.u8($0) })
        if let hello = frame.hello {
            guard hello.role == .device else { return }
            latestHello = hello
        }
        frame.announced = latestHello
        heard.append(frame)
    }
}

extension ShortText {
    /// Not escaped; what is no UTF-8 is replaced.
    var decoded: String { String(decoding: (0..<count).map { self[$0] }, as: UTF8.self) }
}
