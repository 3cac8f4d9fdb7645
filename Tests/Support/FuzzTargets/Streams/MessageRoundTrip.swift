import CMotionQProtocol
import WireProtocol

/// A message that was read, written again by both languages: the same bytes, which are read the same.
enum MessageRoundTrip {
    static func check(_ header: FrameHeader, _ payload: PayloadReader) throws(FuzzFault) {
        guard let kind = header.kind, let ours = inSwift(kind, payload), let theirs = inC(kind, payload) else { return }
        try require(ours == theirs, "Swift writes \(kind) as \(ours), C as \(theirs)")
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, ours.count))
        defer { copy.deallocate() }
        copy.initialize(from: ours, count: ours.count)
        let again = inSwift(kind, PayloadReader(copy, count: ours.count))
        try require(again == ours, "\(kind) is written as \(ours), and that as \(again ?? [])")
    }

    /// Nil of types that have no fields of their own, and of what is none.
    private static func inSwift(_ kind: MessageKind, _ payload: PayloadReader) -> [UInt8]? {
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.payload)
        defer { room.deallocate() }
        var writer = PayloadWriter(room, capacity: FrameLimits.payload)
        switch kind {
        case .hello:
            // A host that tells of channels is not written so by Swift, which knows that it has none.
            guard let message = HelloMessage(payload), message.role == .device else { return nil }
            message.write(to: &writer)
        case .config:
            guard let message = ConfigMessage(payload) else { return nil }
            message.write(to: &writer)
        case .feedback:
            guard let message = FeedbackMessage(payload) else { return nil }
            message.write(to: &writer)
        case .timeSync: TimeSyncMessage(payload).write(to: &writer)
        case .heartbeat: HeartbeatMessage(payload).write(to: &writer)
        case .ack: AckMessage(payload).write(to: &writer)
        case .event: EventMessage(payload).write(to: &writer)
        case .installed: InstalledMessage(payload).write(to: &writer)
        case .data, .prediction, .log, .labels, .goodbye, .install, .channels: return nil
        }
        return (0..<writer.count).map { room[$0] }
    }

    private static func inC(_ kind: MessageKind, _ payload: PayloadReader) -> [UInt8]? {
        switch kind {
        case .hello: written(mq_hello(), mq_hello_decode, mq_hello_encode, payload)
        case .config: written(mq_config(), mq_config_decode, mq_config_encode, payload)
        case .feedback: written(mq_feedback(), mq_feedback_decode, mq_feedback_encode, payload)
        case .timeSync: written(mq_timesync(), mq_timesync_decode, mq_timesync_encode, payload)
        case .heartbeat: written(mq_heartbeat(), mq_heartbeat_decode, mq_heartbeat_encode, payload)
        case .ack: written(mq_ack(), mq_ack_decode, mq_ack_encode, payload)
        case .event: written(mq_event(), mq_event_decode, mq_event_encode, payload)
        case .installed: written(mq_installed(), mq_installed_decode, mq_installed_encode, payload)
        case .data, .prediction, .log, .labels, .goodbye, .install, .channels: nil
        }
    }

    private static func written<Message>(
        _ empty: Message, _ decode: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Message>?) -> Bool,
        _ encode: (UnsafePointer<Message>?, UnsafeMutablePointer<UInt8>?) -> Int, _ payload: PayloadReader
    ) -> [UInt8]? {
        var message = empty
        guard decode(payload.bytes, payload.count, &message) else { return nil }
        return [UInt8](unsafeUninitializedCapacity: FrameLimits.payload) { room, count in
            count = encode(&message, room.baseAddress)
        }
    }
}
