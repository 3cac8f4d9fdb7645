import Recording

extension RecordingReader {
    /// Hands on motion whose labels do not matter: stretches without a gap, in the order of the recordings.
    ///
    /// - Parameter rate: that they are brought to, samples per second; nil leaves them as they are.
    func forEachEvenStretch(of paths: [String], at rate: Double?, _ body: (String, RecordedSession) throws -> Void) throws {
        for path in paths {
            let stream = try stream(path)
            while let part = try stream.next() {
                for stretch in part.session.evenStretches(at: rate) { try body(path, stretch.session) }
            }
        }
    }
}
