import Formatting

/// Where each feature of each sample stands in what the first layers of a Core ML classifier read: they join inputs and turn axes
/// before a layer with weights reads the window.
struct CoreMLArrangement {
    /// `[sequence, channels, height, width]`.
    private(set) var shape: [Int]
    /// For each place, in the order of the axes: the place in the inputs that it came from, one input after the other.
    private(set) var sources: [Int32]
    /// Samples of an input, where each input is one feature; nil: one input has them all, and which axis is which the first layer
    /// with weights says.
    let samplesOfInput: Int?
    /// Whether the one input has its numbers in a row, so that only a reshape says which is which.
    private let isRow: Bool

    /// Most numbers of a window.
    private static let mostNumbers = 1 << 20

    /// What the path of a classifier begins with.
    ///
    /// - Throws: that an input's shape is not one that is written for motion.
    init(_ graph: CoreMLGraph) throws(ImportError) {
        if let whole = graph.whole {
            shape = try Self.shape(of: whole, file: graph.file)
            (samplesOfInput, isRow) = (nil, shape.count { $0 != 1 } <= 1)
        } else {
            let shapes = try graph.joined.map { (joined) throws(ImportError) in try Self.shape(of: joined, file: graph.file) }
            // As all are of one form, they stand one after the other in memory.
            guard let first = shapes.first, shapes.allSatisfy({ $0 == first }), first[0] == 1 else {
                throw ImportError(
                    .unsupported, file: graph.file,
                    problem: "has inputs of different lengths for its features: give each the samples of one window")
            }
            shape = [1, shapes.count * first[1], first[2], first[3]]
            (samplesOfInput, isRow) = (first.reduce(1, *), false)
        }
        let count = shape.reduce(1, *)
        guard count <= Self.mostNumbers else {
            throw ImportError(.unsupported, file: graph.file, problem: "reads \(count) numbers a window, which is no motion's")
        }
        sources = (0..<Int32(count)).map { $0 }
    }

    /// The shape in which an input is joined.
    private static func shape(of joined: CoreMLGraph.Joined, file: String) throws(ImportError) -> [Int] {
        let own = try shape(of: joined.input, file: file)
        guard let given = joined.shape else { return own }
        let count = own.reduce(1, *)
        let other = given == [0] ? [1, count, 1, 1] : full(given, sequence: own[0])
        guard isShape(other, of: count) else {
            throw ImportError(
                .malformed, file: file,
                problem: "gives its input “\(joined.input.name.prefix(80))” a shape of another size: export it again")
        }
        return other
    }

    /// The declared shape of an input as `[sequence, channels, height, width]`.
    private static func shape(of input: CoreMLFeature, file: String) throws(ImportError) -> [Int] {
        let shape = input.type.array.shape
        guard shape.count == 1 || shape.count == 3, shape.allSatisfy({ (1...Int64(ImportSettings.sizeLimit)).contains($0) }),
            shape.reduce(1, *) <= Int64(mostNumbers)
        else {
            throw ImportError(
                .unsupported, file: file,
                problem: Sentence(
                    "declares its input “\(input.name.prefix(80))” with shape \(shape.prefix(6)): "
                        + "one or three sizes from 1 to \(ImportSettings.sizeLimit) can be imported"))
        }
        let sizes = shape.map { Int($0) }
        return sizes.count == 1 ? [1, sizes[0], 1, 1] : [1] + sizes
    }

    /// Four sizes of a shape that may leave the sequence out, which then stays.
    private static func full(_ shape: [Int64], sequence: Int) -> [Int] {
        let sizes = shape.map { Int(clamping: $0) }
        return sizes.count == 3 ? [sequence] + sizes : sizes
    }

    private static func isShape(_ shape: [Int], of count: Int) -> Bool {
        shape.count == 4 && shape.allSatisfy { (1...mostNumbers).contains($0) }
            && shape.reduce(1) { $0 > mostNumbers ? $0 : $0 * $1 } == count
    }

    /// Output axis i is input axis `axes[i]`.
    ///
    /// - Parameter axes: 0, 1, 2, 3 in some order.
    mutating func permute(_ axes: [Int]) {
        let strides = shape.indices.map { shape[($0 + 1)...].reduce(1, *) }
        let turned = axes.map { shape[$0] }
        let steps = axes.map { strides[$0] }
        var moved: [Int32] = []
        moved.reserveCapacity(sources.count)
        for sequence in 0..<turned[0] {
            for channel in 0..<turned[1] {
                for row in 0..<turned[2] {
                    let begin = sequence * steps[0] + channel * steps[1] + row * steps[2]
                    for column in 0..<turned[3] { moved.append(sources[begin + column * steps[3]]) }
                }
            }
        }
        (shape, sources) = (turned, moved)
    }

    /// Gives the numbers another shape, in their order.
    ///
    /// - Parameter sizes: four, or three without the sequence.
    /// - Returns: false, and nothing is changed, if it has not as many places, or if it moves samples of one input with a shape of
    ///   its own to where they no longer stand by their axes.
    mutating func reshape(_ sizes: [Int64]) -> Bool {
        let other = Self.full(sizes, sequence: shape[0])
        guard Self.isShape(other, of: sources.count) else { return false }
        guard samplesOfInput != nil || isRow || shape.filter({ $0 != 1 }) == other.filter({ $0 != 1 }) else { return false }
        shape = other
        return true
    }

    /// All numbers along the channels.
    mutating func flatten() -> Bool { reshape([Int64(shape[0]), Int64(sources.count / shape[0]), 1, 1]) }

    /// Features of a sample, and samples, where a layer reads all of it at once.
    var window: (features: Int, samples: Int) {
        samplesOfInput.map { (sources.count / $0, $0) } ?? (shape[1], shape[0] * shape[2] * shape[3])
    }

    /// Which feature of which sample stands at a place of the present shape.
    func origin(of place: Int) -> (feature: Int, sample: Int) {
        let samples = samplesOfInput ?? (shape[2] * shape[3])
        let source = samplesOfInput == nil ? place : Int(sources[place])
        return (source / samples, source % samples)
    }
}
