import Formatting
import Recordings

/// What a gyroscope measured, by its own clock: joined by time with what an accelerometer did by its own.
///
/// A value between two samples lies on the straight line between them. Before the first sample, after the last, and where samples
/// are missing, there is none.
struct RotationTrack {
    private let path: String
    /// Milliseconds, rising or equal.
    private var times: [Double] = []
    /// `samples × 3`, in rad/s.
    private var values: [Float] = []
    /// Samples after which some are missing.
    private var gaps: Set<Int> = []
    /// Whether the samples of both tables are told apart by their number.
    private let isByNumber: Bool
    private let rows: Int
    /// The sample that was at or before the last time that was asked for.
    private var place = 0
    /// Times before the first sample or after the last, and all.
    private var outside = (count: 0, of: 0)

    /// Samples that are held, at most.
    private static let most = 16_000_000

    /// A sample at a time that the gyroscope did not measure.
    enum Lack: Error { case outside, gap }

    /// - Parameters:
    ///   - sessions: what was read of the gyroscope's table, with the rotation in the place of the acceleration.
    ///   - rows: of the table, bad ones too.
    init(
        _ sessions: [RecordedSession], path: String, isByNumber: Bool, rows: Int
    ) throws(RecordingError) {
        (self.path, self.isByNumber, self.rows) = (path, isByNumber, rows)
        for session in sessions {
            guard let first = session.timestamps.first, times.last.map({ $0 <= first }) ?? true else {
                throw .foreign(
                    path: path,
                    reason: "time goes back in it, so that it cannot be joined with the acceleration beside it by time"
                        + "\(remedy: "cut both into a file for each recording")")
            }
            if !times.isEmpty { gaps.insert(times.count - 1) }
            let clock = SampleClock(session.timestamps)
            gaps.formUnion((clock?.gaps ?? []).map { $0.after + times.count })
            times += session.timestamps
            for sample in 0..<session.count { values += session.sample(sample).prefix(3) }
        }
        guard times.count <= Self.most else { throw .tooMany(path: path, limit: Self.most, isAlone: true) }
        let repeated = zip(times.dropFirst(), times).count { $0 == $1 }
        guard repeated * 20 > times.count else { return }
        let reason: Sentence =
            "\(repeated) of its \(times.count) time stamps are those of the row before, so that it cannot be joined with the acceleration "
            + "beside it by time"
        throw .foreign(path: path, reason: reason)
    }

    /// The rotation at a time.
    mutating func rotation(at time: Double) throws(Lack) -> [Float] {
        outside.of += 1
        guard let first = times.first, let last = times.last, first <= time, time <= last else {
            outside.count += 1
            throw .outside
        }
        if time < times[place] { place = 0 }
        while place + 1 < times.count, times[place + 1] <= time { place += 1 }
        let before = values[3 * place..<3 * place + 3]
        guard times[place] < time else { return Array(before) }
        guard !gaps.contains(place) else { throw .gap }
        let part = Float((time - times[place]) / (times[place + 1] - times[place]))
        return zip(before, values[3 * place + 3..<3 * place + 6]).map { $0 + part * ($1 - $0) }
    }

    /// Refuses two tables that do not belong together.
    ///
    /// - Parameters:
    ///   - other: the path of the accelerometer's table.
    ///   - rows: of that table, bad ones too.
    func requireOverlap(with other: String, rows: Int) throws(RecordingError) {
        if isByNumber, rows != self.rows {
            throw .foreign(
                path: path,
                reason:
                    "it has \(self.rows) rows, and \(other) beside it has \(rows): without time stamps nothing says which belong "
                    + "together")
        }
        guard outside.count * 2 > outside.of else { return }
        throw .foreign(
            path: path,
            reason:
                "of \(other) beside it \(outside.count) of \(outside.of) samples lie before its first one or after its last, so "
                + "that the two are not of one clock\(remedy: "convert them one at a time, or cut them to what belongs together")")
    }
}
