/// Counts samples that never arrived (PROTOCOL.md §7), exactly, across the wrap of the 16-bit index.
public struct SampleContinuity: Sendable {
    /// What a frame says about the frames before it.
    public enum Verdict: Sendable, Equatable {
        case contiguous
        /// So many samples are missing just before this frame.
        case lost(Int)
        /// The device restarted, or began another session, and its HELLO was lost.
        case restarted
        /// The device announced a new session.
        case newSession
    }

    /// Samples lost so far.
    public private(set) var lostSamples: UInt64 = 0
    /// Restarts seen without a HELLO.
    public private(set) var restarts: UInt32 = 0
    /// Sessions announced.
    public private(set) var sessions: UInt32 = 0
    /// The present session, nil before the first HELLO.
    public private(set) var session: UInt32?
    private var expected: UInt16?
    /// Microseconds that a frame may lie before its predecessor: DATA carries the time of its first sample, which may be older than
    /// a heartbeat that was sent while the frame filled.
    private static let tolerance: Int32 = 100_000
    private var lastTime: UInt32 = 0
    private var lastTag: UInt8 = 0

    public init() {}

    /// Takes in the header of every frame a device sent. Echoes of what only a host sends are not looked at.
    ///
    /// - Parameter announced: the session id if the frame is a HELLO.
    @_noAllocation
    public mutating func observe(_ header: FrameHeader, announced: UInt32? = nil) -> Verdict {
        guard header.mayComeFromDevice else { return .contiguous }
        let verdict = judge(header, announced)
        expected = header.index &+ (header.type == MessageKind.data.code ? UInt16(header.count) : 0)
        lastTime = header.time
        lastTag = header.sessionTag
        return verdict
    }

    @_noAllocation
    private mutating func judge(_ header: FrameHeader, _ announced: UInt32?) -> Verdict {
        let isFirst = expected == nil
        let tag = header.sessionTag
        if let announced, announced != session {
            session = announced
            sessions &+= 1
            // A later session of the same boot goes on counting.
            if tag != 0 { _ = countMissing(header) }
            return .newSession
        }
        guard !isFirst else { return .contiguous }
        let isEarlier = Int32(bitPattern: header.time &- lastTime) < -Self.tolerance
        if isEarlier || tag != lastTag {
            restarts &+= 1
            if !isEarlier && tag != 0 { _ = countMissing(header) }
            return .restarted
        }
        let missing = countMissing(header)
        return missing == 0 ? .contiguous : .lost(missing)
    }

    @_noAllocation
    private mutating func countMissing(_ header: FrameHeader) -> Int {
        guard let expected else { return 0 }
        let missing = Int(header.index &- expected)
        lostSamples += UInt64(missing)
        return missing
    }
}
