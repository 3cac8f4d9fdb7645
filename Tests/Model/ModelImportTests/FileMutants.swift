/// A file in damaged forms: bytes changed, words that lie about sizes and places, ends cut off, stretches moved.
struct FileMutants {
    private let intact: [UInt8]
    private var generator = SmallGenerator(state: 15)

    init(of intact: [UInt8]) { self.intact = intact }

    mutating func next() -> [UInt8] {
        var bytes = intact
        func place(_ room: Int, _ generator: inout SmallGenerator) -> Int {
            Int.random(in: 0..<max(1, bytes.count - room), using: &generator)
        }
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
                guard bytes.count > 16 else { return bytes }
            case 1, 2:
                let value = [0, 1, -1, 1 << 31, 1 << 62, bytes.count].randomElement(using: &generator) ?? 0
                let begin = place(8, &generator)
                for byte in 0..<[2, 4, 8][Int.random(in: 0..<3, using: &generator)] where begin + byte < bytes.count {
                    bytes[begin + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
                }
            case 3:
                let (from, to) = (place(16, &generator), place(16, &generator))
                for byte in 0..<16 where max(from, to) + byte < bytes.count { bytes[to + byte] = bytes[from + byte] }
            default: bytes[place(0, &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return bytes
    }
}
