/// Samples that wait for their frame to fill (PROTOCOL.md §4): a frame leaves before its first sample grows 20 ms old.
struct SampleBatch {
    /// Samples that wait.
    private(set) var count = 0
    /// Time of the first one, in microseconds of the sample clock.
    private(set) var firstTime: UInt64 = 0
    /// Most samples of a frame, 1 … 120, by the host's wish.
    var limit = FrameLimits.samples
    private var counts = InlineArray<120, Int16>(repeating: 0)
    private var channels: Int
    private var rate: Float

    /// Microseconds that no waiting sample reaches.
    static var longestWait: UInt64 { @_noAllocation get { 20_000 } }

    /// - Parameter rate: nominal samples per second, above 0.
    @_noAllocation
    init(channels: Int, rate: Float) {
        self.channels = channels
        self.rate = rate
    }

    /// Takes one value per channel. The caller asks before and after whether it is full: there must be room.
    @_noAllocation
    mutating func append(_ sample: UnsafePointer<Int16>, time: UInt64) {
        if count == 0 { firstTime = time }
        for channel in 0..<channels { counts[count * channels + channel] = sample[channel] }
        count += 1
    }

    /// Whether one more sample would not fit, or would make the first one 20 ms old.
    ///
    /// By the nominal period: that is how the receiver dates the samples, and a jittering clock does not change the size of frames.
    var isFull: Bool {
        @_noAllocation get {
            let hasRoom = count < limit && (count + 1) * channels * 2 <= FrameLimits.payload
            return !hasRoom || Float(count) * 1_000_000 >= Float(Self.longestWait) * rate
        }
    }

    /// Whether a sample taken at `time` is not about one period after the last one, as samples of one frame must be.
    @_noAllocation
    func isOutOfStep(_ time: UInt64) -> Bool {
        let period = 1_000_000 / rate
        let late = Float(Int64(bitPattern: time &- firstTime)) - Float(count) * period
        return count > 0 && (late > period / 2 || late < -period / 2)
    }

    @_noAllocation
    func write(to writer: inout PayloadWriter) {
        for index in 0..<count * channels { writer.u16(UInt16(bitPattern: counts[index])) }
    }

    @_noAllocation
    mutating func removeAll() { count = 0 }

    /// Goes over to what a new session announces. Nothing may be waiting.
    @_noAllocation
    mutating func reconfigure(channels: Int, rate: Float) {
        self.channels = channels
        self.rate = rate
    }
}
