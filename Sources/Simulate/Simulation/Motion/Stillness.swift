import MotionCore
package import Recordings

extension Recording {
    /// An hour in which nothing moves: the clock of somebody's motion who watches a device's lights.
    ///
    /// - Parameters:
    ///   - person: the session's name, and the subject's.
    ///   - rate: samples per second, more than 0.
    package static func stillness(of person: String, rate: Double) -> Recording {
        let samples = Int(saturating: 3600 * rate)
        var session = RecordedSession(name: person, subject: person)
        session.timestamps = (0..<samples).map { Double($0) * 1000 / rate }
        session.labels = [String](repeating: "rest", count: samples)
        session.values = [Float](repeating: 0, count: samples * 6)
        return Recording(path: "synthetic", sessions: [session])
    }
}
