package import Recording

/// Mean and deviation of the six channels over the training windows.
package struct ChannelStatistics: Sendable, Equatable {
    package var mean: [Float]
    /// Never 0: a channel that does not move counts as if it deviated by 1.
    package var deviation: [Float]

    package init(_ data: DataSet) {
        var sums = [Double](repeating: 0, count: 6)
        var squares = sums
        var count = 0.0
        for window in data.windows {
            for (index, value) in data.values(of: window).enumerated() {
                sums[index % 6] += Double(value)
                squares[index % 6] += Double(value) * Double(value)
            }
            count += Double(data.options.window)
        }
        mean = sums.map { Float($0 / count) }
        deviation = zip(sums, squares).map { sum, square in
            let variance = square / count - (sum / count) * (sum / count)
            return variance > 1e-12 ? Float(variance.squareRoot()) : 1
        }
    }
}
