/// Three of the four time stamps of a clock exchange (PROTOCOL.md §6.4), in microseconds.
public struct TimeSyncMessage: Sendable, Equatable {
    /// Host time of the request.
    public var requested: UInt64
    /// Device time of its reception; 0 in a request.
    public var received: UInt64
    /// Device time of the answer; 0 in a request.
    public var answered: UInt64

    @_noAllocation
    public init(requested: UInt64, received: UInt64 = 0, answered: UInt64 = 0) {
        self.requested = requested
        self.received = received
        self.answered = answered
    }

    static var byteCount: Int { @_noAllocation get { 24 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        requested = payload.u64(0)
        received = payload.u64(8)
        answered = payload.u64(16)
    }

    /// Appends the payload: 24 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u64(requested)
        writer.u64(received)
        writer.u64(answered)
    }
}
