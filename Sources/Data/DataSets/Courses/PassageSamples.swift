package import Recordings

extension RecordingReader {
    /// Reads the samples of some passages from their recordings once more: which ones are wanted is known only after all has been
    /// read. Memory does not grow with them.
    ///
    /// - Parameters:
    ///   - passages: in the order of the recordings, as a survey has them.
    ///   - take: a passage by its place in the list, the sample's place in it, and its values.
    ///   - end: the passage at this place is complete; not called where the recording does not hold it any more.
    package func forEachSample(
        of passages: [Passage], _ take: (Int, Int, ArraySlice<Float>) throws -> Void, end: (Int) -> Void = { _ in }
    ) throws {
        var next = 0
        while next < passages.count {
            let path = passages[next].recording
            let stop = passages[next...].firstIndex { $0.recording != path } ?? passages.count
            try read(path, passages[next..<stop], take, end)
            next = stop
        }
    }

    private func read(
        _ path: String, _ passages: ArraySlice<Passage>, _ take: (Int, Int, ArraySlice<Float>) throws -> Void, _ end: (Int) -> Void
    ) throws {
        let stream = try stream(path)
        var (first, current) = (0, passages.startIndex)
        while current < passages.endIndex, let part = try stream.next() {
            let held = first..<first + part.session.count
            while current < passages.endIndex, passages[current].samples.lowerBound < held.upperBound {
                let samples = passages[current].samples
                for sample in samples.clamped(to: held) {
                    try take(current, sample - samples.lowerBound, part.session.sample(sample - first))
                }
                guard samples.upperBound <= held.upperBound else { break }
                end(current)
                current += 1
            }
            first = held.upperBound
        }
    }
}
