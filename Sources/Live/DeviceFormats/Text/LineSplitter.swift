/// Cuts bytes into lines: at CR, at LF, and CR LF is one end.
struct LineSplitter {
    /// A longer line is no reading.
    static let longest = 512

    /// The line that is read, from 1. Wraps.
    private(set) var number: UInt64 = 1
    private let memory: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var endedWithReturn = false

    init() {
        memory = .allocate(capacity: Self.longest)
        memory.initialize(repeating: 0, count: Self.longest)
    }

    func deallocate() { memory.deallocate() }

    /// - Parameter line: told of each line that is whole and not empty, its length and its number; the length is `longest` + 1 if
    ///   it was longer.
    mutating func push(_ bytes: UnsafeRawBufferPointer, _ line: (UnsafePointer<UInt8>, Int, UInt64) -> Void) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if count > 0 { line(memory, count, number) }
                count = 0
                if byte == 0x0D || !endedWithReturn { number &+= 1 }
                endedWithReturn = byte == 0x0D
            } else {
                endedWithReturn = false
                if count < Self.longest { memory[count] = byte }
                if count <= Self.longest { count += 1 }
            }
        }
    }
}
