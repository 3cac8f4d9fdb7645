import Formatting

/// How the layers of a Core ML classifier lead from its inputs to its probabilities, in whatever order the file has them.
///
/// Two forms are written: one array of samples × features with a hidden and a cell state (Turi Create 4 and 5), and an array of
/// samples for each feature, joined, with both states in one array that is cut (Turi Create 6, and Create ML since 2019). What does
/// not lead to the probabilities, such as the states that are handed out, is not read.
struct CoreMLGraph {
    /// What an LSTM's state comes from: an input of the model, all of it or some of its numbers.
    struct State {
        let input: String
        /// Of the input's numbers; nil: all of them.
        let numbers: Range<Int64>?
        /// How many these are; nil: the file does not say.
        let count: Int?

        /// Whether both have one number of an input.
        func overlaps(_ other: State) -> Bool {
            guard input == other.input, let numbers, let others = other.numbers else { return input == other.input }
            return numbers.overlaps(others)
        }
    }

    /// An input of one feature, as it is joined.
    struct Joined {
        let input: CoreMLFeature
        /// The shape that it is given before; nil: the one that it has.
        let shape: [Int64]?
    }

    let file: String
    /// From what reads the features to what writes the probabilities; each reads what the one before it wrote.
    private(set) var path: [CoreMLLayer] = []
    /// What the first layer of the path reads.
    private(set) var begin = ""
    /// Inputs of one feature each, which are joined along the channels to what the path begins with; empty: it begins with one
    /// input for all.
    private(set) var joined: [Joined] = []
    /// The input of all features, where it is one.
    private(set) var whole: CoreMLFeature?
    /// Hidden and cell state of each LSTM of the path that has them, by what it reads.
    private(set) var states: [String: (hidden: State, cell: State)] = [:]

    private let layers: [CoreMLLayer]
    private let inputs: [String: CoreMLFeature]

    /// Most layers; an activity classifier has a dozen.
    private static let mostLayers = 1_000
    /// Shapes that are given to an input one after the other, at most.
    private static let mostShapes = 8

    init(_ classifier: CoreMLClassifier, inputs: [CoreMLFeature], file: String) throws(ImportError) {
        self.file = file
        layers = classifier.layers
        self.inputs = Dictionary(inputs.map { ($0.name, $0) }) { first, _ in first }
        guard layers.count <= Self.mostLayers else {
            throw ImportError(.malformed, file: file, problem: "has \(layers.count) layers: it is no motion model")
        }
        try followBack(from: Self.probabilities(of: classifier))
        let all = states.values.flatMap { [$0.hidden, $0.cell] }
        let stateInputs = Set(all.map(\.input))
        for input in joined.map(\.input.name) + [begin] where stateInputs.contains(input) {
            throw ImportError(
                .malformed, file: file, problem: "reads “\(input.prefix(80))” as motion and as state: export it again")
        }
        for (place, state) in all.enumerated() where all[..<place].contains(where: { $0.overlaps(state) }) {
            throw ImportError(
                .malformed, file: file,
                problem: "reads the same numbers of “\(state.input.prefix(80))” as two states: export it again")
        }
    }

    /// The name of what holds the probabilities: as the file says, else what the last softmax writes.
    private static func probabilities(of classifier: CoreMLClassifier) -> String {
        guard classifier.labelProbabilityLayerName.isEmpty else { return classifier.labelProbabilityLayerName }
        let last = classifier.layers.last { if case .softmax = $0.kind { true } else { false } } ?? classifier.layers.last
        return last?.outputs.first ?? ""
    }

    /// From a layer's result to what it was made of. Each step goes to a layer further in front, so that it ends.
    private mutating func followBack(from probabilities: String) throws(ImportError) {
        var (wanted, end) = (probabilities, layers.count)
        var reversed: [CoreMLLayer] = []
        while let place = layers[..<end].lastIndex(where: { $0.outputs.contains(wanted) }) {
            var layer = layers[place]
            if case .concatenation(let concatenation) = layer.kind {
                guard !concatenation.isAlongSequence else {
                    throw unsupported(layer, place, "joins along the sequence: let it join along the channels")
                }
                joined = try features(joinedBy: layer, at: place)
                break
            }
            layer.name = layer.title(at: place)
            guard layer.outputs[0] == wanted else {
                throw unsupported(
                    layer, place, "hands on “\(wanted.prefix(80))”, which is not its first result: let it hand on that")
            }
            guard let read = layer.inputs.first else { throw unsupported(layer, place, "reads nothing: export the model again") }
            if case .lstm = layer.kind, layer.inputs.count == 3 {
                states[read] = (try state(layer.inputs[1], of: layer, place), try state(layer.inputs[2], of: layer, place))
            }
            reversed.append(layer)
            (wanted, end) = (read, place)
        }
        guard !reversed.isEmpty else {
            throw ImportError(
                .unsupported, file: file,
                problem: "has no layer that writes its probabilities, “\(probabilities.prefix(80))”: let the softmax write them")
        }
        (path, begin) = (reversed.reversed(), wanted)
        guard joined.isEmpty else { return }
        guard let input = inputs[wanted] else {
            throw unsupported(
                path[0], end,
                "reads “\(wanted.prefix(80))”, which is neither an input nor written before it: export the model again")
        }
        whole = input
    }

    private func features(joinedBy layer: CoreMLLayer, at place: Int) throws(ImportError) -> [Joined] {
        var features: [Joined] = []
        guard layer.inputs.count <= ImportSettings.sizeLimit else {
            throw unsupported(layer, place, "joins \(layer.inputs.count) inputs, which no motion has")
        }
        for name in layer.inputs {
            let source = source(of: name, before: place)
            guard let input = inputs[source.name] else {
                throw unsupported(
                    layer, place,
                    "joins “\(name.prefix(80))”, which is no input of the model: only inputs may be joined")
            }
            features.append(Joined(input: input, shape: source.shape))
        }
        guard Set(features.map(\.input.name)).count == features.count, !features.isEmpty else {
            throw unsupported(layer, place, "joins the same input twice, or none: export the model again")
        }
        return features
    }

    /// Through layers that change only the shape: what they read, and the last shape that they give it.
    private func source(of name: String, before end: Int) -> (name: String, shape: [Int64]?) {
        var (name, end, shape) = (name, end, [Int64]?.none)
        for _ in 0..<Self.mostShapes {
            guard let place = layers[..<end].lastIndex(where: { $0.outputs.first == name }), let given = layers[place].shape,
                let read = layers[place].inputs.first
            else { break }
            (name, end, shape) = (read, place, shape ?? given)
        }
        return (name, shape)
    }

    private func state(_ name: String, of lstm: CoreMLLayer, _ end: Int) throws(ImportError) -> State {
        let cut = source(of: name, before: end).name
        if let whole = inputs[cut] {
            let shape = whole.type.array.shape
            return State(input: cut, numbers: nil, count: shape.count == 1 ? Int(clamping: shape[0]) : nil)
        }
        guard let place = layers[..<end].lastIndex(where: { $0.outputs.contains(cut) }), let read = layers[place].inputs.first,
            case let input = source(of: read, before: place).name, let described = inputs[input]
        else {
            throw unsupported(
                lstm, end, "takes its state from “\(name.prefix(80))”, which no input of the model gives: let the model take it in")
        }
        guard let numbers = layers[place].numbers(of: cut, cutOutOf: described) else {
            throw unsupported(
                lstm, end,
                "takes its state from “\(name.prefix(80))”, which is neither an input nor cut out of one by a plain slice")
        }
        return State(input: input, numbers: numbers, count: numbers.count)
    }

    private func unsupported(_ layer: CoreMLLayer, _ place: Int, _ problem: String) -> ImportError {
        ImportError(.unsupported, file: file, layer: layer.title(at: place), problem: "\(problem)")
    }
}

extension CoreMLLayer {
    /// For messages.
    func title(at place: Int) -> String { name.isEmpty ? "number \(place + 1)" : String(name.prefix(80)) }

    /// Which numbers of an input one of its results has; nil if it does not cut them out plainly.
    fileprivate func numbers(of result: String, cutOutOf input: CoreMLFeature) -> Range<Int64>? {
        switch kind {
        case .slice(let slice):
            let length = input.type.array.shape.count == 1 ? input.type.array.shape[0] : Int64.max
            return slice.isPlain && slice.end <= length ? slice.begin..<slice.end : nil
        case .split(let split):
            guard split.parts == 2, let part = outputs.firstIndex(of: result), part < 2, input.type.array.shape.count == 1,
                let all = input.type.array.shape.first, all > 0, all % 2 == 0
            else { return nil }
            return Int64(part) * (all / 2)..<Int64(part + 1) * (all / 2)
        default: return nil
        }
    }

    /// The shape that it gives to what it reads, if it does nothing else; of a flat one 0: all numbers.
    fileprivate var shape: [Int64]? {
        switch kind {
        case .reshape(let reshaping) where reshaping.order == 0: reshaping.shape
        case .flatten(let flattening) where flattening.order == 0: [0]
        default: nil
        }
    }
}
