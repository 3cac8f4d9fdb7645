import Formatting

/// When the rows of a foreign table were sampled.
struct TimeColumn {
    private let place: Int?
    private let unit: TimeUnit
    /// Milliseconds between two rows, where no column tells.
    private let period: Double
    /// The column holds dates.
    private let isText: Bool
    /// `time from t in s`
    let words: String

    private static let sayRate: Sentence = "how many samples a second there are, as \(.recordedRate, "50")"
    private static let nameOne: Sentence = "name one, as \(.columns, "timestamp_s=…"), or say \(sayRate)"

    /// - Parameter rate: samples per second; then no column is looked at.
    /// - Throws: that nothing tells the time, or not its unit.
    init(_ table: ForeignTable, _ places: ForeignColumns, rate: Double?) throws(RecordingError) {
        if let rate {
            (place, unit, period, isText) = (nil, .milliseconds, 1000 / rate, false)
            words = "time by \(rate) Hz"
            return
        }
        guard let place = places.time else {
            throw .foreign(
                path: table.path,
                reason:
                    "no column tells the time; \(table.columnsInWords)\(remedy: Self.nameOne)")
        }
        // A header may be narrower than the rows.
        let name = table.header.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? "column \(place + 1)"
        let read = table.firstRows.lazy.filter { $0.count > place }
        let dates = read.prefix(20).compactMap { Self.date($0.text(place)) }
        self.place = place
        period = 0
        if !dates.isEmpty {
            (unit, isText) = (.milliseconds, true)
            words = "time from \(name)"
            return
        }
        isText = false
        if let known = places.timeUnit {
            unit = known
        } else {
            let stamps = Array(read.compactMap { $0.number(place) })
            let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.filter { $0 > 0 }
            guard let found = steps.median.flatMap({ TimeUnit(step: $0) }) else {
                throw .foreign(
                    path: table.path,
                    reason:
                        "the steps of \(name) are those of motion in no unit of time"
                        + "\(remedy: "say which it is, as \(.columns, "timestamp_ms=\(name)"), or \(Self.sayRate)")")
            }
            unit = found
        }
        words = "time from \(name) in \(unit.rawValue)"
    }

    /// - Parameter index: the row's, in the table.
    /// - Returns: nil if the row does not tell.
    func milliseconds(_ row: ForeignRow, _ index: Int) -> Double? {
        guard let place else { return Double(index) * period }
        guard row.count > place else { return nil }
        let time = isText ? Self.date(row.text(place)) : row.number(place).map { $0 * unit.factor }
        return time.flatMap { $0.magnitude < Self.most ? $0 : nil }
    }

    /// Milliseconds: thirty thousand years before and after 1970, where a microsecond still shows.
    private static let most = 1e15

    /// `2024-05-01 12:00:00.125`, `2024-05-01T12:00:00Z`: milliseconds since 1970, of whatever time zone.
    private static func date(_ text: String) -> Double? {
        let parts = text.split { "T ".contains($0) }
        guard parts.count >= 2 else { return nil }
        let day = parts[0].split { "-/".contains($0) }.compactMap { Int($0) }
        // What follows the seconds is a time zone, the same in every row.
        let clock = parts[1].prefix { $0.isNumber || $0 == ":" || $0 == "." }.split(separator: ":").compactMap { Double($0) }
        guard day.count == 3, clock.count == 3, (1...12).contains(day[1]), (1...31).contains(day[2]), (0...9999).contains(day[0])
        else {
            return nil
        }
        // Days of the civil calendar, with years that begin in March.
        let year = day[1] > 2 ? day[0] : day[0] - 1
        let month = (day[1] + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day[2] - 719_469
        return (Double(days) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]) * 1000
    }
}
