import MotionCore

/// How many bytes a second a device's frames take on its line (PROTOCOL.md §10), so that it can refuse what the line does not
/// carry.
public struct LineLoad: Sendable, Equatable {
    /// Bytes a second.
    public private(set) var bytesPerSecond: Float

    /// What HELLO, HEARTBEAT and the answers to a lively host take, generously.
    public static var rest: Float { @_noAllocation get { 700 } }

    /// DATA, in frames that fill for 20 ms, and the rest.
    ///
    /// - Parameter rate: samples per second, above 0 and finite.
    @_noAllocation
    public init(channels: Int, rate: Float) {
        let room = Float(FrameLimits.payload / (2 * max(1, channels)))
        // Whole ones, rounded up, as far as a frame has room: no rate makes the conversion overflow.
        let inTime = min(rate * Float(SampleBatch.longestWait) / 1_000_000, room)
        let whole = Float(Int(saturating: inTime))
        let samples = max(1, whole < inTime ? whole + 1 : whole)
        bytesPerSecond = Self.rest + rate * Float(2 * channels) + rate / samples * Float(Self.frame)
    }

    /// PREDICTION with the probabilities of so many labels, so often a second; each cuts a DATA frame in two.
    @_noAllocation
    public mutating func addPredictions(perSecond: Float, labels: Int) {
        let scores = labels <= PredictionMessage.mostScores ? 2 * labels : 0
        bytesPerSecond += perSecond * Float(2 * Self.frame + 12 + scores)
    }

    /// Whether a line of 8 data bits, no parity and one stop bit carries it.
    ///
    /// - Parameter baud: bits per second.
    @_noAllocation
    public func fits(baud: UInt32) -> Bool { bytesPerSecond * 10 <= Float(baud) }

    /// Bytes of a frame besides its payload.
    private static var frame: Int { @_noAllocation get { FrameHeader.byteCount + FrameLimits.overhead } }
}
