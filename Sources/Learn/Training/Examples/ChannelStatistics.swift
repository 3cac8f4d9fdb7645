import MotionCore
package import Recordings

/// Mean and deviation over the training windows of the channels, and of what is derived of them; of the values that are there.
package struct ChannelStatistics: Sendable, Equatable {
    package var mean: [Float]
    /// Never 0: a channel that does not move counts as if it deviated by 1.
    package var deviation: [Float]

    package init(mean: [Float], deviation: [Float]) { (self.mean, self.deviation) = (mean, deviation) }

    package init(_ data: DataSet) {
        let width = data.channels.count
        let derived = data.options.derives ? data.channels.quantityNames.count - width : 0
        var sums = [Double](repeating: 0, count: width + derived)
        var squares = sums
        var counts = sums
        func add(_ value: Float, to column: Int) {
            guard !value.isNaN else { return }
            counts[column] += 1
            sums[column] += Double(value)
            squares[column] += Double(value) * Double(value)
        }
        for window in data.windows {
            for (index, value) in data.values(of: window).enumerated() { add(value, to: index % width) }
            let told = data.sessions[window.session].derived(window.start..<window.start + data.options.window)
            for (index, value) in told.enumerated() { add(value, to: width + index % derived) }
        }
        mean = zip(sums, counts).map { $1 > 0 ? Float($0 / $1) : 0 }
        deviation = zip(zip(sums, squares), counts).map { pair, count in
            guard count > 0 else { return 1 }
            let (sum, square) = pair
            let variance = square / count - (sum / count) * (sum / count)
            return variance > 1e-12 ? Float(variance.squareRoot()) : 1
        }
    }
}
