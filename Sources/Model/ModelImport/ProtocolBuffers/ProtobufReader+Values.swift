extension ProtobufReader {
    // MARK: - Values

    /// Reads an integer; bits that are too many are cut off.
    package mutating func read<Number: FixedWidthInteger>(_ number: inout Number) {
        guard case .varint(let bits) = value else { return }
        number = Number(truncatingIfNeeded: bits)
        isTaken = true
    }

    package mutating func read(_ flag: inout Bool) {
        guard case .varint(let bits) = value else { return }
        flag = bits != 0
        isTaken = true
    }

    package mutating func read(_ number: inout Float) {
        guard case .fixed32(let bits) = value else { return }
        number = Float(bitPattern: bits)
        isTaken = true
    }

    package mutating func read(_ text: inout String) {
        guard case .content(let content) = value else { return }
        if let valid = String(validating: bytes[content], as: UTF8.self) { text = valid } else { isDamaged = true }
        isTaken = true
    }

    package mutating func readBytes(_ bytes: inout [UInt8]) {
        guard case .content(let content) = value else { return }
        bytes = Array(self.bytes[content])
        isTaken = true
    }

    // MARK: - Lists of values

    /// Reads one of a list of texts.
    package mutating func read(_ texts: inout [String]) {
        var text = ""
        read(&text)
        if isTaken { texts.append(text) }
    }

    /// Reads one of a list of byte arrays.
    package mutating func readBytes(_ arrays: inout [[UInt8]]) {
        var bytes: [UInt8] = []
        readBytes(&bytes)
        if isTaken { arrays.append(bytes) }
    }

    /// Reads one of a list of integers, or packed ones.
    ///
    /// - Parameter most: what is beyond so many is left out. A packed integer may be a single byte of the file.
    package mutating func read<Number: FixedWidthInteger>(_ numbers: inout [Number], atMost most: Int = .max) {
        switch value {
        case .varint(let bits): if numbers.count < most { numbers.append(Number(truncatingIfNeeded: bits)) }
        case .content(let content):
            Self.append(integers(in: content, atMost: most - min(most, numbers.count)), to: &numbers)
        default: return
        }
        isTaken = true
    }

    /// Reads one of a list of numbers, or packed ones.
    package mutating func read(_ numbers: inout [Float]) {
        switch value {
        case .fixed32(let bits): numbers.append(Float(bitPattern: bits))
        case .content(let content): Self.append(words(in: content, Float.init(bitPattern:)), to: &numbers)
        default: return
        }
        isTaken = true
    }

    /// Reads one of a list of numbers, or packed ones.
    package mutating func read(_ numbers: inout [Double]) {
        switch value {
        case .fixed64(let bits): numbers.append(Double(bitPattern: bits))
        case .content(let content): Self.append(words(in: content, Double.init(bitPattern:)), to: &numbers)
        default: return
        }
        isTaken = true
    }

    private mutating func integers<Number: FixedWidthInteger>(in content: Range<Int>, atMost most: Int) -> [Number] {
        var numbers: [Number] = []
        numbers.reserveCapacity(min(most, bytes[content].count { $0 < 0x80 }))
        do throws(ProtobufFault) {
            try within(content) { (reader) throws(ProtobufFault) in
                while reader.place < reader.end, numbers.count < most {
                    numbers.append(Number(truncatingIfNeeded: try reader.varint()))
                }
            }
        } catch {
            isDamaged = true
        }
        return numbers
    }

    private mutating func words<Word: FixedWidthInteger, Number>(
        in content: Range<Int>, _ number: (Word) -> Number
    ) -> [Number] {
        let size = Word.bitWidth / 8
        guard content.count % size == 0 else {
            isDamaged = true
            return []
        }
        return bytes.withUnsafeBytes { bytes in
            [Number](unsafeUninitializedCapacity: content.count / size) { numbers, count in
                count = content.count / size
                for index in 0..<count {
                    let word = bytes.loadUnaligned(fromByteOffset: content.lowerBound + index * size, as: Word.self)
                    numbers.initializeElement(at: index, to: number(Word(littleEndian: word)))
                }
            }
        }
    }

    /// A list usually comes in one piece, which need not be copied.
    private static func append<Number>(_ numbers: [Number], to list: inout [Number]) {
        if list.isEmpty { list = numbers } else { list += numbers }
    }
}
