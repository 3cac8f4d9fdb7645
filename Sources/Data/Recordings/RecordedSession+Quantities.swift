public import MotionCore
public import SignalProcessing

extension RecordedSession {
    /// All that a network may read of six axes.
    public static let quantityNames = NamedChannels.sixAxes.quantityNames

    /// What the book's recorder writes beside rotation, the first of what is derived: attitude, gravity and the acceleration
    /// without it.
    static let bookQuantities = Array(OrientationFilter.quantities[..<9])

    /// Values of a sample in `derived`.
    private static let derivedCount = OrientationFilter.quantities.count

    /// Tells attitude, gravity and the acceleration without gravity of every sample, which `derived` then holds.
    ///
    /// - Parameter filter: made for the session's rate; it goes on from where it is.
    public mutating func derive(with filter: inout OrientationFilter) {
        let columns = channels.sixAxisSensor?.columns.compactMap(\.self) ?? []
        precondition(columns.count == 6, "only of six axes an orientation can be told")
        let width = width
        var told = [Float](repeating: 0, count: count * Self.derivedCount)
        values.withUnsafeBufferPointer { values in
            told.withUnsafeMutableBufferPointer { told in
                guard let first = values.baseAddress, let result = told.baseAddress else { return }
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { axes in
                    guard let start = axes.baseAddress else { return }
                    for sample in 0..<count {
                        for axis in 0..<6 { start[axis] = first[sample * width + columns[axis]] }
                        filter.push(start, into: result + sample * Self.derivedCount)
                    }
                }
            }
        }
        derived = told
    }

    /// Some quantities of a sample.
    ///
    /// - Parameter columns: in the channels' `quantityNames`. Behind the channels, the session must have them derived.
    public func quantities(_ columns: [Int], at index: Int) -> [Double] {
        columns.map { column in
            Double(
                column < width ? values[index * width + column] : derived[index * Self.derivedCount + column - width])
        }
    }

    /// What is derived of some of the samples.
    package func derived(_ range: Range<Int>) -> ArraySlice<Float> {
        derived.isEmpty ? [] : derived[range.lowerBound * Self.derivedCount..<range.upperBound * Self.derivedCount]
    }
}

extension NamedChannels {
    /// All that a network may read of a session with these channels: themselves, and what an orientation filter tells of six axes.
    public var quantityNames: [String] { sixAxisSensor == nil ? names : names + OrientationFilter.quantities }

    /// Whether a quantity stands in the level frame.
    ///
    /// - Parameter column: in `quantityNames`.
    package func isLevel(_ column: Int) -> Bool { column >= count && quantityNames[column].hasPrefix("level_") }
}
