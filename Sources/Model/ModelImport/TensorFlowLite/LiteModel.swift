/// A TensorFlow Lite file (TensorFlow's schema.fbs, version 3).
struct LiteModel {
    let bytes: FileBytes
    private let root: FlatTable
    private let codes: [FlatTable]
    private let graphs: [FlatTable]

    static let damage = GraphFault.malformed("is no TensorFlow Lite model, or is damaged: copy or convert it again")
    private static let customCode = 32

    init(_ all: [UInt8]) throws(GraphFault) {
        bytes = FileBytes(all)
        guard bytes.hasText("TFL3", at: 4), let root = FlatTable(root: bytes), let codes = root.tables(1, most: 10_000),
            let graphs = root.tables(2, most: 1_000)
        else { throw Self.damage }
        (self.root, self.codes, self.graphs) = (root, codes, graphs)
    }

    /// The first graph is the model's, others are the insides of loops.
    func graph(_ number: Int) throws(GraphFault) -> LiteGraph {
        guard graphs.indices.contains(number) else { throw Self.damage }
        return try LiteGraph(self, graphs[number], most: number == 0 ? 10_000 : 200)
    }

    /// The number in the schema of an operator that the file has at this place; −1: of somebody's own; nil: there is none.
    func code(_ place: Int) -> Int? {
        guard codes.indices.contains(place) else { return nil }
        // Older files have room for 127 operators only.
        let code = max(codes[place].whole(0, bytes: 1), codes[place].whole(3, bytes: 4))
        return code == Self.customCode ? -1 : code
    }

    /// Where the bytes of a buffer are, and how many; nil: it has none. Buffer 0 never has.
    func buffer(_ number: Int) -> (place: Int, count: Int)? {
        guard let buffers = root.list(4, bytes: 4), (1..<max(1, buffers.count)).contains(number),
            let buffer = FlatTable(bytes, referredToAt: buffers.place + 4 * number), let data = buffer.list(0, bytes: 1),
            data.count > 0
        else { return nil }
        return data
    }
}
