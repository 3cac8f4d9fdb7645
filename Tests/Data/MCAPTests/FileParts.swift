/// The records of an MCAP file, found without the reader under test.
struct FileParts {
    private(set) var bytes: [UInt8]
    /// Of each record at the top: what it is, and where its content lies.
    private(set) var records: [(opcode: UInt8, content: Range<Int>)] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var place = 8
        while place + 9 <= bytes.count - 8 {
            let count = Int(integer(at: place + 1, bytes: 8))
            records.append((bytes[place], place + 9..<place + 9 + count))
            place += 9 + count
        }
    }

    /// A message in a chunk.
    struct Message {
        let channel: UInt64
        /// Nanoseconds.
        let time: UInt64
        let data: [UInt8]

        /// The numbers of eight bytes from a place to the end.
        func doubles(from start: Int) -> [Double] {
            stride(from: start, to: data.count, by: 8).map { place in
                Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(data[place + $1]) << (8 * UInt64($1)) })
            }
        }
    }

    /// The messages of all chunks, in their order.
    var messages: [Message] {
        var messages: [Message] = []
        for chunk in contents(0x06) {
            // Behind two times, two sizes, a checksum and a compression without a name.
            var place = chunk.lowerBound + 40
            while place < chunk.upperBound {
                let content = place + 9..<place + 9 + Int(integer(at: place + 1, bytes: 8))
                if bytes[place] == 0x05 {
                    messages.append(
                        Message(
                            channel: integer(at: content.lowerBound, bytes: 2), time: integer(at: content.lowerBound + 6, bytes: 8),
                            data: Array(bytes[content.lowerBound + 22..<content.upperBound])))
                }
                place = content.upperBound
            }
        }
        return messages
    }

    /// The number of so many bytes, the lowest first.
    func integer(at place: Int, bytes count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }

    /// The content of the records of a kind.
    func contents(_ opcode: UInt8) -> [Range<Int>] { records.filter { $0.opcode == opcode }.map(\.content) }

    /// The file without the checksums of its chunks, of its data and of its summary.
    func withoutChecksums() -> [UInt8] {
        var result = bytes
        for (opcode, content) in records {
            let place: Int? =
                switch opcode {
                case 0x06: content.lowerBound + 24
                case 0x0F: content.lowerBound
                case 0x02: content.lowerBound + 16
                default: nil
                }
            if let place { result.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0]) }
        }
        return result
    }
}
