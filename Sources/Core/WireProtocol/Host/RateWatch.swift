/// Whether samples come at the rate that was announced, by the device's clock and by the host's (PROTOCOL.md §7).
struct RateWatch {
    /// What the newest judgement said.
    enum Verdict {
        /// More than a tenth off: so many samples came in so much time, by the one clock or the other.
        case wrong(SamplePace, byHostClock: Bool)
        /// Within a tenth again.
        case right
    }

    /// From one frame's first sample to another's.
    private struct Stretch {
        var start: UInt64?
        var samples: UInt64 = 0

        @_noAllocation
        init() {}

        /// - Returns: the pace, if the stretch is long enough to judge by; the next one begins.
        @_noAllocation
        mutating func close(at time: UInt64, announced: Float) -> SamplePace? {
            guard let began = start else {
                start = time
                samples = 0
                return nil
            }
            let passed = time > began ? time - began : 0
            // Twenty samples should have come: with fewer, one more or less is more than the tolerance.
            guard passed >= RateWatch.length, announced * Float(UInt32(clamping: passed)) >= 20_000_000 else { return nil }
            defer {
                start = time
                samples = 0
            }
            return SamplePace(samples: max(1, samples), microseconds: passed)
        }
    }

    private var byDevice = Stretch()
    private var byHost = Stretch()
    /// The newest stretch by the device's clock was.
    private var isWrongByDevice = false
    /// Stretches in a row that were wrong by the host's clock: bytes may wait, and then come all at once.
    private var wrongByHost = 0
    /// Samples of the newest frame, which the next frame's stretch begins with, and those lost since.
    private var pending: UInt64 = 0
    private(set) var isWrong = false
    /// The newest whole stretch by the device's clock.
    private(set) var pace: SamplePace?

    /// Microseconds.
    fileprivate static var length: UInt64 { @_noAllocation get { 2_000_000 } }

    @_noAllocation
    init() {}

    @_noAllocation
    mutating func reset() { self = RateWatch() }

    /// So many samples did not arrive.
    @_noAllocation
    mutating func lose(_ samples: Int) { pending += UInt64(samples) }

    /// A frame of `count` samples.
    ///
    /// - Parameters:
    ///   - time: at which the first was taken, without wraps.
    ///   - isReplay: the host's clock says nothing.
    /// - Returns: what is new about the rate.
    @_noAllocation
    mutating func observe(samples count: Int, at time: UInt64, now: UInt64, announced: Float, isReplay: Bool) -> Verdict? {
        byDevice.samples += pending
        byHost.samples += pending
        pending = UInt64(count)
        var wrong: (SamplePace, Bool)?
        if let measured = byDevice.close(at: time, announced: announced) {
            pace = measured
            isWrongByDevice = measured.isOff(announced)
            if isWrongByDevice { wrong = (measured, false) }
        }
        if let measured = byHost.close(at: now, announced: announced), !isReplay {
            wrongByHost = measured.isOff(announced) ? wrongByHost + 1 : 0
            if wrongByHost >= 3, case nil = wrong { wrong = (measured, true) }
        }
        if let (measured, byHostClock) = wrong {
            guard !isWrong else { return nil }
            isWrong = true
            return .wrong(measured, byHostClock: byHostClock)
        }
        guard isWrong, !isWrongByDevice, wrongByHost < 3 else { return nil }
        isWrong = false
        return .right
    }
}

extension SamplePace {
    /// Whether it is more than a tenth off, by multiplications alone.
    @_noAllocation
    fileprivate func isOff(_ announced: Float) -> Bool {
        // After a long silence the stretch is longer than 32 bits of microseconds.
        var (samples, microseconds) = (samples, microseconds)
        while microseconds > UInt32.max {
            samples >>= 1
            microseconds >>= 1
        }
        let came = Float(UInt32(clamping: samples)) * 1_000_000
        let expected = Float(UInt32(clamping: microseconds)) * announced
        return came > expected * 1.1 || came < expected * 0.9
    }
}
