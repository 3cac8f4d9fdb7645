import Recordings

extension RecordingReader {
    /// Hands on motion whose labels do not matter: stretches without a gap, in the order of the recordings.
    ///
    /// - Parameters:
    ///   - rate: that they are brought to, samples per second; nil leaves them as they are.
    ///   - derives: whether attitude, gravity and the acceleration without it are told.
    func forEachEvenStretch(
        of paths: [String], at rate: Double?, derives: Bool, _ body: (String, RecordedSession) throws -> Void
    ) throws {
        for path in paths {
            let stream = try stream(path)
            while let part = try stream.next() {
                for stretch in part.session.evenStretches(at: rate, derives: derives) { try body(path, stretch.session) }
            }
        }
    }
}
