/// At which speeds a port is listened to, one after the other and round again: the next one when bytes have come for a second of
/// which none made a reading. Silence is waited out, for many boards reset when a port is opened.
struct BaudSearch {
    private let bauds: [Int]
    private var place = 0
    private var firstByteAt: UInt64?
    /// How often all were tried.
    private(set) var rounds = 0

    /// Microseconds.
    private let patience: UInt64

    /// - Parameters:
    ///   - bauds: the one that the port is open at, then the others to try.
    ///   - seconds: of bytes without a reading.
    init(_ bauds: [Int], patience seconds: UInt64 = 1) {
        precondition(!bauds.isEmpty, "a port is open at some speed")
        self.bauds = bauds
        patience = seconds * 1_000_000
    }

    var count: Int { bauds.count }
    var current: Int { bauds[place] }
    /// Whether another speed than the first was needed.
    var hasMoved: Bool { place > 0 || rounds > 0 }

    /// Whether this speed was given its time.
    ///
    /// - Parameters:
    ///   - hasBytes: whether anything came.
    ///   - now: microseconds.
    mutating func isInVain(hasBytes: Bool, now: UInt64) -> Bool {
        guard hasBytes else { return false }
        let first = firstByteAt ?? now
        firstByteAt = first
        return now - first >= patience
    }

    /// - Returns: the speed to try now.
    mutating func move() -> Int {
        firstByteAt = nil
        place += 1
        if place == bauds.count { (place, rounds) = (0, rounds + 1) }
        return current
    }
}
