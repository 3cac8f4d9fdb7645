/// The samples of one DATA frame, as they came. Valid until the next byte.
public struct SampleFrame {
    /// `[count][channels]` raw counts.
    public let payload: PayloadReader
    /// Samples, 1 … 120.
    public let count: Int
    /// Counts of a sample, 1 … 32.
    public let channels: Int
    /// Index of the first one.
    public let index: UInt16
    /// Device time of the first one.
    public let time: UInt32
    /// Microseconds from the session's first frame to the first sample, without wraps.
    public let streamTime: UInt64

    @_noAllocation
    init(_ header: FrameHeader, _ payload: PayloadReader, channels: Int, streamTime: UInt64) {
        self.payload = payload
        self.channels = channels
        self.streamTime = streamTime
        count = Int(header.count)
        index = header.index
        time = header.time
    }

    /// Copies the counts of one sample.
    @_noAllocation
    public func read(_ sample: Int, into counts: UnsafeMutablePointer<Int16>) {
        for channel in 0..<channels { counts[channel] = payload.i16((sample * channels + channel) * 2) }
    }
}
