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
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if count > 0 {
                    let end = Self.margin.before + min(count, Self.longest)
                    (memory + end).update(repeating: 0x20, count: Self.margin.behind)
                    line(memory + Self.margin.before, count, number)
                    count = 0
                }
                if byte == 0x0D || !endedWithReturn { number &+= 1 }
                endedWithReturn = byte == 0x0D
            } else {
                endedWithReturn = false
                if count < Self.longest { memory[Self.margin.before + count] = byte }
                if count <= Self.longest { count += 1 }
            }
        }
    }
}
