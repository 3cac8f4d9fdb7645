import CMotionCore
public import Models
public import MotionCore

/// A last layer that integers alone set by the examples of each label, as a device does it: the same examples, the same bits
/// (ARITHMETIC.md §16). `CTeaching` computes the rows, here as there.
public struct IntegerHead: Sendable, Equatable {
    /// Weights with `weightBits` fraction bits, and the formats that go with them.
    public private(set) var affine: QuantizedAffine
    /// Fraction bits of the weights.
    let weightBits: Int

    private let metric: HeadMetric
    private let units: Int

    /// A layer without rows.
    private init(_ metric: HeadMetric) {
        (self.metric, units) = (metric, metric.centre.count)
        weightBits = metric.outputShift - 3 + Self.panelShift(units: units)
        let matrix = QuantizedMatrix(
            rows: 0, columns: units, panelWidth: QuantizedMatrix.panelColumns, weights: [], shifts: [])
        affine = QuantizedAffine(terms: [matrix], bias: [], outputShifts: [], outputFractionBits: 12)
    }

    /// The layer that examples set, a row for each label.
    ///
    /// - Parameter exemplars: with a metric, at least one example of each label, and each the state of one window.
    /// - Returns: nil if a row would be too large for it: an example lies very far from all that strangers ever did.
    public init?(_ exemplars: Exemplars, labels: Int) {
        guard let metric = exemplars.metric else { return nil }
        self.init(metric)
        for label in 0..<labels {
            var sums = [Int32](repeating: 0, count: units)
            var count = 0
            for example in exemplars.labels.indices where exemplars.labels[example] == label {
                for (unit, state) in exemplars[example].enumerated() { sums[unit] &+= Int32(state) }
                count += 1
            }
            guard count > 0, count <= Int(MQ_TEACH_EXAMPLES), let row = Self.row(metric, sums, count: count) else { return nil }
            append(row.weights, bias: row.bias)
        }
    }

    static func panelShift(units: Int) -> Int { Int(mq_teach_panel_shift(units)) }

    /// A label's weights and bias; nil if they are too large.
    private static func row(_ metric: HeadMetric, _ sums: [Int32], count: Int) -> (weights: [Int16], bias: Int32)? {
        var weights = [Int16](repeating: 0, count: sums.count)
        var mean = weights
        let bias = metric.centre.withUnsafeBufferPointer { centre in
            metric.matrix.withUnsafeBufferPointer { matrix in
                weights.withUnsafeMutableBufferPointer { weights -> Int32? in
                    guard let centre = centre.baseAddress, let matrix = matrix.baseAddress, let place = weights.baseAddress else {
                        return nil
                    }
                    var about = mq_teach_metric(
                        centre: centre, metric: matrix, units: UInt16(sums.count), row_shift: UInt8(metric.rowShift))
                    var row = mq_teach_row_in(place)
                    return mq_teach_set_row(&about, sums, UInt32(count), &mean, &row) ? row.bias : nil
                }
            }
        }
        return bias.map { (weights, $0) }
    }

    private mutating func append(_ weights: [Int16], bias: Int32) {
        var matrix = affine.terms[0]
        let isNewBlock = affine.bias.count % 16 == 0
        matrix = QuantizedMatrix(
            rows: matrix.rows + 1, columns: units, panelWidth: QuantizedMatrix.panelColumns, weights: matrix.weights + weights,
            shifts: matrix.shifts
                + (isNewBlock
                    ? [UInt8](repeating: UInt8(Self.panelShift(units: units)), count: (units + 63) / 64) : []))
        affine.terms[0] = matrix
        affine.bias.append(bias)
        if isNewBlock { affine.outputShifts.append(UInt8(metric.outputShift)) }
    }

    /// Adds labels that have no example as yet: none is ever named.
    mutating func appendEmptyPlaces(_ count: Int) {
        for _ in 0..<count { append([Int16](repeating: 0, count: units), bias: MQ_TEACH_EMPTY_BIAS) }
    }

    /// The layer in real numbers.
    var layer: DenseLayer {
        let accumulator = exp2(-(weightBits + 15 - Self.panelShift(units: units)))
        return DenseLayer(
            weights: FloatMatrix(
                rows: affine.rows, columns: units, values: affine.terms[0].weights.map { Float(Double($0) * exp2(-weightBits)) }),
            bias: affine.bias.map { Float(Double($0) * accumulator) }, rectified: false)
    }
}

extension HeadMetric {
    /// The metric in which strangers' windows of the same label vary, made into integers.
    ///
    /// - Parameters:
    ///   - factors: `[units][units]`, symmetric: what a mean's distance from the centre is multiplied by to be a row.
    ///   - states: of strangers, Q15: four times as far from the centre as any of them lies, an example still has room.
    /// - Returns: nil if the numbers leave their formats.
    init?(_ factors: [[Double]], centre: [Double], states: [[Double]]) {
        let units = centre.count
        guard units > 0, units <= Self.mostUnits else { return nil }
        let panelShift = IntegerHead.panelShift(units: units)
        var (largest, widest) = (0.0, 0.0)
        for state in states {
            let away = zip(state, centre).map { $0 - $1 }
            let row = factors.map { dot($0, away).magnitude }
            largest = max(largest, row.max() ?? 0)
            for first in stride(from: 0, to: units, by: 64) {
                widest = max(widest, row[first..<min(first + 64, units)].reduce(0, +))
            }
        }
        var weightBits = panelShift + 11
        while weightBits > panelShift - 3,
            largest * Self.room * exp2(weightBits) > 32_767 || widest * Self.room * exp2(weightBits) > 65_535
        { weightBits -= 1 }
        var bits = 24
        let most = factors.reduce(0.0) { max($0, $1.reduce(0) { max($0, $1.magnitude) }) }
        while bits > -24, most * exp2(bits) > 32_767 { bits -= 1 }
        let rowShift = bits + 15 - weightBits
        guard most > 0, most * exp2(bits) <= 32_767, (1...46).contains(rowShift),
            largest * exp2(weightBits) <= 32_767, widest * exp2(weightBits) <= 65_535
        else { return nil }
        self.init(
            centre: centre.map { Int16(saturating: max(-32_768, min(32_767, ($0 * 32_768).rounded()))) },
            matrix: (0..<units).flatMap { row in
                (0..<units).map { Int16(saturating: (factors[max(row, $0)][min(row, $0)] * exp2(bits)).rounded()) }
            },
            rowShift: rowShift, outputShift: weightBits + 3 - panelShift)
    }

    private static let room = 4.0
}
