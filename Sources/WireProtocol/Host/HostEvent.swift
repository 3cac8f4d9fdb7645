/// What a received byte, or the passing of time, means to the program on a host.
public enum HostEvent {
    /// The device announced a session, which `HostLink.device` describes. Commands that waited for an answer are void; so many were.
    case greeted(voided: Int)
    /// So many samples are missing before the frame that follows.
    case lost(samples: Int)
    /// The device restarted, or began another session, and its HELLO was lost: it is asked for. Commands that waited are void.
    case restarted(voided: Int)
    /// Samples of the announced session.
    case samples(SampleFrame)
    /// DATA whose size does not match the announced channels: what follows does not follow what came before.
    case unusable
    /// The device's clock is known, better than before.
    case synchronised
    /// A command was acknowledged, or given up.
    case settled(FeedbackOutbox.Outcome)
    /// A CONFIG was acknowledged.
    case configured(AckMessage)
    /// The device did not take the rate that was asked for, or does not answer.
    case rateRefused
    /// A window that the device classified by itself; its scores stand in the payload, which is valid until the next byte.
    case predicted(PredictionMessage, PayloadReader)
    /// The device's sign of life.
    case heartbeat(HeartbeatMessage)
    /// Something happened on the device.
    case event(EventMessage)
    /// A line of text behind the first byte, which is its level. Not trusted; valid until the next byte.
    case log(PayloadReader)
    /// A greeted device has not been heard for 3 s.
    case silent
    /// Nothing at all was heard for 3 s since the port was opened.
    case mute
    /// So many bytes came since the port was opened 3 s ago, and no HELLO.
    case unintelligible(bytes: UInt64)
    /// The device speaks another major version of the protocol: it must not be used.
    case otherVersion
}

/// The samples of one DATA frame, as they came. Valid until the next byte.
public struct SampleFrame {
    /// `[count][channels]` raw counts.
    public let payload: PayloadReader
    public let count: Int
    public let channels: Int
    /// Index of the first one.
    public let index: UInt16
    /// Device time of the first one.
    public let time: UInt32
    /// The same in microseconds since the session's first frame, without wraps.
    public let streamTime: UInt64
    /// Nominal microseconds between two samples.
    let period: Double

    @_noAllocation
    init(_ header: FrameHeader, _ payload: PayloadReader, channels: Int, rate: Float, streamTime: UInt64) {
        self.payload = payload
        self.channels = channels
        self.streamTime = streamTime
        count = Int(header.count)
        index = header.index
        time = header.time
        // A rate may be announced that is tiny; the times of its samples mean nothing then, but fit.
        period = min(1_000_000 / Double(rate), 1e12)
    }

    /// Copies the counts of one sample.
    @_noAllocation
    public func read(_ sample: Int, into counts: UnsafeMutablePointer<Int16>) {
        for channel in 0..<channels { counts[channel] = payload.i16((sample * channels + channel) * 2) }
    }

    /// Microseconds from the first sample to another one.
    @_noAllocation
    public func offset(of sample: Int) -> UInt64 { UInt64(Double(sample) * period) }
}
