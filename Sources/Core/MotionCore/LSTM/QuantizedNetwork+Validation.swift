extension QuantizedNetwork {
    /// What the initialiser promises; nobody else needs it.
    func validate() throws(NetworkError) {
        let standsAlone = convolution != nil || !front.isEmpty
        guard lstm.count >= 1 || standsAlone, dense.count >= 1, convolution == nil || front.isEmpty else {
            throw .shape(layer: .network)
        }
        guard [front.count, lstm.count, dense.count].allSatisfy({ $0 <= NetworkLimits.layers }) else {
            throw .tooLarge(layer: .network)
        }
        guard (0...15).contains(inputFractionBits) else { throw .format(layer: .network) }

        // What the first layer reads is up to it.
        var columns: Int?
        if let convolution {
            try convolution.validate(as: .convolution, columns: [nil], outputBits: -15...15)
            let term = convolution.terms[0]
            guard term.columns % term.panelWidth == 0 else { throw .shape(layer: .convolution) }
            columns = convolution.rows
        }
        for (index, layer) in front.enumerated() {
            try layer.validate(as: .front(index), columns: columns)
            columns = layer.rows
        }
        guard front.reduce(0, { $0 + $1.numbers }) <= NetworkLimits.frontNumbers else { throw .tooLarge(layer: .network) }
        for (index, layer) in lstm.enumerated() {
            let name = NetworkError.LayerName.lstm(index)
            guard layer.rows >= 4, layer.rows % 4 == 0 else { throw .shape(layer: name) }
            try layer.validate(as: name, columns: [columns, layer.rows / 4], outputBits: 12...12)
            try layer.requirePlainPanels(as: name)
            columns = layer.rows / 4
        }
        for (index, layer) in dense.enumerated() {
            let name = NetworkError.LayerName.dense(index)
            let isLast = index == dense.count - 1
            try layer.affine.validate(as: name, columns: [columns], outputBits: isLast ? 12...12 : -15...15)
            try layer.affine.requirePlainPanels(as: name)
            columns = layer.affine.rows
        }
        guard inputs <= NetworkLimits.dimension else { throw .tooLarge(layer: .network) }
        guard labels <= NetworkLimits.labels else { throw .tooLarge(layer: .dense(dense.count - 1)) }
        try validateDetector()
    }

    /// It reads the last LSTM layer, and knows the network's labels; its squared distances cannot leave 32 bits.
    private func validateDetector() throws(NetworkError) {
        guard let detector else { return }
        guard let last = lstm.last else { throw .shape(layer: .detector) }
        let projection = detector.projection
        try projection.validate(as: .detector, columns: [last.rows / 4], outputBits: -15...15)
        try projection.requirePlainPanels(as: .detector)
        guard projection.rows <= QuantizedDetector.mostRows, detector.perLabel <= QuantizedDetector.mostPrototypes else {
            throw .tooLarge(layer: .detector)
        }
        guard detector.limits.count == labels, detector.perLabel >= 1 else { throw .shape(layer: .detector) }
        let numbers = -QuantizedDetector.largest...QuantizedDetector.largest
        guard detector.prototypes.allSatisfy(numbers.contains) else { throw .format(layer: .detector) }
    }

    /// Whether windows of this schedule can run on it: the convolution reads so many samples, the front layers give something for
    /// so many, and so many fit into memory.
    func requireFit(of schedule: WindowSchedule) throws(NetworkError) {
        guard schedule.length <= NetworkLimits.dimension, schedule.slots <= NetworkLimits.slots else {
            throw .tooLarge(layer: .network)
        }
        if let convolutionWindow, convolutionWindow != schedule.length { throw .shape(layer: .convolution) }
        guard !front.isEmpty else { return }
        let outputs = front.outputs(of: schedule.length)
        guard outputs == 1 || (outputs > 1 && !lstm.isEmpty) else { throw .shape(layer: .front(front.count - 1)) }
    }
}

extension QuantizedFrontLayer {
    /// - Parameter expected: numbers of an input; nil for any within the limits.
    fileprivate func validate(as name: NetworkError.LayerName, columns expected: Int?) throws(NetworkError) {
        guard (1...NetworkLimits.dimension).contains(columns), columns == expected ?? columns else { throw .shape(layer: name) }
        guard field.isValid else { throw .format(layer: name) }
        guard numbers <= NetworkLimits.frontNumbers else { throw .tooLarge(layer: name) }
        if let convolution {
            try convolution.validate(as: name, columns: [field.taps * columns], outputBits: -15...15)
            try convolution.requirePlainPanels(as: name)
        } else {
            guard !field.isCausal, field.dilation == 1, field.taps <= NetworkLimits.pooledTaps else { throw .format(layer: name) }
        }
    }
}

extension QuantizedAffine {
    /// - Parameter columns: of each term; nil for any number within the limits.
    fileprivate func validate(
        as name: NetworkError.LayerName, columns: [Int?], outputBits: ClosedRange<Int>
    ) throws(NetworkError) {
        guard rows >= 1, terms.count == columns.count else { throw .shape(layer: name) }
        guard rows <= NetworkLimits.dimension else { throw .tooLarge(layer: name) }
        for (term, wanted) in zip(terms, columns) {
            let expected = wanted ?? term.columns
            guard term.rows == rows, term.columns == expected, term.panelWidth >= 1, expected >= 1 else {
                throw .shape(layer: name)
            }
            guard expected <= NetworkLimits.matrixWeights / rows else { throw .tooLarge(layer: name) }
            guard term.weights.count == rows * expected, term.shifts.count == term.blocks * term.panels else {
                throw .shape(layer: name)
            }
            guard term.shifts.allSatisfy({ $0 <= 31 }), term.fitsItsStorage else { throw .format(layer: name) }
        }
        guard outputShifts.count == terms[0].blocks else { throw .shape(layer: name) }
        guard outputShifts.allSatisfy({ $0 <= 24 }), outputBits.contains(outputFractionBits) else { throw .format(layer: name) }
        for row in 0..<rows where !rowFits(row) { throw .overflow(layer: name, row: row) }
    }

    /// The proof: with |x| ≤ 2¹⁵ each panel's sum, and the row's total with bias and rounding term, stay within ±(2³¹ − 1).
    private func rowFits(_ row: Int) -> Bool {
        largestSum(row: row) <= Int64(Int32.max)
    }

    /// The largest magnitude that any sum of one row can reach, whatever the inputs: that of a panel before its shift, or the
    /// accumulator with bias and rounding term. A validated network stays within 2³¹ − 1. Time grows with the columns.
    public func largestSum(row: Int) -> Int64 {
        let block = row / QuantizedMatrix.blockRows
        var total = Int64(bias[row].magnitude) + (Int64(1) << Int64(outputShifts[block])) / 2
        var largest: Int64 = 0
        for term in terms {
            for panel in 0..<term.panels {
                let bound = term.panelBound(row: row, panel: panel)
                largest = max(largest, bound)
                total += (bound >> Int64(term.shifts[block * term.panels + panel])) + 1
            }
        }
        return max(total, largest)
    }

    /// LSTM and dense layers read contiguous vectors, so every panel but the last must be whole pairs.
    fileprivate func requirePlainPanels(as name: NetworkError.LayerName) throws(NetworkError) {
        for term in terms where term.panels > 1 && term.panelWidth % 2 != 0 { throw .shape(layer: name) }
    }
}

extension QuantizedMatrix {
    /// Whether its weights and panels are such as bytes can hold, if they are to.
    fileprivate var fitsItsStorage: Bool {
        guard storage == .bytes else { return true }
        return (panels == 1 || panelWidth % 4 == 0) && weights.allSatisfy { $0.magnitude <= Self.largestByte }
    }

    /// The largest magnitude that the sum of one row over one panel can reach with inputs of −32768 … 32767.
    public func panelBound(row: Int, panel: Int) -> Int64 {
        let start = row * columns + panel * panelWidth
        let end = min(start + panelWidth, (row + 1) * columns)
        var sum: Int64 = 0
        for weight in weights[start..<end] { sum += Int64(weight.magnitude) }
        return sum << 15
    }
}
