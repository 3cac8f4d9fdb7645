/// A graph of a TensorFlow Lite file: tensors and operators, each by its number.
struct LiteGraph {
    struct Tensor {
        let name: String
        /// Sizes that the file leaves open are −1.
        let shape: [Int]
        fileprivate let kind: Int
        /// Number of the buffer with its values.
        fileprivate let buffer: Int
        fileprivate let quantization: FlatTable?
        fileprivate let isSparse: Bool
    }

    struct Operator {
        /// Its number in the schema; −1: an operator of somebody's own.
        let code: Int
        /// Numbers of tensors; −1: left out.
        let inputs: [Int]
        let outputs: [Int]
        let options: FlatTable?
    }

    let tensors: [Tensor]
    let operators: [Operator]
    let inputs: [Int]
    let outputs: [Int]
    private let model: LiteModel

    private static let mostNumbers = 1 << 20
    private static let mostScales = 4 * ImportSettings.sizeLimit
    /// Bytes of an element, of the kinds that are read: floats of 32 and 16 bits, whole numbers of 32, 64, 16 and 8 bits, and of 8
    /// without a sign.
    private static let sizes = [0: 4, 1: 2, 2: 4, 4: 8, 7: 2, 9: 1, 3: 1]
    private static let damage = LiteModel.damage

    /// - Parameter most: tensors, and operators.
    init(_ model: LiteModel, _ graph: FlatTable, most: Int) throws(GraphFault) {
        self.model = model
        guard let tensors = graph.tables(0, most: most), let operators = graph.tables(3, most: most),
            let inputs = graph.wholes(1, bytes: 4, most: most), let outputs = graph.wholes(2, bytes: 4, most: most)
        else { throw Self.damage }
        (self.inputs, self.outputs) = (inputs, outputs)
        self.tensors = tensors.map { tensor in
            let shape = tensor.wholes(0, bytes: 4, most: 8) ?? []
            let open = tensor.wholes(7, bytes: 4, most: 8) ?? []
            return Tensor(
                name: tensor.text(3), shape: open.count == shape.count ? open : shape, kind: tensor.whole(1, bytes: 1),
                buffer: tensor.whole(2, bytes: 4), quantization: tensor.table(4), isSparse: tensor.table(6) != nil)
        }
        var all: [Operator] = []
        for step in operators {
            guard let code = model.code(step.whole(0, bytes: 4)), let inputs = step.wholes(1, bytes: 4, most: 64),
                let outputs = step.wholes(2, bytes: 4, most: 64)
            else { throw Self.damage }
            all.append(Operator(code: code, inputs: inputs, outputs: outputs, options: step.table(4)))
        }
        self.operators = all
    }

    // MARK: - Values that are known before any sample comes

    /// Whether a tensor has values in the file.
    func isStored(_ number: Int) -> Bool { stored(number) != nil }

    /// Whether a tensor has only zeros, or no values: a state before the first sample.
    func isZero(_ number: Int) -> Bool {
        guard isStored(number) else { return true }
        // Of a quantized state the zero is its zero point.
        return (try? reals(number).values.allSatisfy { $0 == 0 }) == true
    }

    /// How many numbers a stored tensor has; nil: it is not stored.
    func count(of number: Int) -> Int? {
        guard let data = stored(number), let size = Self.sizes[tensors[number].kind] else { return nil }
        return data.count / size
    }

    private func stored(_ number: Int) -> (place: Int, count: Int)? {
        tensors.indices.contains(number) ? model.buffer(tensors[number].buffer) : nil
    }

    /// Whole numbers of a tensor, as of axes and places.
    func wholes(_ number: Int) throws(GraphFault) -> [Int] {
        guard let data = stored(number), case let size = tensors[number].kind == 4 ? 8 : 4, [2, 4].contains(tensors[number].kind),
            data.count % size == 0, data.count <= 64 * size
        else {
            throw .unsupported("reads places or sizes that are not stored in the file: convert the model for windows of one length")
        }
        return (0..<data.count / size).map { model.bytes.whole(at: data.place + size * $0, bytes: size) ?? 0 }
    }

    /// The real numbers of a tensor, row-major: floats as they are, whole ones as (number − zero point) · scale, computed in double
    /// precision and rounded once.
    func reals(_ number: Int) throws(GraphFault) -> (shape: [Int], values: [Float]) {
        guard tensors.indices.contains(number), let data = stored(number) else {
            throw .unsupported("reads weights that are not stored in the file: convert a model that was built and trained")
        }
        let tensor = tensors[number]
        guard !tensor.isSparse else { throw .unsupported("has sparse weights: convert the model without pruning them away") }
        guard let size = Self.sizes[tensor.kind] else {
            throw .unsupported("has weights of another kind than floats and 8, 16, 32 or 64 bits: convert the model without it")
        }
        guard tensor.shape.allSatisfy({ (0...Self.mostNumbers).contains($0) }) else { throw Self.damage }
        let count = data.count / size
        var product = 1
        for extent in tensor.shape { product = min(product * extent, Self.mostNumbers + 1) }
        guard product == count, data.count % size == 0, count <= Self.mostNumbers else { throw Self.damage }
        let isFloat = tensor.kind <= 1
        let scales = isFloat ? [] : try self.scales(of: tensor)
        // Elements that lie between two of the axis along which the scales change.
        let axis = tensor.quantization?.whole(6, bytes: 4) ?? 0
        let inner = tensor.shape.indices.contains(axis) ? tensor.shape[(axis + 1)...].reduce(1, *) : 1
        guard scales.count <= 1 || (tensor.shape.indices.contains(axis) && scales.count == tensor.shape[axis] && inner > 0) else {
            throw Self.damage
        }
        var values: [Float] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let place = data.place + size * index
            let bits = model.bytes.bits(at: place, bytes: size) ?? 0
            switch tensor.kind {
            case 0: values.append(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            case 1: values.append(Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits))))
            default:
                let whole = tensor.kind == 3 ? Double(bits) : Double(model.bytes.whole(at: place, bytes: size) ?? 0)
                let (scale, zero) = scales.count == 1 ? scales[0] : scales[index / inner % scales.count]
                values.append(Float((whole - zero) * scale))
            }
        }
        guard values.allSatisfy(\.isFinite) else { throw .malformed("has a weight that is not finite: train or convert it again") }
        return (tensor.shape, values)
    }

    private func scales(of tensor: Tensor) throws(GraphFault) -> [(scale: Double, zero: Double)] {
        guard let table = tensor.quantization, let list = table.list(2, bytes: 4), (1...Self.mostScales).contains(list.count) else {
            throw .unsupported("has whole numbers for weights, and no scale for them: convert the model again")
        }
        let zeros = table.wholes(3, bytes: 8, most: Self.mostScales) ?? []
        return (0..<list.count).map { index in
            let bits = model.bytes.bits(at: list.place + 4 * index, bytes: 4) ?? 0
            let zero = zeros.count == list.count ? zeros[index] : zeros.first ?? 0
            return (Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))), Double(zero))
        }
    }
}
