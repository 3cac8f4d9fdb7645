import Recording

extension RecordingReader {
    /// The courses of some passages, read from their recordings once more: what is unlike the rest is known only after all has
    /// been read.
    ///
    /// - Parameter passages: in the order of the recordings, as a survey has them.
    /// - Returns: one a passage; nil where the recording does not hold it any more.
    func courses(of passages: [Passage]) throws(RecordingError) -> [Course?] {
        var result = [Course?](repeating: nil, count: passages.count)
        var next = 0
        while next < passages.count {
            let path = passages[next].recording
            let end = passages[next...].firstIndex { $0.recording != path } ?? passages.count
            try read(path, passages[next..<end], into: &result)
            next = end
        }
        return result
    }

    private func read(_ path: String, _ passages: ArraySlice<Passage>, into result: inout [Course?]) throws(RecordingError) {
        let stream = try stream(path)
        var builder = CourseBuilder()
        var (first, current) = (0, passages.startIndex)
        while current < passages.endIndex, let part = try stream.next() {
            let held = first..<first + part.session.count
            while current < passages.endIndex, passages[current].samples.lowerBound < held.upperBound {
                let samples = passages[current].samples
                for sample in samples.clamped(to: held) { builder.add(part.session.sample(sample - first)) }
                guard samples.upperBound <= held.upperBound else { break }
                result[current] = builder.course
                builder.reset()
                current += 1
            }
            first = held.upperBound
        }
    }
}
