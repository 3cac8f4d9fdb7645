/// Numbers of a graph that are known before any sample comes, row-major. Nothing in it traps on what a file asks for.
struct ConstantTensor<Element: Sendable & Equatable>: Sendable, Equatable {
    let shape: [Int]
    let elements: [Element]

    /// A tensor of so many elements as its shape asks for.
    init(_ elements: [Element], shape: [Int]) throws(GraphFault) {
        guard try ConstantShape.count(of: shape) == elements.count else {
            throw .malformed("has \(elements.count) numbers where the shape \(shape.prefix(8)) needs others: export it again")
        }
        self.shape = shape
        self.elements = elements
    }

    func reshaped(_ shape: [Int]) throws(GraphFault) -> Self { try Self(elements, shape: shape) }

    /// Axis k of the result is axis `order[k]` of this.
    func transposed(_ order: [Int]) throws(GraphFault) -> Self {
        guard order.sorted() == Array(shape.indices) else {
            throw .malformed("orders axes by \(order.prefix(8)), which is no order")
        }
        guard !elements.isEmpty else { return try Self([], shape: order.map { shape[$0] }) }
        var stride = 1
        var strides = shape
        for axis in shape.indices.reversed() {
            strides[axis] = stride
            stride *= shape[axis]
        }
        let lengths = order.map { shape[$0] }
        let steps = order.map { strides[$0] }
        var place = 0
        var index = [Int](repeating: 0, count: order.count)
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for _ in elements.indices {
            result.append(elements[place])
            for axis in order.indices.reversed() {
                index[axis] += 1
                place += steps[axis]
                if index[axis] < lengths[axis] { break }
                place -= steps[axis] * lengths[axis]
                index[axis] = 0
            }
        }
        return try Self(result, shape: lengths)
    }

    /// The slices at these places of an axis, in their order; the axis stays.
    func taking(_ places: [Int], along axis: Int) throws(GraphFault) -> Self {
        guard places.allSatisfy(shape[axis].range.contains) else {
            throw .malformed("takes a place that an axis of \(shape[axis]) does not have")
        }
        var result = shape
        result[axis] = places.count
        let inner = shape[(axis + 1)...].reduce(1, *)
        let outer = shape[..<axis].reduce(1, *)
        var taken: [Element] = []
        taken.reserveCapacity(try ConstantShape.count(of: result))
        for row in 0..<outer {
            for place in places {
                let first = (row * shape[axis] + place) * inner
                taken += elements[first..<first + inner]
            }
        }
        return try Self(taken, shape: result)
    }

    /// This and others one after the other along an axis.
    static func joined(_ parts: [Self], along axis: Int) throws(GraphFault) -> Self {
        var shape = parts[0].shape
        shape[axis] = 0
        for part in parts {
            var rest = part.shape
            guard rest.count == shape.count else { throw .malformed("joins tensors of different ranks") }
            shape[axis] += rest[axis]
            rest[axis] = shape[axis]
            guard rest == shape else { throw .malformed("joins tensors of different shapes") }
        }
        let outer = shape[..<axis].reduce(1, *)
        var elements: [Element] = []
        elements.reserveCapacity(try ConstantShape.count(of: shape))
        for row in 0..<outer {
            for part in parts {
                let length = part.elements.count / max(1, outer)
                elements += part.elements[row * length..<(row + 1) * length]
            }
        }
        return try Self(elements, shape: shape)
    }
}

/// What holds for the shape of any constant.
enum ConstantShape {
    /// Most numbers in one constant.
    static let mostElements = 1 << 24
    static let mostAxes = 8

    /// The elements that a shape has; bounded.
    static func count(of shape: [Int]) throws(GraphFault) -> Int {
        guard shape.count <= mostAxes else { throw .malformed("has a constant of \(shape.count) axes, more than any model needs") }
        // Beside a size of 0 the others are bounded all the same: products of some of them are made as well.
        var count = 1
        for size in shape {
            guard (0...mostElements).contains(size), count * max(1, size) <= mostElements else {
                throw .malformed("has a constant of shape \(shape), which is larger than any motion model's")
            }
            count *= max(1, size)
        }
        return shape.contains(0) ? 0 : count
    }

    /// An axis as ONNX counts them, from the end if negative.
    static func axis(_ number: Int, of rank: Int) throws(GraphFault) -> Int {
        guard number >= -rank, number < rank else { throw .malformed("names axis \(number) of \(rank) axes") }
        return number < 0 ? number + rank : number
    }
}

extension Int {
    fileprivate var range: Range<Int> { 0..<self }
}
