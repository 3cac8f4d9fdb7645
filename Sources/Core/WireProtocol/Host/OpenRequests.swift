/// The t1 of the last eight requests for a TIMESYNC that were not answered: an answer to any other is none.
struct OpenRequests {
    private var times: InlineArray<8, UInt64> = InlineArray(repeating: .max)
    private var next = 0

    @_noAllocation
    init() {}

    @_noAllocation
    mutating func add(_ time: UInt64) {
        times[next] = time
        next = (next + 1) % 8
    }

    /// - Returns: whether it was open; it no longer is.
    @_noAllocation
    mutating func close(_ time: UInt64) -> Bool {
        for index in 0..<8 where times[index] == time {
            times[index] = .max
            return true
        }
        return false
    }
}
