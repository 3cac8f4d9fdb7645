import CMotionQProtocol

/// The messages of C's codec.
enum CMessages {
    /// Reads the message of a frame, and everything in it that is read on demand.
    ///
    /// - Returns: whether C takes it; true of types without a payload.
    static func read(_ frame: mq_frame) -> Bool {
        let (bytes, count) = (frame.payload, frame.length)
        switch frame.type {
        case 1: return hello(bytes, count)
        case 2:
            var view = mq_data()
            guard mq_data_decode(bytes, count, frame.count, &view) else { return false }
            for sample in 0..<view.samples { for channel in 0..<view.channels { _ = mq_data_count(&view, sample, channel) } }
            return true
        case 3:
            var message = mq_config()
            guard mq_config_decode(bytes, count, &message) else { return false }
            _ = mq_config_in_range(&message)
            return true
        case 4: return decodes(mq_timesync(), mq_timesync_decode, bytes, count)
        case 5: return decodes(mq_heartbeat(), mq_heartbeat_decode, bytes, count)
        case 6:
            for index in 0..<mq_prediction_score_count(count) { _ = mq_prediction_score(bytes, index) }
            return decodes(mq_prediction(), mq_prediction_decode, bytes, count)
        case 7: return decodes(mq_feedback(), mq_feedback_decode, bytes, count)
        case 8: return decodes(mq_ack(), mq_ack_decode, bytes, count)
        case 9: return decodes(mq_log(), mq_log_decode, bytes, count)
        case 10: return decodes(mq_event(), mq_event_decode, bytes, count)
        case 11: return decodes(mq_labels(), mq_labels_decode, bytes, count)
        case 14: return decodes(mq_install(), mq_install_decode, bytes, count)
        case 15: return decodes(mq_installed(), mq_installed_decode, bytes, count)
        case 16:
            var message = mq_channels()
            guard mq_channels_decode(bytes, count, &message) else { return false }
            var entry = mq_channel_entry()
            for index in 0..<message.count { mq_channels_entry(&message, index, &entry) }
            return true
        default: return true
        }
    }

    private static func hello(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
        var message = mq_hello()
        guard mq_hello_decode(bytes, count, &message) else { return false }
        let channels = message.channel_count
        for channel in 0..<channels { _ = mq_hello_channel(&message, channel) }
        var (found, isReversed) = (UInt8(), false)
        for kind in [0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8] { _ = mq_hello_source(&message, kind, &found, &isReversed) }
        return mq_hello_role(bytes, count) == message.role
    }

    private static func decodes<Message>(
        _ empty: Message, _ decode: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Message>?) -> Bool,
        _ bytes: UnsafePointer<UInt8>?, _ count: Int
    ) -> Bool {
        var message = empty
        return decode(bytes, count, &message)
    }
}
