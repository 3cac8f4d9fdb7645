/// Which windows of a schedule a stream is inside of, counted sample by sample without a division.
///
/// Every sample needs one `begin` and one `end`, in this order. Windows begin in turn in slots 0, 1, … N − 1, 0, …, so those in
/// flight are neighbours on a ring: `oldest`, the next one, … , `count` in all.
///
///     if let slot = flight.begin() { … }       // before the sample is absorbed
///     …                                        // every window in flight takes the sample
///     if let slot = flight.end() { … }
public struct WindowsInFlight: Sendable {
    /// The ring: ⌈T / S⌉ slots.
    public let slots: Int
    /// The slot of the window that ends next.
    public private(set) var oldest = 0
    /// Windows in flight, 0 … slots.
    public private(set) var count = 0
    /// Samples that the oldest window has absorbed; the k-th after it has absorbed k · hop less.
    public private(set) var oldestAge = 0
    /// Samples since the restart; on a 32-bit machine it wraps after 2³¹ (25 days at 1,000 Hz), which the windows do not notice.
    public private(set) var samples = 0

    private let length: Int
    private let hop: Int
    private var next = 0
    private var untilNext = 0

    /// No window in flight.
    @_noAllocation
    public init(_ schedule: WindowSchedule) {
        slots = schedule.slots
        length = schedule.length
        hop = schedule.hop
    }

    /// No window in flight, no sample seen.
    @_noAllocation
    public mutating func restart() {
        oldest = 0
        count = 0
        oldestAge = 0
        samples = 0
        next = 0
        untilNext = 0
    }

    /// Starts the window whose first sample is the one now arriving, if one does, and returns its slot.
    @_noAllocation
    public mutating func begin() -> Int? {
        guard untilNext == 0 else { return nil }
        untilNext = hop
        let slot = next
        next = after(slot)
        if count == 0 {
            oldest = slot
            oldestAge = 0
        }
        count += 1
        return slot
    }

    /// Whether the sample now arriving is the oldest window's last.
    public var oldestEnds: Bool {
        @_noAllocation get { count > 0 && oldestAge + 1 == length }
    }

    /// Counts the sample and returns the slot of the window that it completed, if it did.
    @_noAllocation
    public mutating func end() -> Int? {
        samples &+= 1
        untilNext -= 1
        oldestAge += 1
        guard count > 0, oldestAge == length else { return nil }
        let slot = oldest
        oldest = after(slot)
        oldestAge = length - hop
        count -= 1
        return slot
    }

    /// The slot of the k-th oldest window in flight, 0 ≤ k < count.
    @_noAllocation
    @inlinable @inline(__always)
    public func slot(_ position: Int) -> Int {
        let index = oldest + position
        return index < slots ? index : index - slots
    }

    @_noAllocation
    private func after(_ slot: Int) -> Int {
        slot + 1 == slots ? 0 : slot + 1
    }
}
