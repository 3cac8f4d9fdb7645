import WireProtocol

/// A device at 100 Hz whose frames come as soon as they are made, unless a test says otherwise.
struct Stream {
    var continuity = SampleContinuity()
    var pace: SamplePace? = SamplePace(rate: 100)
    var isReplay = false
    private var frames: UInt32 = 0

    init() {}

    /// Takes in a frame.
    ///
    /// - Parameters:
    ///   - now: host time in microseconds; else it is the frame's.
    ///   - checksum: else one that no other frame has.
    mutating func take(
        _ header: FrameHeader, now: UInt64? = nil, checksum: UInt32? = nil, announced: UInt32? = nil, isRenewed: Bool = false,
        uptime: UInt32? = nil
    ) -> SampleContinuity.Verdict {
        frames += 1
        return continuity.observe(
            header, checksum: checksum ?? frames, announced: announced, isRenewed: isRenewed, uptime: uptime, pace: pace,
            isReplay: isReplay, now: now ?? UInt64(header.time))
    }

    /// DATA of samples that are 10 ms apart, the first at `time`.
    @discardableResult
    mutating func data(_ index: Int, _ count: UInt8 = 4, at time: UInt32, tag: UInt8 = 0, now: UInt64? = nil)
        -> SampleContinuity.Verdict
    {
        take(FrameHeader(.data, sessionTag: tag, index: UInt16(truncatingIfNeeded: index), time: time, count: count), now: now)
    }

    @discardableResult
    mutating func heartbeat(_ index: Int, at time: UInt32, now: UInt64? = nil, uptime: UInt32? = nil) -> SampleContinuity.Verdict {
        take(FrameHeader(.heartbeat, index: UInt16(truncatingIfNeeded: index), time: time), now: now, uptime: uptime)
    }
}
