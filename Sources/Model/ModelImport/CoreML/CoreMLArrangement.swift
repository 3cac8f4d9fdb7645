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

    /// Most numbers of a window.
    private static let mostNumbers = 1 << 20

    /// What the path of a classifier begins with.
    ///
    /// - Throws: that an input's shape is not one that is written for motion.
    init(_ graph: CoreMLGraph) throws(ImportError) {
        if let whole = graph.whole {
            shape = try Self.shape(of: whole, file: graph.file)
            samplesOfInput = nil
        } else {
            let shapes = try graph.joined.map { (feature) throws(ImportError) in try Self.shape(of: feature, file: graph.file) }
            let counts = Set(shapes.map { $0.reduce(1, *) })
            guard let first = shapes.first, let samples = counts.first, counts.count == 1 else {
                throw ImportError(
                    .unsupported, file: graph.file,
                    problem: "has inputs of different lengths for its features: give each the samples of one window")
            }
            shape = [1, graph.joined.count * first[1], first[2], first[3]]
            samplesOfInput = samples
        }
        let count = shape.reduce(1, *)
        guard count <= Self.mostNumbers else {
            throw ImportError(.unsupported, file: graph.file, problem: "reads \(count) numbers a window, which is no motion's")
        }
        sources = (0..<Int32(count)).map { $0 }
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

    /// Output axis i is input axis `axes[i]`.
    ///
    /// - Parameter axes: 0, 1, 2, 3 in some order.
    mutating func permute(_ axes: [Int]) {
        let strides = shape.indices.map { shape[($0 + 1)...].reduce(1, *) }
        let turned = axes.map { shape[$0] }
        sources = Self.places(of: turned).map { place in
            sources[zip(place, axes).reduce(0) { $0 + $1.0 * strides[$1.1] }]
        }
        shape = turned
    }

    /// Gives the numbers another shape, in their order.
    ///
    /// - Returns: false, and nothing is changed, if it has not as many places.
    mutating func reshape(_ other: [Int]) -> Bool {
        guard other.count == 4, other.allSatisfy({ $0 > 0 && $0 <= Self.mostNumbers }),
            other.reduce(1, { $0 > Self.mostNumbers ? $0 : $0 * $1 }) == sources.count
        else { return false }
        shape = other
        return true
    }

    /// The places of a shape, the last axis fastest.
    private static func places(of shape: [Int]) -> [[Int]] {
        (0..<shape.reduce(1, *)).map { place in
            var rest = place
            var axes = shape
            for axis in shape.indices.reversed() { (axes[axis], rest) = (rest % shape[axis], rest / shape[axis]) }
            return axes
        }
    }

    /// Features of a sample, and samples, where a layer reads all of it at once.
    var window: (features: Int, samples: Int) {
        samplesOfInput.map { (sources.count / $0, $0) } ?? (shape[1], shape[0] * shape[2] * shape[3])
    }

    /// Which feature of which sample stands at a place of the present shape.
    func origin(of place: Int) -> (feature: Int, sample: Int) {
        let places = samplesOfInput ?? (shape[2] * shape[3])
        let source = samplesOfInput == nil ? place : Int(sources[place])
        return (source / places, source % places)
    }
}
