extension GraphOperator {
    /// What only turns, cuts or joins its input.
    func arranged() throws(GraphFault) -> GraphValue {
        if node.kind == "Concat" { return try joined() }
        switch try first() {
        case .zeros: return .zeros
        case .floats(let tensor):
            guard node.kind != "Expand" && node.kind != "Tile" else {
                guard tensor.elements.allSatisfy({ $0 == 0 }) else { throw unfit }
                return .zeros
            }
            return .floats(try arranged(tensor))
        case .extents(let tensor): return .extents(try arranged(tensor))
        case .signal(let signal): return .signal(try arranged(signal))
        case .stack(let signals, let axis): return try picked(signals, axis)
        case .refused: throw unfit
        }
    }

    private func arranged(_ signal: GraphSignal) throws(GraphFault) -> GraphSignal {
        switch node.kind {
        case "Transpose": return try signal.transposed(node.integers("perm"))
        case "Squeeze": return try signal.squeezed(numbers(1, or: "axes"))
        case "Unsqueeze": return try signal.unsqueezed(numbers(1, or: "axes") ?? [])
        case "Flatten": return try signal.flattened(node.integer("axis") ?? 1)
        case "Reshape":
            guard let shape = try extents(1), shape.count <= ConstantShape.mostAxes else { throw unfit }
            return try signal.reshaped(shape, copiesZero: node.integer("allowzero") ?? 0 == 0)
        case "Gather":
            guard case .extents(let places) = input(1), places.elements.count == 1, places.shape.count <= 1 else { throw unfit }
            let axis = try ConstantShape.axis(node.integer("axis") ?? 0, of: signal.axes.count)
            let picked = try signal.picking(places.elements[0], along: axis)
            return places.shape.isEmpty ? picked : try picked.unsqueezed([axis])
        case "Slice":
            var result = signal
            for cut in try cuts(rank: signal.axes.count) {
                result = try result.slicing(from: cut.start, to: cut.end, step: cut.step, along: cut.axis)
            }
            return result
        default: throw .unsupported("(\(node.kind)) repeats what it reads, which cannot be imported")
        }
    }

    private func arranged<Element>(_ tensor: ConstantTensor<Element>) throws(GraphFault) -> ConstantTensor<Element> {
        let rank = tensor.shape.count
        switch node.kind {
        case "Transpose": return try tensor.transposed(node.integers("perm") ?? Array((0..<rank).reversed()))
        case "Squeeze":
            var axes: Set<Int> = []
            let named = try numbers(1, or: "axes")
            for axis in named ?? [] { axes.insert(try ConstantShape.axis(axis, of: rank)) }
            if named == nil { axes = Set(tensor.shape.indices.filter { tensor.shape[$0] == 1 }) }
            return try tensor.reshaped(tensor.shape.indices.filter { !axes.contains($0) }.map { tensor.shape[$0] })
        case "Unsqueeze":
            let named = try numbers(1, or: "axes") ?? []
            var axes: Set<Int> = []
            guard rank + named.count <= ConstantShape.mostAxes else { throw unfit }
            for axis in named { axes.insert(try ConstantShape.axis(axis, of: rank + named.count)) }
            guard axes.count == named.count else { throw .malformed("names an axis twice") }
            var rest = tensor.shape[...]
            return try tensor.reshaped((0..<rank + named.count).map { axes.contains($0) ? 1 : rest.removeFirst() })
        case "Reshape": return try reshaped(tensor)
        case "Gather":
            guard case .extents(let places) = input(1), rank > 0 else { throw unfit }
            let axis = try ConstantShape.axis(node.integer("axis") ?? 0, of: rank)
            var taken: [Int] = []
            for place in places.elements {
                guard let number = place.number else { throw unfit }
                taken.append(number < 0 ? number + tensor.shape[axis] : number)
            }
            let result = try tensor.taking(taken, along: axis)
            return try result.reshaped(Array(tensor.shape[..<axis]) + places.shape + tensor.shape[(axis + 1)...])
        case "Slice":
            var result = tensor
            for cut in try cuts(rank: rank) {
                let length = result.shape[cut.axis]
                guard let start = cut.start.number, let end = cut.end.number else { throw unfit }
                // PyTorch turns the list of a padding round, from its end to its beginning.
                if cut.step == -1, start == -1 || start >= length - 1, end < -length {
                    result = try result.taking(Array((0..<length).reversed()), along: cut.axis)
                    continue
                }
                guard cut.step == 1 else { throw unfit }
                func place(_ number: Int) -> Int { max(0, min(length, number < 0 ? number + length : number)) }
                result = try result.taking(Array(place(start)..<max(place(start), place(end))), along: cut.axis)
            }
            return result
        default: throw unfit
        }
    }

    private func reshaped<Element>(_ tensor: ConstantTensor<Element>) throws(GraphFault) -> ConstantTensor<Element> {
        var sizes: [Int] = []
        for (place, extent) in (try extents(1) ?? []).enumerated() {
            guard let size = extent.number else { throw unfit }
            sizes.append(size == 0 && place < tensor.shape.count ? tensor.shape[place] : size)
        }
        if let open = sizes.firstIndex(of: -1) {
            sizes[open] = 1
            let known = try ConstantShape.count(of: sizes)
            sizes[open] = tensor.elements.count / max(1, known)
        }
        return try tensor.reshaped(sizes)
    }

    private struct Cut {
        var start: GraphExtent
        var end: GraphExtent
        var axis: Int
        var step: Int
    }

    private func cuts(rank: Int) throws(GraphFault) -> [Cut] {
        let starts = try extents(1) ?? node.integers("starts")?.map { .known($0) } ?? []
        let ends = try extents(2) ?? node.integers("ends")?.map { .known($0) } ?? []
        let axes = try numbers(3, or: "axes") ?? Array(starts.indices)
        let steps = try numbers(4, or: "steps") ?? [Int](repeating: 1, count: starts.count)
        guard ends.count == starts.count, axes.count == starts.count, steps.count == starts.count else {
            throw .malformed("cuts by lists of different lengths: export the model again")
        }
        var cuts: [Cut] = []
        for index in starts.indices {
            let axis = try ConstantShape.axis(axes[index], of: rank)
            cuts.append(Cut(start: starts[index], end: ends[index], axis: axis, step: steps[index]))
        }
        return cuts
    }

    // MARK: - Several in one

    private func joined() throws(GraphFault) -> GraphValue {
        let number = node.integer("axis") ?? 0
        var floats: [ConstantTensor<Float>] = []
        var sizes: [ConstantTensor<GraphExtent>] = []
        var signals: [GraphSignal] = []
        var zeros = 0
        for input in inputs {
            switch input {
            case .floats(let tensor): floats.append(tensor)
            case .extents(let tensor): sizes.append(tensor)
            case .signal(let signal): signals.append(signal)
            case .zeros: zeros += 1
            default: throw unfit
            }
        }
        switch inputs.count {
        case 0: throw unfit
        case zeros: return .zeros
        case 1 where signals.count == 1: return .signal(signals[0])
        case floats.count:
            return .floats(try .joined(floats, along: try ConstantShape.axis(number, of: floats[0].shape.count)))
        case sizes.count:
            return .extents(try .joined(sizes, along: try ConstantShape.axis(number, of: sizes[0].shape.count)))
        case signals.count:
            // The last states of several layers.
            let axis = try ConstantShape.axis(number, of: signals[0].axes.count)
            guard signals.allSatisfy({ $0.axes.count == signals[0].axes.count && $0.axes[axis] == .one }) else { fallthrough }
            return .stack(signals, axis: axis)
        default: throw .unsupported("joins what several layers give: only a plain chain of layers can be imported")
        }
    }

    /// One of a stack.
    private func picked(_ signals: [GraphSignal], _ axis: Int) throws(GraphFault) -> GraphValue {
        func signal(_ number: Int?) throws(GraphFault) -> GraphSignal {
            guard let number, signals.indices.contains(number < 0 ? number + signals.count : number) else { throw unfit }
            return signals[number < 0 ? number + signals.count : number]
        }
        let rank = signals[0].axes.count
        switch node.kind {
        case "Gather":
            guard case .extents(let places) = input(1), places.elements.count == 1, places.shape.count <= 1,
                try ConstantShape.axis(node.integer("axis") ?? 0, of: rank) == axis
            else { throw unfit }
            let picked = try signal(places.elements[0].number)
            return .signal(places.shape.isEmpty ? try picked.squeezed([axis]) : picked)
        case "Slice":
            let cuts = try cuts(rank: rank)
            guard cuts.count == 1, cuts[0].axis == axis, cuts[0].step == 1, let start = cuts[0].start.number,
                let end = cuts[0].end.number,
                (start < .max && start + 1 == end) || (start == -1 && end >= signals.count)
                    || (start == signals.count - 1 && end >= signals.count)
            else { throw unfit }
            return .signal(try signal(start))
        default: throw unfit
        }
    }
}
