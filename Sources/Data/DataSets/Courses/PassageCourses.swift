import Recordings

extension RecordingReader {
    /// The courses of some passages.
    ///
    /// - Parameters:
    ///   - passages: in the order of the recordings, as a survey has them.
    ///   - width: values of a sample.
    /// - Returns: one a passage; nil where the recording does not hold it any more.
    func courses(of passages: [Passage], width: Int) throws -> [Course?] {
        var result = [Course?](repeating: nil, count: passages.count)
        var builder = CourseBuilder(width: width)
        try forEachSample(of: passages) { _, _, values in
            builder.add(values)
        } end: { place in
            result[place] = builder.course
            builder.reset()
        }
        return result
    }
}
