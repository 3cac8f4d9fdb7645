import Models

/// A loop over the samples that computes an LSTM layer, one step after the other: what the converter makes of Keras 3's LSTM.
///
/// The step's operators are followed with what each result stands for, so that their order and names do not matter; a loop that
/// computes anything else, or otherwise, is none.
struct LiteLoop {
    let layer: LSTMLayer
    /// Places among the loop-carried variables, of the samples and of the two states.
    let samples: Int
    let states: (hidden: Int, cell: Int)
    /// The place of the outputs that are kept: of all samples, or of the last one; nil: none are.
    let kept: (place: Int, isLast: Bool)?
    /// Places of counts, all of which begin at 0, and how often it runs.
    let counts: [Int]
    let steps: Int

    static let other = GraphFault.unsupported(LiteFormat.problem(of: LiteFormat.whileOperator))

    /// - Parameters:
    ///   - condition: the graph that says whether it goes on.
    ///   - body: the graph of one step.
    ///   - outside: the stored numbers with which a loop-carried variable begins, by its place.
    init(
        _ condition: LiteGraph, _ body: LiteGraph, outside: (Int) throws(GraphFault) -> (shape: [Int], values: [Float])
    ) throws(GraphFault) {
        var step = LiteStep(body)
        try step.follow(outside)
        let carried = body.outputs.map { step.parts[$0] }
        func carries(_ place: Int, _ part: LiteStep.Part) -> Bool { carried.indices.contains(place) && carried[place] == part }
        // What a step writes must be what the next one reads in its place.
        guard step.products.count == 2, let gates = step.gates,
            let state = step.products.first(where: { product in
                guard case .carried(let place) = product.source, carried.indices.contains(place) else { return false }
                return if case .hidden = carried[place] { true } else { false }
            }), let input = step.products.first(where: { if case .sample = $0.source { true } else { false } }),
            case .carried(let hidden) = state.source, case .hidden(let cell) = carried[hidden], carries(cell, .cell(cell)),
            case .sample(let list, let count) = input.source, carries(list, .carried(list))
        else { throw Self.other }
        let limits = try Self.limits(of: condition)
        guard let steps = limits[count], limits.allSatisfy({ $0.value == steps && carries($0.key, .next($0.key)) }) else {
            throw Self.other
        }
        (samples, states, self.steps, counts) = (list, (hidden, cell), steps, limits.keys.sorted())
        let all = carried.indices.first { carried[$0] == .list(of: $0, count: count, cell: cell) }
        let last = carried.indices.first { $0 != hidden && carried[$0] == .hidden(cell: cell) }
        kept = all.map { ($0, false) } ?? last.map { ($0, true) }
        layer = try Self.layer(input, state, gates.bias)
    }

    /// The loop goes on as long as each of these counts is below its number.
    private static func limits(of condition: LiteGraph) throws(GraphFault) -> [Int: Int] {
        var limits: [Int: Int] = [:]
        for step in condition.operators {
            guard step.code == LiteFormat.less else {
                guard step.code == LiteFormat.and else { throw other }
                continue
            }
            guard step.inputs.count == 2, let place = condition.inputs.firstIndex(of: step.inputs[0]), limits[place] == nil,
                let limit = try condition.wholes(step.inputs[1]).first
            else { throw other }
            limits[place] = limit
        }
        return limits
    }

    private static func layer(_ input: LiteStep.Product, _ state: LiteStep.Product, _ bias: [Float]) throws(GraphFault) -> LSTMLayer
    {
        guard input.shape.count == 2, state.shape.count == 2, state.shape[0] == 4 * state.shape[1],
            input.shape[0] == state.shape[0],
            case let units = state.shape[1], case let columns = input.shape[1], (1...ImportSettings.sizeLimit).contains(units),
            (1...ImportSettings.sizeLimit).contains(columns), bias.isEmpty || bias.count == 4 * units
        else { throw other }
        return LSTMLayer(
            inputWeights: FloatMatrix(rows: 4 * units, columns: columns, values: GateOrder.ifgo.exchanged(input.values)),
            hiddenWeights: FloatMatrix(rows: 4 * units, columns: units, values: GateOrder.ifgo.exchanged(state.values)),
            bias: bias.isEmpty ? [Float](repeating: 0, count: 4 * units) : GateOrder.ifgo.exchanged(bias))
    }
}
