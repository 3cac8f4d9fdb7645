/// Numbers out of a file, row-major.
struct HDF5Numbers {
    let shape: [Int]
    let values: [Float]
}

extension HDF5File {
    /// The numbers of an object, which are floats of 16, 32 or 64 bits.
    func numbers(of object: HDF5Object) throws(GraphFault) -> HDF5Numbers {
        guard let shape = object.messages[.shape]?.first, let type = object.messages[.numbers]?.first,
            let layout = object.messages[.layout]?.first
        else { throw Self.damage }
        let sizes = try self.shape(shape)
        let size: Int
        switch try kind(type) {
        case .float(let bytes): size = bytes
        case .text, .textElsewhere, .other:
            throw .unsupported("has weights that are no floats of 16, 32 or 64 bits: save the model that is not quantized")
        }
        guard let count = sizes.reduce(.some(1), { product, size in product.flatMap { Self.product($0, size) } }),
            let length = Self.product(count, size)
        else { throw Self.damage }
        try spend(numbers: count)
        let start = try start(of: layout, length: length)
        var values: [Float] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let place = start + index * size
            guard let word = bytes.bits(at: place, bytes: size) else { throw Self.damage }
            switch size {
            case 2: values.append(Float(Float16(bitPattern: UInt16(truncatingIfNeeded: word))))
            case 4: values.append(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
            default: values.append(Float(Double(bitPattern: word)))
            }
        }
        guard values.allSatisfy(\.isFinite) else { throw .malformed("has a weight that is not finite: train it again") }
        return HDF5Numbers(shape: sizes, values: values)
    }

    /// The text in an attribute; nil if there is none of that name.
    func text(of name: String, on object: HDF5Object) throws(GraphFault) -> [UInt8]? {
        for body in object.messages[.attribute] ?? [] {
            guard let version = bytes.number(at: body.lowerBound, bytes: 1),
                let lengths = try? [2, 4, 6].map({ offset throws(GraphFault) in
                    guard let length = bytes.number(at: body.lowerBound + offset, bytes: 2) else { throw Self.damage }
                    return length
                }), (1...3).contains(version)
            else { throw Self.damage }
            // The first version pads each of the three to eight bytes, the third has a byte more before them.
            func padded(_ length: Int) -> Int { version == 1 ? (length + 7) / 8 * 8 : length }
            let named = body.lowerBound + (version == 3 ? 9 : 8)
            let type = named + padded(lengths[0])
            let shape = type + padded(lengths[1])
            let value = shape + padded(lengths[2])
            guard value <= body.upperBound else { throw Self.damage }
            guard bytes.textEndingInZero(at: named, most: lengths[0]) == name else { continue }
            switch try kind(type..<body.upperBound) {
            case .text(let length):
                guard let text = bytes.piece(at: value, count: length) else { throw Self.damage }
                return Array(bytes.all[text].prefix { $0 != 0 })
            case .textElsewhere: return try textElsewhere(at: value)
            case .float, .other: throw Self.damage
            }
        }
        return nil
    }

    // MARK: - Parts of headers

    private enum Element {
        case float(bytes: Int)
        /// Of so many bytes.
        case text(Int)
        /// In a heap that is shared.
        case textElsewhere
        case other
    }

    private func kind(_ type: Range<Int>) throws(GraphFault) -> Element {
        guard let kind = bytes.number(at: type.lowerBound, bytes: 1), let flags = bytes.number(at: type.lowerBound + 1, bytes: 2),
            let size = bytes.number(at: type.lowerBound + 4, bytes: 4)
        else { throw Self.damage }
        switch kind & 0x0F {
        case 1:
            // The lowest bit: most significant byte first. Then the sizes of exponent and fraction.
            let form = (bytes.number(at: type.lowerBound + 13, bytes: 1), bytes.number(at: type.lowerBound + 15, bytes: 1))
            guard flags & 1 == 0 else { return .other }
            return switch (size, form) {
            case (2, (5, 10)), (4, (8, 23)), (8, (11, 52)): .float(bytes: size)
            default: .other
            }
        case 3: return .text(size)
        case 9 where flags & 0x0F == 1 && size == 16: return .textElsewhere
        default: return .other
        }
    }

    private func shape(_ body: Range<Int>) throws(GraphFault) -> [Int] {
        guard let version = bytes.number(at: body.lowerBound, bytes: 1), let rank = bytes.number(at: body.lowerBound + 1, bytes: 1),
            version == 1 || version == 2, rank <= 8
        else { throw Self.damage }
        var sizes: [Int] = []
        for axis in 0..<rank {
            guard let size = bytes.number(at: body.lowerBound + (version == 1 ? 8 : 4) + 8 * axis, bytes: 8) else {
                throw Self.damage
            }
            sizes.append(size)
        }
        return sizes
    }

    /// Where the numbers begin, all of which lie in the file.
    private func start(of layout: Range<Int>, length: Int) throws(GraphFault) -> Int {
        guard let version = bytes.number(at: layout.lowerBound, bytes: 1),
            let kind = bytes.number(at: layout.lowerBound + 1, bytes: 1)
        else { throw Self.damage }
        guard version == 3 || version == 4 else { throw Self.newer }
        let place: Int?
        switch kind {
        case 0: place = layout.lowerBound + 4
        case 1: place = bytes.place(at: layout.lowerBound + 2)
        default: throw Self.newer
        }
        guard let place, bytes.piece(at: place, count: length) != nil else { throw Self.damage }
        return place
    }

    /// A text in a shared heap: its length, the heap's place, and its number there.
    private func textElsewhere(at place: Int) throws(GraphFault) -> [UInt8] {
        guard let length = bytes.number(at: place, bytes: 4), let heap = bytes.place(at: place + 4),
            let number = bytes.number(at: place + 12, bytes: 4), bytes.hasText("GCOL", at: heap),
            let size = bytes.place(at: heap + 8), let all = bytes.piece(at: heap, count: size)
        else { throw Self.damage }
        var next = heap + 16
        while next + 16 <= all.upperBound {
            try spend()
            guard let index = bytes.number(at: next, bytes: 2), let held = bytes.number(at: next + 8, bytes: 8), index > 0,
                bytes.piece(at: next + 16, count: held) != nil
            else { break }
            if index == number, let text = bytes.piece(at: next + 16, count: min(length, held)) { return Array(bytes.all[text]) }
            next += 16 + (held + 7) / 8 * 8
        }
        throw Self.damage
    }

    private static func product(_ left: Int, _ right: Int) -> Int? {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? nil : product
    }
}
