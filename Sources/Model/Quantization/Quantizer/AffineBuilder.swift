import Models
import MotionCore

/// A float matrix and the Q-format of the vector it reads.
struct AffineTerm {
    let matrix: FloatMatrix
    let fractionBits: Int
    let panelWidth: Int
    let storage: QuantizedMatrix.Storage

    init(
        _ matrix: FloatMatrix, fractionBits: Int, panelWidth: Int = QuantizedMatrix.panelColumns,
        storage: QuantizedMatrix.Storage = .words
    ) {
        self.matrix = matrix
        self.fractionBits = fractionBits
        self.panelWidth = panelWidth
        self.storage = storage
    }

    /// The largest magnitude that a weight may have.
    var largest: Double { storage == .bytes ? Double(QuantizedMatrix.largestByte) : 32_767 }
}

/// Chooses, block of 16 rows by block, the fraction bits of weights and accumulator, and rounds.
///
/// For a block: every panel's weights get the most fraction bits F_w with which they fit 16 bits, or 8, and Σ|w| · 2¹⁵ fits 31; the
/// accumulator gets the most, F_a ≤ min(F_x + F_w), with which the whole row and its bias fit; each panel is shifted by F_x + F_w −
/// F_a.
struct AffineBuilder {
    private(set) var result: QuantizedAffine
    private let terms: [AffineTerm]
    private let bias: [Float]
    private let outputBits: Int
    private let rounding: CompensatedRounding?
    /// More fraction bits than this help nobody: a weight that small is lost in the accumulator anyway.
    private static let mostWeightBits = 24

    /// - Parameter rounding: nil: each weight to its nearest step.
    init(terms: [AffineTerm], bias: [Float], outputBits: Int, rounding: CompensatedRounding?) {
        self.terms = terms
        self.bias = bias
        self.outputBits = outputBits
        self.rounding = rounding
        let blocks = (bias.count + 15) / 16
        let matrices = terms.map { term in
            let panels = (term.matrix.columns + term.panelWidth - 1) / term.panelWidth
            return QuantizedMatrix(
                rows: bias.count, columns: term.matrix.columns, panelWidth: term.panelWidth,
                weights: [Int16](repeating: 0, count: term.matrix.values.count),
                shifts: [UInt8](repeating: 0, count: blocks * panels), storage: term.storage)
        }
        result = QuantizedAffine(
            terms: matrices, bias: [Int32](repeating: 0, count: bias.count),
            outputShifts: [UInt8](repeating: 0, count: blocks), outputFractionBits: outputBits)
    }

    /// - Returns: false if some block's accumulator would have fewer fraction bits than its result.
    mutating func build() -> Bool {
        for block in result.outputShifts.indices {
            let rows = block * 16..<min(block * 16 + 16, bias.count)
            let weightBits = result.terms.indices.map { term in
                (0..<result.terms[term].panels).map { panel in chooseWeightBits(term: term, panel: panel, rows: rows) }
            }
            guard let accumulatorBits = chooseAccumulatorBits(weightBits, rows: rows), accumulatorBits >= outputBits else {
                return false
            }
            result.outputShifts[block] = UInt8(accumulatorBits - outputBits)
            // Of each column, term after term, and of the bias.
            var fractionBits: [Int] = []
            for term in result.terms.indices {
                for (panel, bits) in weightBits[term].enumerated() {
                    let shift = min(31, terms[term].fractionBits + bits - accumulatorBits)
                    result.terms[term].shifts[block * result.terms[term].panels + panel] = UInt8(shift)
                    let columns = columns(term: term, panel: panel).count
                    fractionBits += Array(repeating: shift + accumulatorBits - terms[term].fractionBits, count: columns)
                }
            }
            for row in rows { round(row, bits: fractionBits + [accumulatorBits]) }
        }
        return true
    }

    private func chooseWeightBits(term: Int, panel: Int, rows: Range<Int>) -> Int {
        var largest = 0.0
        var largestSum = 0.0
        for row in rows {
            var sum = 0.0
            for column in columns(term: term, panel: panel) {
                let magnitude = Double(terms[term].matrix[row, column].magnitude)
                largest = max(largest, magnitude)
                sum += magnitude
            }
            largestSum = max(largestSum, sum)
        }
        // Rounding may add so much a column; 65,535 · 2¹⁵ is the last multiple below 2³¹.
        let room = 65_535 - Double(columns(term: term, panel: panel).count) * mostSteps
        var bits = Self.mostWeightBits
        while bits > -32, largest * exp2(bits) > terms[term].largest || largestSum * exp2(bits) > room { bits -= 1 }
        return bits
    }

    private func chooseAccumulatorBits(_ weightBits: [[Int]], rows: Range<Int>) -> Int? {
        var bits = outputBits + 24
        for (term, panels) in weightBits.enumerated() {
            for weight in panels { bits = min(bits, terms[term].fractionBits + weight) }
        }
        while bits > -64 {
            let fits = rows.allSatisfy { rowBound($0, accumulatorBits: bits, weightBits) <= 2_147_483_647 }
            if fits { return bits }
            bits -= 1
        }
        return nil
    }

    /// What a row can reach in units of the accumulator, weights rounded as unluckily as they can be.
    private func rowBound(_ row: Int, accumulatorBits: Int, _ weightBits: [[Int]]) -> Double {
        var bound = Double(bias[row].magnitude) * exp2(accumulatorBits) + 1 + exp2(accumulatorBits - outputBits)
        for (term, panels) in weightBits.enumerated() {
            let unit = exp2(15 - terms[term].fractionBits + accumulatorBits)
            for (panel, bits) in panels.enumerated() {
                let range = columns(term: term, panel: panel)
                let sum = range.reduce(0.0) { $0 + Double(terms[term].matrix[row, $1].magnitude) }
                // What rounding changes in a weight it may change in the bias as well.
                let rounding = Double(range.count) * mostSteps * exp2(-bits) * (self.rounding == nil ? 1 : 2)
                bound += (sum + rounding) * unit + 1
            }
        }
        return bound
    }

    private mutating func round(_ row: Int, bits: [Int]) {
        let exact = terms.flatMap { term in (0..<term.matrix.columns).map { Double(term.matrix[row, $0]) } } + [Double(bias[row])]
        let rounded = rounding?.round(exact, bits: bits) ?? zip(exact, bits).map { ($0 * exp2($1)).rounded() }
        var next = 0
        for term in terms.indices {
            let (width, most) = (terms[term].matrix.columns, terms[term].largest)
            for column in 0..<width {
                result.terms[term].weights[row * width + column] = Int16(saturating: max(-most, min(most, rounded[next])))
                next += 1
            }
        }
        result.bias[row] = Int32(saturating: rounded[next])
    }

    /// Steps by which rounding may change a weight.
    private var mostSteps: Double { rounding == nil ? 0.5 : CompensatedRounding.mostSteps }

    private func columns(term: Int, panel: Int) -> Range<Int> {
        let first = panel * terms[term].panelWidth
        return first..<min(first + terms[term].panelWidth, terms[term].matrix.columns)
    }
}
