import CMotionQProtocol

/// The C twin behind the neutral types.
enum CCodec {
    /// Empty if the encoder refuses the frame.
    static func encode(_ frame: Frame) -> [UInt8] {
        frame.payload.withUnsafeBufferPointer { payload in
            var wired = mq_frame()
            wired.major = frame.major
            wired.flags = frame.flags
            wired.type = frame.type
            wired.count = frame.count
            wired.stream = frame.stream
            wired.index = frame.index
            wired.time = frame.time
            wired.length = payload.count
            wired.payload = payload.baseAddress
            return Array(unsafeUninitializedCapacity: Int(MQ_WIRE_MAX)) { room, count in
                count = mq_frame_encode(&wired, room.baseAddress)
            }
        }
    }

    static func payload(of message: Message) -> [UInt8]? {
        if message == .goodbye { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(MQ_PAYLOAD_MAX)) { room, count in
            guard let payload = room.baseAddress else { return }
            count = write(message, to: payload)
        }
        return bytes.isEmpty ? nil : bytes
    }

    static func message(of frame: Frame) -> Message? {
        frame.payload.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return read(start, bytes.count, frame)
        }
    }

    private static func read(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ frame: Frame) -> Message? {
        switch frame.type {
        case 1: decoded(mq_hello(), mq_hello_decode, bytes, count) { .hello(Hello($0)) }
        case 2: readSamples(bytes, count, frame.count)
        case 3: decoded(mq_config(), mq_config_decode, bytes, count) { .config(Config($0)) }
        case 4: decoded(mq_timesync(), mq_timesync_decode, bytes, count) { .timeSync(TimeSync($0)) }
        case 5: decoded(mq_heartbeat(), mq_heartbeat_decode, bytes, count) { .heartbeat(Heartbeat($0)) }
        case 6: decoded(mq_prediction(), mq_prediction_decode, bytes, count) { .prediction(Prediction($0)) }
        case 7: decoded(mq_feedback(), mq_feedback_decode, bytes, count) { .feedback(Feedback($0)) }
        case 8: decoded(mq_ack(), mq_ack_decode, bytes, count) { .ack(Ack($0)) }
        case 9: decoded(mq_log(), mq_log_decode, bytes, count) { .log(Log($0)) }
        case 10: decoded(mq_event(), mq_event_decode, bytes, count) { .event(Event($0)) }
        case 11: decoded(mq_labels(), mq_labels_decode, bytes, count) { .labels(Labels($0)) }
        case 12: .goodbye
        case 14: decoded(mq_install(), mq_install_decode, bytes, count) { .install(Install($0)) }
        case 15: decoded(mq_installed(), mq_installed_decode, bytes, count) { .installed(Installed($0)) }
        case 16: decoded(mq_channels(), mq_channels_decode, bytes, count) { .channels(Channels($0)) }
        default: nil
        }
    }

    /// Calls one of C's `mq_X_decode`.
    private static func decoded<Wire>(
        _ empty: Wire, _ decode: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Wire>?) -> Bool,
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ neutral: (Wire) -> Message
    ) -> Message? {
        var wire = empty
        return decode(bytes, count, &wire) ? neutral(wire) : nil
    }

    private static func readSamples(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ samples: UInt8) -> Message? {
        var view = mq_data()
        guard mq_data_decode(bytes, count, samples, &view) else { return nil }
        let counts = (0..<view.samples).flatMap { sample in
            (0..<view.channels).map { channel in mq_data_count(&view, sample, channel) }
        }
        return .samples(Samples(channels: Int(view.channels), counts: counts))
    }

    private static func write(_ message: Message, to payload: UnsafeMutablePointer<UInt8>) -> Int {
        switch message {
        case .hello(let fields): return encoded(mq_hello(fields), mq_hello_encode, payload)
        case .samples(let fields):
            let samples = fields.channels > 0 ? fields.counts.count / fields.channels : 0
            return mq_data_encode(fields.counts, UInt8(samples), UInt8(fields.channels), payload)
        case .config(let fields): return encoded(mq_config(fields), mq_config_encode, payload)
        case .timeSync(let fields): return encoded(mq_timesync(fields), mq_timesync_encode, payload)
        case .heartbeat(let fields): return encoded(mq_heartbeat(fields), mq_heartbeat_encode, payload)
        case .prediction(let fields): return encoded(mq_prediction(fields), mq_prediction_encode, payload)
        case .feedback(let fields): return encoded(mq_feedback(fields), mq_feedback_encode, payload)
        case .ack(let fields): return encoded(mq_ack(fields), mq_ack_encode, payload)
        case .log(let fields):
            return fields.text.bytes.withUnsafeBufferPointer { text in
                encoded(mq_log(level: fields.level, text: text.baseAddress, text_length: text.count), mq_log_encode, payload)
            }
        case .event(let fields): return encoded(mq_event(fields), mq_event_encode, payload)
        case .labels(let fields):
            return fields.nameBytes.withUnsafeBufferPointer { names in
                encoded(mq_labels(fields, names), mq_labels_encode, payload)
            }
        case .goodbye: return 0
        case .install(let fields):
            return (fields.bytes?.bytes ?? []).withUnsafeBufferPointer { bytes in
                encoded(mq_install(fields, bytes), mq_install_encode, payload)
            }
        case .installed(let fields): return encoded(mq_installed(fields), mq_installed_encode, payload)
        case .channels(let fields): return fields.encode(to: payload)
        }
    }

    /// Calls one of C's `mq_X_encode`.
    private static func encoded<Wire>(
        _ wire: Wire, _ encode: (UnsafePointer<Wire>?, UnsafeMutablePointer<UInt8>?) -> Int, _ payload: UnsafeMutablePointer<UInt8>
    ) -> Int {
        withUnsafePointer(to: wire) { encode($0, payload) }
    }
}

/// `mq_decoder` and `mq_link`.
final class CReceiver: Receiver {
    private var decoder = mq_decoder()
    private var link = mq_link()
    private var frames: [Frame] = []
    private var steps: [Losses.Step] = []

    init() {
        mq_decoder_reset(&decoder, 0)
        mq_link_reset(&link)
    }

    func feed(_ bytes: ArraySlice<UInt8>) {
        // The decoder stays in one place for a while: the payload it delivers points into it.
        withUnsafeMutablePointer(to: &decoder) { decoder in
            for byte in bytes where mq_decoder_push(decoder, byte) == MQ_OUTCOME_FRAME { take(&decoder.pointee.frame) }
        }
    }

    var reception: Reception {
        let seen = decoder.counters
        return Reception(
            counters: Counters(
                frames: seen.frames, framingErrors: seen.framing_errors, crcErrors: seen.crc_errors,
                versionMismatches: seen.version_mismatches, unknown: seen.unknown, malformed: seen.malformed,
                beforeSync: seen.before_sync),
            frames: frames,
            losses: Losses(
                steps: steps, lostSamples: Int(link.lost_samples), restarts: Int(link.restarts), sessions: Int(link.sessions)))
    }

    private func take(_ frame: inout mq_frame) {
        let payload = Array(UnsafeBufferPointer(start: frame.payload, count: frame.length))
        frames.append(
            Frame(
                major: frame.major, flags: frame.flags, type: frame.type, index: frame.index, time: frame.time,
                count: frame.count, stream: frame.stream, payload: payload))
        var lost: UInt16 = 0
        let event = mq_link_step(&link, &frame, &lost)
        var hello = mq_hello()
        let isHello = frame.type == 1 && mq_hello_decode(frame.payload, frame.length, &hello)
        if isHello && hello.role == 2 { return }
        steps.append(Losses.Step(event: Losses.Event(event), lost: Int(lost)))
    }
}

extension Losses.Event {
    fileprivate init(_ event: mq_link_event) {
        switch event {
        case MQ_LINK_LOSS: self = .loss
        case MQ_LINK_RESTART: self = .restart
        case MQ_LINK_NEW_SESSION: self = .newSession
        default: self = .contiguous
        }
    }
}
