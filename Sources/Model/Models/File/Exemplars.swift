import Formatting

/// The examples that set a network's last layer, and what else it takes to set it again: with one label more, or one less.
///
/// An example is kept as what the LSTM made of it, not as motion: the LSTM does not change when its last layer does.
public struct Exemplars: Sendable, Equatable {
    /// Units of the last LSTM layer.
    public let units: Int
    /// The label of each example, a number in the model's list.
    public var labels: [Int]
    /// `[examples][units]`, row-major: the last hidden state, the mean over slight variations of the example, Q15.
    public var states: [Int16]
    /// `[units][units]`, symmetric, its trace 1: how the hidden states of strangers' windows of the same label vary.
    public let within: [Float]
    /// `[units][units]`, symmetric: how the means of strangers' labels vary.
    public let between: [Float]
    /// What the layer's results are multiplied by to be as sure as they should be; greater than 0.
    public var sharpness: Float
    /// In what metric the integers alone set the layer, so that a device can go on with it; nil: it was set in floating point.
    public var metric: HeadMetric?

    public init(
        units: Int, within: [Float], between: [Float], sharpness: Float = 1, metric: HeadMetric? = nil, labels: [Int] = [],
        states: [Int16] = []
    ) {
        precondition(
            within.count == units * units && between.count == units * units && states.count == labels.count * units,
            "a row for each example and unit")
        self.units = units
        self.within = within
        self.between = between
        self.sharpness = sharpness
        self.metric = metric
        self.labels = labels
        self.states = states
    }

    /// Number of examples.
    public var count: Int { labels.count }

    /// Of each label.
    public func counts(labels known: Int) -> [Int] {
        (0..<known).map { label in labels.count { $0 == label } }
    }

    /// Q15, `units` of them.
    public subscript(example: Int) -> ArraySlice<Int16> { states[example * units..<(example + 1) * units] }

    /// These examples without those that are not wanted.
    public func filter(_ isWanted: (_ example: Int) -> Bool) -> Exemplars {
        let kept = labels.indices.filter(isWanted)
        return Exemplars(
            units: units, within: within, between: between, sharpness: sharpness, metric: metric,
            labels: kept.map { labels[$0] }, states: kept.flatMap { self[$0] })
    }

    /// More than anybody makes; a model file holds no more.
    static let most = 65_536

    /// What no model with so many labels and such a network may hold: the end of a sentence about the model.
    func fault(labels known: Int, units expected: Int?) -> String? {
        guard units == expected else { return "remembers examples of another network than it holds" }
        guard count <= Self.most else { return "remembers more than \(Self.most) examples" }
        guard labels.allSatisfy((0..<known).contains) else { return "remembers an example of a label that it does not have" }
        guard within.allSatisfy(\.isFinite), between.allSatisfy(\.isFinite), sharpness.isFinite, sharpness > 0 else {
            return "remembers examples with a number that is not finite"
        }
        if let metric, let problem = metric.fault(units: units) { return problem }
        return nil
    }
}

/// How many examples there are, as the metadata holds it.
struct StoredExemplars: Codable {
    var examples: Int
    var sharpness: Float
    var row_shift: Int?
    var output_shift: Int?

    init(_ exemplars: Exemplars) {
        examples = exemplars.count
        sharpness = exemplars.sharpness
        row_shift = exemplars.metric?.rowShift
        output_shift = exemplars.metric?.outputShift
    }
}

extension Exemplars {
    private static let prefix = "exemplars."

    func addTensors(to file: inout SafetensorsFile) {
        file.tensors[Self.prefix + "labels"] = .init(integers: labels.map { Int32($0) }, shape: [count])
        file.tensors[Self.prefix + "states"] = .init(integers: states, shape: [count, units])
        file.tensors[Self.prefix + "within"] = .init(floats: within, shape: [units, units])
        file.tensors[Self.prefix + "between"] = .init(floats: between, shape: [units, units])
        guard let metric else { return }
        file.tensors[Self.prefix + "metric"] = .init(integers: metric.matrix, shape: [units, units])
        file.tensors[Self.prefix + "centre"] = .init(integers: metric.centre, shape: [units])
    }
}

extension ModelReader {
    /// The examples that the file's network was taught by; nil if it names none.
    ///
    /// - Parameter units: of the last LSTM layer; nil without one.
    func exemplars(units: Int?, labels known: Int) throws(ModelFileError) -> Exemplars? {
        guard file.metadata["exemplars"] != nil else { return nil }
        let stored: StoredExemplars = try decoded("exemplars")
        guard let units, (0...Exemplars.most).contains(stored.examples) else {
            throw fault("has metadata “exemplars” that do not fit its network")
        }
        let labels = try file.integers(Int32.self, named: "exemplars.labels", shape: [stored.examples], file: path)
        let exemplars = Exemplars(
            units: units, within: try file.floats(named: "exemplars.within", shape: [units, units], file: path),
            between: try file.floats(named: "exemplars.between", shape: [units, units], file: path), sharpness: stored.sharpness,
            metric: try metric(stored, units: units), labels: labels.map { Int($0) },
            states: try file.integers(Int16.self, named: "exemplars.states", shape: [stored.examples, units], file: path))
        if let problem = exemplars.fault(labels: known, units: units) { throw fault(Sentence(problem)) }
        return exemplars
    }

    private func metric(_ stored: StoredExemplars, units: Int) throws(ModelFileError) -> HeadMetric? {
        guard let rowShift = stored.row_shift, let outputShift = stored.output_shift else { return nil }
        return HeadMetric(
            centre: try file.integers(Int16.self, named: "exemplars.centre", shape: [units], file: path),
            matrix: try file.integers(Int16.self, named: "exemplars.metric", shape: [units, units], file: path),
            rowShift: rowShift, outputShift: outputShift)
    }
}
