public import SignalProcessing

extension RecordedSession {
    /// All that a network may read of a session: its channels, and what an orientation filter tells from them.
    public static let quantityNames = channelNames + OrientationFilter.quantities

    /// Whether a quantity stands in the level frame.
    ///
    /// - Parameter column: in `quantityNames`.
    package static func isLevel(_ column: Int) -> Bool { quantityNames[column].hasPrefix("level_") }

    /// What the book's recorder writes beside rotation, the first of what is derived: attitude, gravity and the acceleration
    /// without it.
    static let bookQuantities = Array(OrientationFilter.quantities[..<9])

    /// Values of a sample in `derived`.
    private static let derivedCount = OrientationFilter.quantities.count

    /// Tells attitude, gravity and the acceleration without gravity of every sample, which `derived` then holds.
    ///
    /// - Parameter filter: made for the session's rate; it goes on from where it is.
    public mutating func derive(with filter: inout OrientationFilter) {
        var told = [Float](repeating: 0, count: count * Self.derivedCount)
        values.withUnsafeBufferPointer { values in
            told.withUnsafeMutableBufferPointer { told in
                guard let first = values.baseAddress, let result = told.baseAddress else { return }
                for sample in 0..<count { filter.push(first + sample * 6, into: result + sample * Self.derivedCount) }
            }
        }
        derived = told
    }

    /// Some quantities of a sample.
    ///
    /// - Parameter columns: in `quantityNames`. From the seventh on, the session must have them derived.
    public func quantities(_ columns: [Int], at index: Int) -> [Double] {
        columns.map { column in
            Double(column < 6 ? values[index * 6 + column] : derived[index * Self.derivedCount + column - 6])
        }
    }

    /// What is derived of some of the samples.
    package func derived(_ range: Range<Int>) -> ArraySlice<Float> {
        derived.isEmpty ? [] : derived[range.lowerBound * Self.derivedCount..<range.upperBound * Self.derivedCount]
    }
}
