extension [UInt8] {
    /// A number of so many bytes, its lowest first; nil beyond the end.
    func number(at place: Int, bytes count: Int) -> UInt64? {
        guard place >= 0, place + count <= self.count else { return nil }
        return (0..<count).reduce(0) { $0 | UInt64(self[place + $1]) << (8 * UInt64($1)) }
    }

    /// Puts a number there, its lowest byte first, if there is room.
    mutating func put(_ number: UInt64, at place: Int, bytes count: Int) {
        guard place >= 0, place + count <= self.count else { return }
        for byte in 0..<count { self[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
    }
}
