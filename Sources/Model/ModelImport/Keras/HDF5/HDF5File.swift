/// A file of HDF5 (The HDF Group, HDF5 File Format Specification 3.0) as far as Keras writes it: groups in symbol tables, numbers
/// in one piece, texts as attributes. Everything else is refused.
///
/// It is read here and not by libhdf5, because a network comes from strangers: what a file asks for is bounded before it is read,
/// in 300 lines, and nobody has to install a library for it.
final class HDF5File {
    let bytes: FileBytes
    /// The group that holds all others.
    private let root: Int
    /// Structures, and numbers, that may still be read: a file could have each lead to all others.
    private var left = (structures: 100_000, numbers: 1 << 23)

    static let damage = GraphFault.malformed("is no HDF5 file, or is damaged: copy or save it again")
    static let newer = GraphFault.unsupported(
        "is an HDF5 file of another form than Keras writes: open it in Keras, and save it with model.save(\"model.keras\")")

    /// - Throws: that it is none, or of a later form.
    init(_ all: [UInt8]) throws(GraphFault) {
        bytes = FileBytes(all)
        guard Self.begins(all), let version = bytes.number(at: 8, bytes: 1) else { throw Self.damage }
        guard version <= 1 else { throw Self.newer }
        // Behind the sizes of places, version 1 has four bytes more.
        let places = version == 0 ? 24 : 28
        guard bytes.number(at: 13, bytes: 1) == 8, bytes.number(at: 14, bytes: 1) == 8, bytes.number(at: places, bytes: 8) == 0,
            let root = bytes.place(at: places + 40)
        else { throw Self.damage }
        self.root = root
    }

    /// Whether bytes begin as an HDF5 file does.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]) }

    /// Counts a structure, or so many numbers.
    func spend(numbers: Int? = nil) throws(GraphFault) {
        if let numbers { left.numbers -= min(numbers, left.numbers + 1) } else { left.structures -= 1 }
        guard left.structures >= 0, left.numbers >= 0 else {
            throw .malformed("has more parts or weights than any motion model: save it again")
        }
    }

    // MARK: - Objects by their names

    /// What stands at a path from the root; nil if a part of the path is not there.
    func object(at path: [String]) throws(GraphFault) -> HDF5Object? {
        var object = try HDF5Object(self, at: root)
        for name in path {
            guard object.isGroup, let place = try members(of: object)[name] else { return nil }
            object = try HDF5Object(self, at: place)
        }
        return object
    }

    /// All objects below a group that are no groups, with their own names; groups within groups to a depth of eight.
    func leaves(of group: HDF5Object, depth: Int = 8) throws(GraphFault) -> [(name: String, object: HDF5Object)] {
        guard depth > 0 else { throw Self.damage }
        var leaves: [(name: String, object: HDF5Object)] = []
        for (name, place) in try members(of: group).sorted(by: { $0.key < $1.key }) {
            let object = try HDF5Object(self, at: place)
            if object.isGroup { leaves += try self.leaves(of: object, depth: depth - 1) } else { leaves.append((name, object)) }
        }
        return leaves
    }

    /// The names in a group, and where the headers of their objects are.
    private func members(of group: HDF5Object) throws(GraphFault) -> [String: Int] {
        guard let table = group.messages[.symbolTable]?.first, let tree = bytes.place(at: table.lowerBound),
            let heap = bytes.place(at: table.lowerBound + 8), bytes.hasText("HEAP", at: heap),
            let names = bytes.place(at: heap + 24)
        else { throw Self.damage }
        var members: [String: Int] = [:]
        var nodes = [tree]
        while let node = nodes.popLast() {
            try spend()
            guard let count = bytes.number(at: node + 6, bytes: 2) else { throw Self.damage }
            if bytes.hasText("TREE", at: node) {
                // Keys stand between the children, and before the first.
                for child in 0..<count {
                    try spend()
                    guard let place = bytes.place(at: node + 32 + 16 * child) else { throw Self.damage }
                    nodes.append(place)
                }
            } else if bytes.hasText("SNOD", at: node) {
                for entry in 0..<count {
                    try spend()
                    guard let name = bytes.place(at: node + 8 + 40 * entry),
                        let object = bytes.place(at: node + 16 + 40 * entry),
                        let text = bytes.textEndingInZero(at: names + name, most: 1024)
                    else { throw Self.damage }
                    members[text] = object
                }
            } else {
                throw Self.damage
            }
        }
        return members
    }
}
