import Formatting
import Recordings

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
    /// What the rate is known by: `by t in s`, or `as said`.
    let reason: String

    /// Whether rows are told apart by their number alone.
    var isByNumber: Bool { place == nil }

    private static let sayRate: Sentence = "how many samples a second there are, as \(.recordedRate, "50")"
    private static let nameOne: Sentence = "name one, as \(.columns, "timestamp_s=…"), or say \(sayRate)"

    /// - Parameter rate: samples per second; then no column is looked at.
    /// - Throws: that nothing tells the time, or not its unit, or that in its unit no sensor has the rate that comes of it.
    init(_ table: ForeignTable, _ places: ForeignColumns, rate: Double?) throws(RecordingError) {
        if let rate {
            (place, unit, period, isText) = (nil, .milliseconds, 1000 / rate, false)
            words = "time by \(rate) Hz"
            reason = "as said"
            return
        }
        guard let place = places.time else {
            throw .foreign(
                path: table.path,
                reason:
                    "no \(table.moments == nil ? "column" : "field") tells the time; \(table.columnsInWords)\(remedy: Self.nameOne)"
            )
        }
        // A header may be narrower than the rows.
        let name = table.header.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? "column \(place + 1)"
        let read = table.firstRows.lazy.filter { $0.count > place }
        isText = read.prefix(20).contains { ClockText.milliseconds($0.text(place)) != nil }
        let isText = isText
        let stamps = Array(read.compactMap { isText ? ClockText.milliseconds($0.text(place)) : $0.number(place) })
        let rates = StampRates(stamps)
        self.place = place
        period = 0
        guard let unit = isText ? .milliseconds : places.timeUnit ?? rates.flatMap({ TimeUnit(step: $0.step) }) else {
            throw Self.unknownUnit(of: name, rates, table)
        }
        if places.timeUnit == nil, !isText, table.countsRows(in: place) {
            throw .foreign(
                path: table.path,
                reason:
                    "\(name) rises by 1 with each row: it counts rows, or milliseconds of 1000 Hz"
                    + "\(remedy: "say \(Self.sayRate), or \(.columns, .text("timestamp_ms=\(name)"))")")
        }
        self.unit = unit
        words = "time from \(name)" + (isText ? "" : " in \(unit.rawValue)")
        reason = "by \(name)" + (isText ? "" : " in \(unit.rawValue)")
        // Our own recordings count milliseconds.
        if let rates, rates.isImpossible(in: unit, isSure: table.header == ColumnLayout.header) {
            throw Self.impossible(unit, of: name, rates, table, isText: isText)
        }
    }

    private static func unknownUnit(of name: String, _ rates: StampRates?, _ table: ForeignTable) -> RecordingError {
        let seen = rates.map { ": \($0.words), and motion has 5 to 2000" } ?? ""
        // A slow table may be meant: then somebody has to say so.
        let likely = rates.flatMap { rates in TimeUnit.allCases.first { (0.5...10_000).contains(rates.rate(in: $0)) } }
        let unit = likely ?? .milliseconds
        return .foreign(
            path: table.path,
            reason:
                "the steps of \(name) are those of motion in no unit of time\(seen)"
                + "\(remedy: "say which it is, as \(.columns, .text("timestamp_\(unit.rawValue)=\(name)")), or \(sayRate)")")
    }

    private static func impossible(
        _ unit: TimeUnit, of name: String, _ rates: StampRates, _ table: ForeignTable, isText: Bool
    ) -> RecordingError {
        let repeated = rates.areRepeated ? ", and many are those of the row before" : ""
        guard !isText, let other = TimeUnit(step: rates.step) else {
            return .foreign(
                path: table.path,
                reason:
                    "by \(name) its rate is \(rates.hertz(in: unit)), which no sensor of motion has\(repeated)\(remedy: "say \(sayRate)")"
            )
        }
        return .foreign(
            path: table.path,
            reason:
                "by \(name) in \(unit.rawValue) its rate is \(rates.hertz(in: unit)), which no sensor of motion has, and "
                + "\(rates.hertz(in: other)) in \(other.rawValue)\(repeated)"
                + "\(remedy: "say its unit, as \(.columns, .text("timestamp_\(other.rawValue)=\(name)")), or \(sayRate)")")
    }

    /// - Parameter index: the row's, in the table.
    /// - Returns: nil if the row does not tell.
    func milliseconds(_ row: ForeignRow, _ index: Int) -> Double? {
        guard let place else { return Double(index) * period }
        guard row.count > place else { return nil }
        let time = isText ? ClockText.milliseconds(row.text(place)) : row.number(place).map { $0 * unit.factor }
        return time.flatMap { $0.magnitude < Self.most ? $0 : nil }
    }

    /// Milliseconds: thirty thousand years before and after 1970, where a microsecond still shows.
    private static let most = 1e15
}
