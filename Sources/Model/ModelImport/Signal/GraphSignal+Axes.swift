extension GraphSignal {
    /// Axis k of the result is axis `order[k]` of this.
    func transposed(_ order: [Int]?) throws(GraphFault) -> Self {
        let order = order ?? Array(axes.indices.reversed())
        guard order.sorted() == Array(axes.indices) else {
            throw .malformed("orders \(axes.count) axes by \(order.prefix(8)), which is no order of them")
        }
        var result = self
        result.axes = order.map { axes[$0] }
        return result
    }

    /// Without axes of size 1: these, or all there are.
    func squeezed(_ numbers: [Int]?) throws(GraphFault) -> Self {
        var places: Set<Int> = []
        for number in numbers ?? [] { places.insert(try ConstantShape.axis(number, of: axes.count)) }
        if numbers == nil { places = Set(axes.indices.filter { isOne(axes[$0]) }) }
        guard places.allSatisfy({ isOne(axes[$0]) }) else {
            throw .unsupported("squeezes an axis that is not of size 1: let it squeeze none but the LSTM's directions and layers")
        }
        var result = self
        result.axes = axes.indices.filter { !places.contains($0) }.map { axes[$0] }
        return result
    }

    private func isOne(_ axis: Axis) -> Bool { axis != .features && extent(of: axis) == .known(1) }

    func unsqueezed(_ numbers: [Int]) throws(GraphFault) -> Self {
        let rank = axes.count + numbers.count
        guard rank <= ConstantShape.mostAxes else { throw .malformed("has \(rank) axes, more than any model needs") }
        var places: Set<Int> = []
        for number in numbers { places.insert(try ConstantShape.axis(number, of: rank)) }
        guard places.count == numbers.count else { throw .malformed("names an axis twice") }
        var rest = axes[...]
        var result = self
        result.axes = (0..<rank).map { places.contains($0) ? .one : rest.removeFirst() }
        return result
    }

    // MARK: - One step of many

    /// One place of an axis, which is left out.
    func picking(_ place: GraphExtent, along number: Int) throws(GraphFault) -> Self {
        let axis = try ConstantShape.axis(number, of: axes.count)
        var result = self
        result.axes.remove(at: axis)
        switch axes[axis] {
        case .one where place == .known(0) || place == .known(-1): return result
        case .open(time) where isLast(place, axes[axis]):
            guard !lstm.isEmpty else { throw .unsupported("reads the last sample alone, before any LSTM layer") }
            return result
        case .open(time) where time != nil:
            throw .unsupported("reads another step than the last: let the dense layers read the last step of the LSTM")
        case .open(let axis) where sizes[axis] == 1 && (place == .known(0) || place == .known(-1)): return result
        default: throw .unsupported("picks some of the features or windows: let the dense layers read all of them")
        }
    }

    private func isLast(_ place: GraphExtent, _ axis: Axis) -> Bool {
        if place == .known(-1) { return true }
        return place == extent(of: axis) + .known(-1)
    }

    /// A stretch of an axis: all of it, or the last step.
    func slicing(from start: GraphExtent, to end: GraphExtent, step: Int, along number: Int) throws(GraphFault) -> Self {
        let axis = try ConstantShape.axis(number, of: axes.count)
        let length = extent(of: axes[axis])
        guard step == 1 else {
            throw .unsupported(
                step < 0 ? "reads the window backwards, which live motion cannot" : "leaves out steps: let it read all of them")
        }
        // Exporters write "to the end" as the largest number there is.
        let isToEnd = end == length || (end.number ?? 0) >= length.number ?? Int(Int32.max)
        let isAll = isToEnd && (start == .known(0) || length.number.map { start == .known(-$0) } ?? false)
        if isAll { return self }
        guard isToEnd, isLast(start, axes[axis]) else {
            throw .unsupported("reads a part of an axis that is not its last step: let the dense layers read the last step")
        }
        var result = try picking(.known(-1), along: axis)
        result.axes.insert(.one, at: axis)
        return result
    }

    // MARK: - Other shapes

    /// As another shape, whose numbers stand in the same order.
    ///
    /// - Parameter copiesZero: whether 0 means the size of the axis at that place.
    func reshaped(_ shape: [GraphExtent], copiesZero: Bool = true) throws(GraphFault) -> Self {
        // An axis of size 1, as that of a single window, may also change its place so.
        var moved = self
        moved.axes = axes.map { isOne($0) ? .one : $0 }
        // A size that is left open stands for as many axes as the others leave.
        let counts: [Int?] = [nil] + (shape.contains(.known(-1)) ? (0...axes.count).map { .some($0) } : [])
        for signal in moved.axes == axes ? [self] : [self, moved] {
            for count in counts {
                if let result = try? signal.reshaped(shape, open: count, copiesZero: copiesZero) { return result }
            }
        }
        return try reshaped(shape, open: nil, copiesZero: copiesZero)
    }

    /// - Parameter open: how many axes become the one whose size is left open; nil: those that the others leave, if each is of one.
    private func reshaped(_ shape: [GraphExtent], open: Int?, copiesZero: Bool) throws(GraphFault) -> Self {
        var rest = axes.filter { $0 != .one }[...]
        var result = self
        result.axes = []
        for (place, size) in shape.enumerated() {
            let count: Int
            switch size {
            case .known(0) where copiesZero && place < axes.count:
                count = axes[place] == .one ? 0 : 1
                guard count == 0 || rest.first == axes[place] else { throw Self.shapeFault }
            case .known(1): count = rest.first.map { extent(of: $0) == .known(1) } ?? false ? 1 : 0
            case .known(-1), .unknown: count = open ?? max(0, rest.count - shape[(place + 1)...].filter { $0 != .known(1) }.count)
            case .known(let number): count = try axesOf(size: number, rest)
            case .open(let axis, 0) where rest.first == .open(axis): count = 1
            case .open: throw Self.shapeFault
            }
            result.axes.append(try result.merge(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else { throw Self.shapeFault }
        return result
    }

    private func axesOf(size: Int, _ rest: ArraySlice<Axis>) throws(GraphFault) -> Int {
        var product = GraphExtent.known(1)
        for (count, axis) in rest.enumerated() {
            product = product * extent(of: axis)
            if product == .known(size) { return count + 1 }
        }
        throw Self.shapeFault
    }

    /// Several axes as one: a window's samples become the features of one step.
    private mutating func merge(_ group: [Axis]) throws(GraphFault) -> Axis {
        guard group.count > 1 else { return group.first ?? .one }
        let turned = group.count == 2 && group[0] == .features
        guard group.count == 2, case .open(let axis) = group[turned ? 1 : 0], group[turned ? 0 : 1] == .features,
            step == .samples, dense.isEmpty
        else { throw Self.shapeFault }
        guard lstm.isEmpty else {
            throw .unsupported("hands all steps of the LSTM to a dense layer: let it hand on the last step alone")
        }
        guard zerosBefore == 0 else { throw Self.paddingFault }
        guard let samples = sizes[axis] else {
            throw .unsupported("flattens windows of any length: export the model with the window's length fixed")
        }
        guard samples * width <= Self.mostNumbers else {
            throw .unsupported("flattens windows of \(samples) × \(width) numbers, more than any motion model reads")
        }
        time = axis
        featureMajor = turned ? samples : nil
        readWindow(of: samples)
        return .features
    }

    /// From here on one step reads a whole window.
    mutating func readWindow(of samples: Int) {
        step = .window
        window = samples
        width *= samples
        guard front.isEmpty else {
            scaling = scaling.repeated(samples)
            return
        }
        normalisation = scaling
        scaling = Scaling(identityOf: width)
    }

    /// As rows of features, the axes before and from `axis` each as one.
    func flattened(_ number: Int) throws(GraphFault) -> Self {
        let axis = number == axes.count ? number : try ConstantShape.axis(number, of: axes.count)
        var result = self
        var groups: [Axis] = []
        for group in [axes[..<axis], axes[axis...]] { groups.append(try result.merge(group.filter { $0 != .one })) }
        result.axes = groups
        return result
    }

    /// Most numbers of a window that is read as a whole.
    private static let mostNumbers = 1 << 20

    private static let shapeFault = GraphFault.unsupported(
        "turns one shape into another that mixes samples, windows or features: let it only leave out axes of size 1")
}
