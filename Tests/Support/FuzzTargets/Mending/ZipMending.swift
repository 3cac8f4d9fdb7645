import Files

/// Zip files whose directory, sizes and sums a mutant has broken.
enum ZipMending {
    private static let entry = Array("PK\u{3}\u{4}".utf8), directory = Array("PK\u{1}\u{2}".utf8)
    private static let headBytes = 30

    /// Writes the file again from its entries: each begins where its mark stands, and ends before the next. What has no mark at its
    /// beginning is left alone.
    static func mend(_ bytes: inout [UInt8]) {
        guard bytes.starts(with: entry) else { return }
        let marks = bytes.indices.dropLast(3).filter {
            bytes[$0] == 0x50 && (bytes[$0..<$0 + 4].elementsEqual(entry) || bytes[$0..<$0 + 4].elementsEqual(directory))
        }
        var (file, list, count) = ([UInt8](), [UInt8](), UInt64(0))
        for (place, begin) in marks.enumerated() where bytes[begin..<begin + 4].elementsEqual(entry) && count < 64 {
            let end = place + 1 < marks.count ? marks[place + 1] : bytes.count
            guard let named = bytes.number(at: begin + 26, bytes: 2), let extra = bytes.number(at: begin + 28, bytes: 2),
                begin + headBytes + Int(named) + Int(extra) <= end
            else { continue }
            let name = bytes[begin + headBytes..<begin + headBytes + Int(named)]
            add(Array(name), Array(bytes[(begin + headBytes + Int(named) + Int(extra))..<end]), to: &file, &list)
            count += 1
        }
        var tail = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
        tail.put(count, at: 8, bytes: 2)
        tail.put(count, at: 10, bytes: 2)
        tail.put(UInt64(list.count), at: 12, bytes: 4)
        tail.put(UInt64(file.count), at: 16, bytes: 4)
        bytes = file + list + tail
    }

    private static func add(_ name: [UInt8], _ contents: [UInt8], to file: inout [UInt8], _ list: inout [UInt8]) {
        // Version, flags, method, time, sum, both sizes, lengths of the name and of extra fields.
        var common = [UInt8](repeating: 0, count: 26)
        common[0] = 20
        common.put(UInt64(Deflate.sum(of: contents)), at: 10, bytes: 4)
        common.put(UInt64(contents.count), at: 14, bytes: 4)
        common.put(UInt64(contents.count), at: 18, bytes: 4)
        common.put(UInt64(name.count), at: 22, bytes: 2)
        var place = [UInt8](repeating: 0, count: 14)
        place.put(UInt64(file.count), at: 10, bytes: 4)
        list += directory + [20, 0] + common + place + name
        file += entry + common + name + contents
    }
}
