/// Counts samples that never arrived, exactly, and tells a loss from a repetition, a clock that was set, and a restart
/// (PROTOCOL.md §7).
public struct SampleContinuity: Sendable {
    /// What a frame says about the frames before it.
    public enum Verdict: Sendable, Equatable {
        case contiguous
        /// So many samples are missing just before this frame.
        case lost(Int)
        /// The frame came before, or was overtaken: it is not to be used.
        case repeated
        /// The device's clock was set: its times from here on are of another clock. The samples go on.
        case clockSet
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
    /// Frames that came twice, or were overtaken.
    public private(set) var repeatedFrames: UInt32 = 0
    /// Times that the device's clock was set.
    public private(set) var clockSets: UInt32 = 0
    /// The present session, nil before the first HELLO.
    public private(set) var session: UInt32?
    /// Microseconds by which the newest DATA is older than a frame that left before it, beyond the 20 ms that it may wait.
    public private(set) var held: Int64 = 0
    /// Whether a frame that is no DATA counted samples as sent that came after it.
    public private(set) var countsWaiting = false
    /// Whether DATA went back in its index while its time went on.
    public private(set) var numbersBackwards = false
    /// Microseconds since the device's first frame, by the device's clock and without wraps; it goes on where that is set.
    public private(set) var streamTime: Int64 = 0

    /// The latest of all device times, of frames and of samples, since the device's clock is what it is.
    public var newestTime: UInt32 {
        @_noAllocation get { UInt32(truncatingIfNeeded: max(timeline.newest ?? 0, dataEnd ?? timeline.newest ?? 0)) }
    }

    private var expected: UInt16?
    /// Device time at which the expected index was the next.
    private var expectedAt: Int64 = 0
    private var lastTag: UInt8 = 0
    private var last: (header: FrameHeader, checksum: UInt32)?
    private var lastUptime: UInt32 = 0
    private var timeline = DeviceTimeline()
    /// Device time at stream time 0.
    private var origin: Int64 = 0
    /// Device time at which the newest DATA's last sample was taken; nil before the first DATA of this clock.
    private var dataEnd: Int64?
    /// What a frame other than DATA has shown to be missing, and when: not confirmed yet.
    private var hint: (missing: Int64, time: Int64)?

    public init() {}

    /// Takes in the header of every frame a device sent. Echoes of what only a host sends are not looked at.
    ///
    /// - Parameters:
    ///   - checksum: the frame's.
    ///   - announced: the session if the frame is a HELLO.
    ///   - isRenewed: it announces other channels, rate or axes than before.
    ///   - uptime: if it is a HEARTBEAT, milliseconds.
    ///   - pace: how samples and time go together; nil if that is not known.
    ///   - isReplay: its times are not those of a clock.
    ///   - now: host time, microseconds.
    @_noAllocation
    public mutating func observe(
        _ header: FrameHeader, checksum: UInt32, announced: UInt32?, isRenewed: Bool, uptime: UInt32?, pace: SamplePace?,
        isReplay: Bool, now: UInt64
    ) -> Verdict {
        guard header.mayComeFromDevice else { return .contiguous }
        let time = timeline.place(header.time, now: now)
        let verdict = judge(header, checksum, time, announced, isRenewed, uptime, pace, isReplay, now)
        if case .repeated = verdict {
            repeatedFrames &+= 1
            return .repeated
        }
        accept(header, checksum, time, verdict, pace, now)
        if let uptime { lastUptime = uptime }
        return verdict
    }

    @_noAllocation
    private mutating func judge(
        _ header: FrameHeader, _ checksum: UInt32, _ time: Int64, _ announced: UInt32?, _ isRenewed: Bool, _ uptime: UInt32?,
        _ pace: SamplePace?, _ isReplay: Bool, _ now: UInt64
    ) -> Verdict {
        let isData = header.type == MessageKind.data.code
        let isRepeated = if let last { last.checksum == checksum && last.header.isSame(as: header) } else { false }
        if let announced, announced != session || (isRenewed && !isRepeated) {
            session = announced
            sessions &+= 1
            lastUptime = 0
            // A later session of the same boot goes on counting.
            if header.sessionTag != 0 { count(distance(header.index, time, pace)) }
            return .newSession
        }
        guard expected != nil else { return .contiguous }
        if header.sessionTag != lastTag {
            if header.sessionTag != 0 { count(distance(header.index, time, pace)) }
            return restart()
        }
        if isRepeated { return .repeated }
        let missing = distance(header.index, time, pace)
        if hasJumped(time, isData: isData, isReplay, now) {
            // The time between says nothing about a distance.
            guard header.index == expected else { return restart() }
            clockSets &+= 1
            return .clockSet
        }
        if let uptime, uptime < lastUptime { return restart() }
        if isData {
            if missing < 0 {
                if time <= dataEnd ?? time { return .repeated }
                numbersBackwards = true
                return restart()
            }
            if case _? = hint, missing == 0 { countsWaiting = true }
        } else {
            guard missing > 0 else { return .contiguous }
            guard let hint else {
                hint = (missing, time)
                return .contiguous
            }
            guard time >= hint.time + 1_000_000 else { return .contiguous }
        }
        hint = nil
        count(missing)
        return missing == 0 ? .contiguous : .lost(Int(missing))
    }

    /// Whether the time cannot be of the clock that was.
    @_noAllocation
    private func hasJumped(_ time: Int64, isData: Bool, _ isReplay: Bool, _ now: UInt64) -> Bool {
        guard let newest = timeline.newest else { return false }
        // Samples may have waited long for their frame to leave; among themselves they are in order.
        let earliest = isData ? dataEnd ?? newest : newest
        return time < earliest - DeviceTimeline.tolerance || (!isReplay && timeline.isAhead(time, now: now))
    }

    /// From the expected index, unwrapped to what the time that passed makes likely.
    @_noAllocation
    private func distance(_ index: UInt16, _ time: Int64, _ pace: SamplePace?) -> Int64 {
        guard let expected else { return 0 }
        let short = index &- expected
        let since = time - expectedAt
        guard let pace, since > 0 else { return since > 0 ? Int64(short) : Int64(Int16(bitPattern: short)) }
        let signed = Int64(Int16(bitPattern: short))
        let wraps = (pace.samples(in: since) - signed + 32_768) >> 16
        return signed + max(0, wraps) << 16
    }

    /// The stream ends: what a frame has shown to be missing will not come any more.
    @_noAllocation
    public mutating func end() {
        guard let hint else { return }
        self.hint = nil
        count(hint.missing)
    }

    @_noAllocation
    private mutating func count(_ missing: Int64) { lostSamples += UInt64(max(0, missing)) }

    @_noAllocation
    private mutating func restart() -> Verdict {
        restarts &+= 1
        lastUptime = 0
        return .restarted
    }
}

extension SampleContinuity {
    @_noAllocation
    private mutating func accept(
        _ header: FrameHeader, _ checksum: UInt32, _ time: Int64, _ verdict: Verdict, _ pace: SamplePace?, _ now: UInt64
    ) {
        let isData = header.type == MessageKind.data.code
        let isFirst = expected == nil
        switch verdict {
        // What was shown to be missing is counted already, or is of a stream that is over.
        case .clockSet, .restarted, .newSession: hint = nil
        case .contiguous, .lost, .repeated: break
        }
        switch verdict {
        case .clockSet, .restarted:
            // Stream time goes on from where it was.
            origin = time - streamTime
            timeline.restart(at: time, now: now)
            dataEnd = nil
        case .newSession where timeline.isAnother(time, now: now):
            origin = time - streamTime
            timeline.restart(at: time, now: now)
            dataEnd = nil
        default:
            if isFirst { origin = time }
            held = isData ? max(0, (timeline.newest ?? time) - time) : held
            timeline.advance(to: time, now: now)
        }
        streamTime = max(0, time - origin)
        last = (header, checksum)
        lastTag = header.sessionTag
        if isData {
            let end = time + (pace.map { $0.microseconds(of: Int64(header.count) - 1) } ?? 0)
            dataEnd = end
            expect(header.index &+ UInt16(header.count), at: end)
        } else {
            switch verdict {
            case .contiguous where !isFirst:
                // What it shows to be missing is believed when it is confirmed. If that is nothing, so it is up to now: a sensor
                // may rest for longer than an index takes to come round.
                if hint == nil, header.index == expected { expectedAt = max(expectedAt, time) }
            case .clockSet: expectedAt = time
            default: expect(header.index, at: time)
            }
        }
    }

    @_noAllocation
    private mutating func expect(_ index: UInt16, at time: Int64) {
        expected = index
        expectedAt = time
    }
}
