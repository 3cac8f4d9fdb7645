/// One step of a loop, and what each result in it stands for, as far as it may be part of an LSTM.
struct LiteStep {
    /// What a result stands for. Places are those of the loop-carried variables.
    enum Part: Equatable {
        case carried(Int)
        /// A loop-carried count plus one.
        case next(Int)
        /// The sample whose number is a loop-carried count.
        case sample(of: Int, at: Int)
        /// A sum of products and stored numbers, by the tensor that it is in.
        case sum(Int)
        /// A quarter of it, in Keras' order: input, forget, candidate, output.
        case gate(Int)
        case sigmoid(Int)
        case tanh(Int)
        /// f · c, i · g, their sum c', tanh c', and h'.
        case forgotten(cell: Int)
        case entered
        case cell(Int)
        case cellTanh(Int)
        case hidden(cell: Int)
        /// Sizes, or a place, of which the first is a count, or one more.
        case place(count: Int, more: Int)
        /// The outputs so far and those to come, and both with h' between.
        case before(Int, count: Int)
        case after(Int, count: Int)
        case list(of: Int, count: Int, cell: Int)
    }

    /// A product with a matrix, row-major, a row for each output.
    struct Product {
        let source: Part
        let shape: [Int]
        let values: [Float]
    }

    private(set) var parts: [Int: Part] = [:]
    private(set) var products: [Product] = []
    /// What the gates are computed of.
    private(set) var gates: (products: Set<Int>, bias: [Float])?
    private var sums: [Int: (products: Set<Int>, bias: [Float])] = [:]
    /// Stored tensors that are only written in another way.
    private var copies: [Int: Int] = [:]
    private let body: LiteGraph

    init(_ body: LiteGraph) {
        self.body = body
        for (place, tensor) in body.inputs.enumerated() { parts[tensor] = .carried(place) }
    }

    /// - Parameter outside: the stored numbers with which a loop-carried variable begins, by its place.
    mutating func follow(_ outside: (Int) throws(GraphFault) -> (shape: [Int], values: [Float])) throws(GraphFault) {
        for step in body.operators {
            guard let output = step.outputs.first else { throw LiteLoop.other }
            let (first, second) = (part(step, 0), part(step, 1))
            switch LiteFormat.Code(rawValue: step.code) {
            case .reshape, .squeeze, .expandDimensions, .quantize, .dequantize:
                parts[output] = first
                if let source = step.inputs.first, body.isStored(source) { copies[output] = source }
            case .gather:
                if case .carried(let list) = first, case .carried(let count) = second, step.isZero(0, bytes: 4),
                    step.isZero(1, bytes: 4)
                {
                    parts[output] = .sample(of: list, at: count)
                }
            case .slice: parts[output] = try sliced(step, first, second)
            case .fullyConnected: try multiply(step, outside)
            case .add: try add(step, first, second, outside)
            case .multiply:
                guard step.isZero(0) else { throw LiteLoop.other }
                parts[output] = Self.product(first, second) ?? Self.product(second, first)
            case .logistic: if case .gate(let gate) = first { parts[output] = .sigmoid(gate) }
            case .tanh:
                if case .gate(let gate) = first { parts[output] = .tanh(gate) }
                if case .cell(let cell) = first { parts[output] = .cellTanh(cell) }
            case .split: try split(step, second)
            case .concatenation:
                guard step.isZero(0, bytes: 4), step.isZero(1) else { throw LiteLoop.other }
                parts[output] = concatenated(step)
            default: break
            }
        }
    }

    private func part(_ step: LiteGraph.Operator, _ index: Int) -> Part? {
        step.inputs.indices.contains(index) ? parts[step.inputs[index]] : nil
    }

    /// Stored numbers, or those of a variable that no step changes.
    private func numbers(
        _ tensor: Int, _ outside: (Int) throws(GraphFault) -> (shape: [Int], values: [Float])
    ) throws(GraphFault) -> (shape: [Int], values: [Float]) {
        guard case .carried(let place) = parts[tensor] else { return try body.reals(copies[tensor] ?? tensor) }
        guard body.inputs[place] == tensor, body.outputs.indices.contains(place), body.outputs[place] == tensor else {
            throw LiteLoop.other
        }
        return try outside(place)
    }

    // MARK: - Sums

    private mutating func multiply(
        _ step: LiteGraph.Operator, _ outside: (Int) throws(GraphFault) -> (shape: [Int], values: [Float])
    ) throws(GraphFault) {
        // An LSTM has two products: with the sample, and with the state.
        guard let source = part(step, 0), step.inputs.count > 1, products.count < 2, step.isZero(0), step.isZero(1) else {
            throw LiteLoop.other
        }
        let weights = try numbers(step.inputs[1], outside)
        let bias = step.inputs.count > 2 && step.inputs[2] >= 0 ? try numbers(step.inputs[2], outside).values : []
        products.append(Product(source: source, shape: weights.shape, values: weights.values))
        try sum(step, [products.count - 1], bias)
    }

    private mutating func add(
        _ step: LiteGraph.Operator, _ first: Part?, _ second: Part?,
        _ outside: (Int) throws(GraphFault) -> (shape: [Int], values: [Float])
    ) throws(GraphFault) {
        guard step.inputs.count == 2, step.isZero(0) else { throw LiteLoop.other }
        switch (first, second) {
        case (.sum(let one), .sum(let two)):
            guard let one = sums[one], let two = sums[two], one.products.isDisjoint(with: two.products) else {
                throw LiteLoop.other
            }
            try sum(step, one.products.union(two.products), try Self.added(one.bias, two.bias))
        case (.sum(let one), let other):
            if case .carried = other {} else if other != nil { throw LiteLoop.other }
            guard let one = sums[one] else { throw LiteLoop.other }
            try sum(step, one.products, try Self.added(one.bias, try numbers(step.inputs[1], outside).values))
        case (.forgotten(let cell), .entered), (.entered, .forgotten(let cell)): parts[step.outputs[0]] = .cell(cell)
        case (.carried(let count), nil) where body.isStored(step.inputs[1]):
            if (try? body.wholes(step.inputs[1])) == [1] { parts[step.outputs[0]] = .next(count) }
        default: break
        }
    }

    private mutating func sum(_ step: LiteGraph.Operator, _ products: Set<Int>, _ bias: [Float]) throws(GraphFault) {
        // More than a few are no LSTM's, and each may have a bias of any length.
        guard sums.count < 8 else { throw LiteLoop.other }
        sums[step.outputs[0]] = (products, bias)
        parts[step.outputs[0]] = .sum(step.outputs[0])
    }

    private static func added(_ left: [Float], _ right: [Float]) throws(GraphFault) -> [Float] {
        if left.isEmpty { return right }
        if right.isEmpty { return left }
        guard left.count == right.count else { throw LiteLoop.other }
        return zip(left, right).map { $0 + $1 }
    }

    // MARK: - Gates

    /// The axis stands before what is split.
    private mutating func split(_ step: LiteGraph.Operator, _ whole: Part?) throws(GraphFault) {
        guard case .sum(let tensor) = whole, let sum = sums[tensor], sum.products == [0, 1], gates == nil, step.outputs.count == 4,
            case let axis = try body.wholes(step.inputs[0]), axis == [1] || axis == [-1]
        else { throw LiteLoop.other }
        gates = sum
        for (gate, tensor) in step.outputs.enumerated() { parts[tensor] = .gate(gate) }
    }

    private static func product(_ left: Part?, _ right: Part?) -> Part? {
        switch (left, right) {
        case (.sigmoid(1), .carried(let cell)): .forgotten(cell: cell)
        case (.sigmoid(0), .tanh(2)): .entered
        case (.sigmoid(3), .cellTanh(let cell)): .hidden(cell: cell)
        default: nil
        }
    }

    // MARK: - The outputs that are kept

    /// The outputs up to the count, or from the one behind it on.
    private func sliced(_ step: LiteGraph.Operator, _ list: Part?, _ begin: Part?) throws(GraphFault) -> Part? {
        guard case .carried(let list) = list, step.inputs.count == 3 else { return nil }
        if case .place(let count, 1) = begin { return .after(list, count: count) }
        guard case .place(let count, 0) = part(step, 2), body.isStored(step.inputs[1]),
            try body.wholes(step.inputs[1]).allSatisfy({ $0 == 0 })
        else { return nil }
        return .before(list, count: count)
    }

    private func concatenated(_ step: LiteGraph.Operator) -> Part? {
        let read = step.inputs.map { parts[$0] }
        if read.count == 3, case .before(let list, let count) = read[0], case .hidden(let cell) = read[1],
            read[2] == .after(list, count: count)
        {
            return .list(of: list, count: count, cell: cell)
        }
        guard step.inputs.dropFirst().allSatisfy({ body.isStored($0) }) else { return nil }
        return switch read.first {
        case .carried(let count): .place(count: count, more: 0)
        case .next(let count): .place(count: count, more: 1)
        default: nil
        }
    }
}

extension LiteGraph.Operator {
    /// Whether a whole number among the options, which may be left out, is 0: no activation, the first axis.
    fileprivate func isZero(_ number: Int, bytes: Int = 1) -> Bool { (options?.whole(number, bytes: bytes) ?? 0) == 0 }
}
