import MotionCore
import WireProtocol

/// `WireProtocol` behind the neutral types.
enum SwiftCodec {
    static func encode(_ frame: Frame) -> [UInt8] {
        withScratch { scratch in
            var header = FrameHeader(.log, index: frame.index, time: frame.time, count: frame.count, stream: frame.stream)
            header.flags = frame.flags
            header.type = frame.type
            let encoder = FrameEncoder(scratch: scratch)
            var writer = encoder.begin(header)
            for byte in frame.payload { writer.u8(byte) }
            return Array(unsafeUninitializedCapacity: FrameLimits.wire) { room, count in
                guard let start = room.baseAddress else { return }
                count = encoder.finish(writer, into: start)
            }
        }
    }

    static func payload(of message: Message) -> [UInt8]? {
        withScratch { scratch in
            var writer = PayloadWriter(scratch, capacity: FrameLimits.payload)
            guard write(message, to: &writer) else { return nil }
            return Array(UnsafeBufferPointer(start: scratch, count: writer.count))
        }
    }

    static func message(of frame: Frame) -> Message? {
        frame.payload.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return read(PayloadReader(start, count: bytes.count), frame)
        }
    }

    private static func withScratch<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 254)
        defer { scratch.deallocate() }
        return body(scratch)
    }

    private static func read(_ payload: PayloadReader, _ frame: Frame) -> Message? {
        switch MessageKind(rawValue: frame.type) {
        case .hello: HelloMessage(payload).map { .hello(Hello($0)) }
        case .data: readSamples(payload, count: Int(frame.count))
        case .config: ConfigMessage(payload).map { .config(Config($0)) }
        case .timeSync: .timeSync(TimeSync(TimeSyncMessage(payload)))
        case .heartbeat: .heartbeat(Heartbeat(HeartbeatMessage(payload)))
        case .prediction: .prediction(Prediction(PredictionMessage(payload)))
        case .feedback: FeedbackMessage(payload).map { .feedback(Feedback($0)) }
        case .ack: .ack(Ack(AckMessage(payload)))
        // WireProtocol has no type for a line of text: it is read where it is shown.
        case .log: .log(Log(level: payload.u8(0), text: Text((1..<payload.count).map(payload.u8))))
        case .event: .event(Event(EventMessage(payload)))
        case .labels: LabelsMessage(payload).map { .labels(Labels($0, payload)) }
        case .goodbye: .goodbye
        case .install: InstallMessage(payload).map { .install(Install($0, payload)) }
        case .installed: .installed(Installed(InstalledMessage(payload)))
        case .channels: Channels(payload).map { .channels($0) }
        case nil: nil
        }
    }

    private static func readSamples(_ payload: PayloadReader, count: Int) -> Message? {
        guard count > 0 else { return nil }
        let counts = (0..<payload.count / 2).map { payload.i16(2 * $0) }
        return .samples(Samples(channels: counts.count / count, counts: counts))
    }

    private static func write(_ message: Message, to writer: inout PayloadWriter) -> Bool {
        switch message {
        case .hello(let fields): return write(HelloMessage(fields)) { $0.write(to: &writer) }
        case .samples(let fields): for count in fields.counts { writer.u16(UInt16(bitPattern: count)) }
        case .config(let fields): ConfigMessage(fields).write(to: &writer)
        case .timeSync(let fields): TimeSyncMessage(fields).write(to: &writer)
        case .heartbeat(let fields): HeartbeatMessage(fields).write(to: &writer)
        case .prediction(let fields): return write(PredictionMessage(fields)) { $0.write(to: &writer) }
        case .feedback(let fields): return write(FeedbackMessage(fields)) { $0.write(to: &writer) }
        case .ack(let fields): return write(AckMessage(fields)) { $0.write(to: &writer) }
        case .log(let fields):
            writer.u8(fields.level)
            for byte in fields.text.bytes { writer.u8(byte) }
        case .event(let fields): EventMessage(fields).write(to: &writer)
        case .labels(let fields): return write(fields, to: &writer)
        case .goodbye: break
        case .install(let fields):
            return write(InstallMessage(fields)) { message in
                message.write(to: &writer)
                for byte in fields.bytes?.bytes ?? [] { writer.u8(byte) }
            }
        case .installed(let fields): InstalledMessage(fields).write(to: &writer)
        case .channels(let fields): return fields.write(to: &writer)
        }
        return true
    }

    private static func write(_ labels: Labels, to writer: inout PayloadWriter) -> Bool {
        LabelsMessage(count: labels.count, first: labels.first, rest: labels.rest).write(to: &writer)
        return labels.names.allSatisfy { LabelsMessage.write(name: ShortText($0), to: &writer) }
    }

    private static func write<Wire>(_ message: Wire?, _ body: (Wire) -> Void) -> Bool {
        guard let message else { return false }
        body(message)
        return true
    }
}

/// `FrameDecoder` and `SampleContinuity`, as a host puts them together.
final class SwiftReceiver: Receiver {
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    private var continuity = SampleContinuity()
    private var frames: [Frame] = []
    private var steps: [Losses.Step] = []
    private var now: UInt64 = 0

    init() {
        decoder = FrameDecoder(buffer: buffer)
    }

    deinit { buffer.deallocate() }

    func feed(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes where decoder.push(byte) { take(decoder.header, decoder.payload) }
    }

    var reception: Reception {
        let seen = decoder.counters
        return Reception(
            counters: Counters(
                frames: seen.frames, framingErrors: seen.framingErrors, crcErrors: seen.crcErrors,
                versionMismatches: seen.versionMismatches, unknown: seen.unknown, malformed: seen.malformed,
                beforeSync: seen.beforeSync),
            frames: frames,
            losses: Losses(
                steps: steps, lostSamples: Int(continuity.lostSamples), restarts: Int(continuity.restarts),
                sessions: Int(continuity.sessions)))
    }

    private func take(_ header: FrameHeader, _ payload: PayloadReader) {
        frames.append(
            Frame(
                flags: header.flags, type: header.type, index: header.index, time: header.time, count: header.count,
                stream: header.stream, payload: (0..<payload.count).map(payload.u8)))
        let hello = header.kind == .hello ? HelloMessage(payload) : nil
        // A HELLO of a host is an echo, and not looked at.
        if hello?.role == .host { return }
        let lostBefore = continuity.lostSamples
        // Frames come when they are made; what is made earlier than the one before comes at once.
        now = max(now, UInt64(header.time))
        let verdict = continuity.observe(
            header, checksum: decoder.checksum, announced: hello?.session, isRenewed: false, uptime: nil, pace: nil,
            isReplay: false, now: now)
        steps.append(Losses.Step(event: Losses.Event(verdict), lost: Int(continuity.lostSamples - lostBefore)))
    }
}

extension Losses.Event {
    fileprivate init(_ verdict: SampleContinuity.Verdict) {
        switch verdict {
        case .contiguous: self = .contiguous
        case .lost: self = .loss
        case .repeated, .clockSet: self = .contiguous
        case .restarted: self = .restart
        case .newSession: self = .newSession
        }
    }
}
