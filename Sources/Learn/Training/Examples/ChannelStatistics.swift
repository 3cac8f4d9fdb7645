package import Recordings

/// Mean and deviation over the training windows of the six channels, and of what is derived of them.
package struct ChannelStatistics: Sendable, Equatable {
    package var mean: [Float]
    /// Never 0: a channel that does not move counts as if it deviated by 1.
    package var deviation: [Float]

    package init(_ data: DataSet) {
        let derived = data.options.derives ? RecordedSession.quantityNames.count - 6 : 0
        var sums = [Double](repeating: 0, count: 6 + derived)
        var squares = sums
        var count = 0.0
        func add(_ value: Float, to column: Int) {
            sums[column] += Double(value)
            squares[column] += Double(value) * Double(value)
        }
        for window in data.windows {
            for (index, value) in data.values(of: window).enumerated() { add(value, to: index % 6) }
            let told = data.sessions[window.session].derived(window.start..<window.start + data.options.window)
            for (index, value) in told.enumerated() { add(value, to: 6 + index % derived) }
            count += Double(data.options.window)
        }
        mean = sums.map { Float($0 / count) }
        deviation = zip(sums, squares).map { sum, square in
            let variance = square / count - (sum / count) * (sum / count)
            return variance > 1e-12 ? Float(variance.squareRoot()) : 1
        }
    }
}
