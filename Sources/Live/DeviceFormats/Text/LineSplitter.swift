/// Cuts bytes into lines: at CR, at LF, and CR LF is one end.
struct LineSplitter {
    /// A longer line is no reading.
    static let longest = 512

    /// The line that is read, from 1. Wraps.
    private(set) var number: UInt64 = 1
    /// A space, the line, and spaces behind it, so that whoever looks at its bytes may look beyond its ends.
    private let memory: UnsafeMutablePointer<UInt8>
    /// Spaces that stand before and behind a line.
    static let margin = (before: 1, behind: 4)
    private var count = 0
    private var endedWithReturn = false

    init() {
        let capacity = Self.margin.before + Self.longest + Self.margin.behind
        memory = .allocate(capacity: capacity)
        memory.initialize(repeating: 0x20, count: capacity)
    }

    func deallocate() { memory.deallocate() }

    /// - Parameter line: told of each line that is whole and not empty, its length and its number; the length is `longest` + 1 if
    ///   it was longer.
    mutating func push(_ bytes: UnsafeRawBufferPointer, _ line: (UnsafePointer<UInt8>, Int, UInt64) -> Void) {
        guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
        var place = 0
        while place < bytes.count {
            let first = place
            while place < bytes.count, start[place] != 0x0A, start[place] != 0x0D { place += 1 }
            if place > first {
                endedWithReturn = false
                append(start + first, count: place - first)
            }
            guard place < bytes.count else { return }
            if count > 0 {
                let end = Self.margin.before + min(count, Self.longest)
                (memory + end).update(repeating: 0x20, count: Self.margin.behind)
                line(memory + Self.margin.before, count, number)
                count = 0
            }
            let isReturn = start[place] == 0x0D
            if isReturn || !endedWithReturn { number &+= 1 }
            endedWithReturn = isReturn
            place += 1
        }
    }

    /// Adds to the line; its bytes beyond the longest are dropped, and its length says that there were some.
    private mutating func append(_ bytes: UnsafePointer<UInt8>, count more: Int) {
        let kept = min(more, Self.longest - min(count, Self.longest))
        (memory + Self.margin.before + count).update(from: bytes, count: kept)
        count = min(count + more, Self.longest + 1)
    }
}
