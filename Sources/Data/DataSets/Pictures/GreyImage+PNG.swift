import Files

extension GreyImage {
    /// As a PNG file: eight bits a pixel, one channel (ISO/IEC 15948). Memory and time grow with the pixels.
    public var png: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 8, colour type grey, the only compression and filter methods, not interlaced.
        Self.append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, 0, 0, 0, 0], to: &file)
        Self.append("IDAT", Deflate.packed(filteredRows), to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// Each row after the number of its filter. A row that repeats the one above is all zeros with filter 2, which takes what is
    /// above away; stretched pictures have many.
    private var filteredRows: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width + 1))
        for row in 0..<height {
            rows.append(row == 0 ? 0 : 2)
            for column in 0..<width { rows.append(self[row, column] &- (row == 0 ? 0 : self[row - 1, column])) }
        }
        return rows
    }

    /// Length, type, data and the CRC of the last two.
    private static func append(_ type: StaticString, _ data: [UInt8], to file: inout [UInt8]) {
        let name = type.withUTF8Buffer { Array($0) }
        file += bigEndian(data.count)
        file += name
        file += data
        file += bigEndian(Int(Deflate.sum(of: name + data)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
