extension Array where Element: Equatable {
    /// The ranges in which equal elements follow one another, in order; together they are all of the array. An array of labels
    /// falls into the stretches of one label.
    @inlinable
    package var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        var begin = 0
        while begin < count {
            let end = self[begin...].firstIndex { $0 != self[begin] } ?? count
            runs.append(begin..<end)
            begin = end
        }
        return runs
    }
}
