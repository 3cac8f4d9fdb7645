/// The header of a group or of an array of numbers in an HDF5 file.
struct HDF5Object {
    enum Kind: Int {
        case shape = 0x01
        case links = 0x02
        case numbers = 0x03
        case layout = 0x08
        case attribute = 0x0C
        case continuation = 0x10
        case symbolTable = 0x11
        case attributes = 0x15
    }

    /// Where the messages of each kind stand, but for continuations.
    private(set) var messages: [Kind: [Range<Int>]] = [:]

    var isGroup: Bool { messages[.symbolTable] != nil }

    init(_ file: HDF5File, at place: Int) throws(GraphFault) {
        let bytes = file.bytes
        guard !bytes.hasText("OHDR", at: place) else { throw HDF5File.newer }
        guard bytes.number(at: place, bytes: 1) == 1, let count = bytes.number(at: place + 2, bytes: 2),
            let size = bytes.number(at: place + 8, bytes: 4)
        else { throw HDF5File.damage }
        var blocks = [(place: place + 16, size: size)]
        var seen = 0
        while let block = blocks.popLast() {
            guard let block = bytes.piece(at: block.place, count: block.size) else { throw HDF5File.damage }
            var next = block.lowerBound
            while next + 8 <= block.upperBound, seen < count {
                try file.spend()
                guard let kind = bytes.number(at: next, bytes: 2), let size = bytes.number(at: next + 2, bytes: 2),
                    let flags = bytes.number(at: next + 4, bytes: 1), next + 8 + size <= block.upperBound
                else { throw HDF5File.damage }
                let body = next + 8..<next + 8 + size
                (next, seen) = (body.upperBound, seen + 1)
                guard let kind = Kind(rawValue: kind) else { continue }
                // A message that stands elsewhere, for several objects.
                guard flags & 2 == 0, kind != .links, kind != .attributes else { throw HDF5File.newer }
                guard kind == .continuation else {
                    messages[kind, default: []].append(body)
                    continue
                }
                guard let place = bytes.place(at: body.lowerBound),
                    let size = bytes.place(at: body.lowerBound + 8)
                else { throw HDF5File.damage }
                blocks.append((place, size))
            }
        }
    }
}
