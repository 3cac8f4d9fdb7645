/// Samples and the time that they took by the device's own clock, over the present session.
struct RateMeter {
    private var start: UInt64?
    private var end: UInt64 = 0
    /// Samples from the first frame's to the newest frame's first sample.
    private var between: UInt64 = 0
    private var inNewest: UInt64 = 0
    /// Lost samples since the newest frame of samples.
    private var lost: UInt64 = 0

    /// Microseconds over which a rate is worth telling.
    private static var leastTime: UInt64 { @_noAllocation get { 100_000 } }

    @_noAllocation
    init() {}

    @_noAllocation
    mutating func reset() { self = RateMeter() }

    /// So many samples did not arrive.
    @_noAllocation
    mutating func lose(_ samples: Int) { lost += UInt64(samples) }

    /// A frame of `count` samples, the first taken at `time`.
    @_noAllocation
    mutating func observe(samples count: Int, at time: UInt64) {
        if case nil = start { start = time } else { between += inNewest + lost }
        inNewest = UInt64(count)
        end = time
        lost = 0
    }

    /// Nil before a tenth of a second has passed.
    var measured: SamplePace? {
        @_noAllocation get {
            guard let start, end > start + Self.leastTime else { return nil }
            return SamplePace(samples: between, microseconds: end - start)
        }
    }
}
