extension Array where Element: Equatable {
    /// Where equal elements follow one another: from the first of them to the next other one, in order. Of labels, the stretches of
    /// one label.
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
