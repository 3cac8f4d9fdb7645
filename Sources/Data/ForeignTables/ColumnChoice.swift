import Formatting
import Recordings

/// What a column of somebody else's table holds.
package enum ForeignColumn: Hashable, Sendable {
    case session, subject, label
    /// Of no unit: by the steps between the rows.
    case time(TimeUnit?)
    /// In the order of `RecordedSession.channelNames`.
    case channel(Int)

    /// `label`, `timestamp_ms`, `ax`; nil for any other word.
    init?(_ word: String) {
        switch word {
        case "session": self = .session
        case "subject": self = .subject
        case "label": self = .label
        case "timestamp": self = .time(nil)
        default:
            if let channel = RecordedSession.channelNames.firstIndex(of: word) {
                self = .channel(channel)
            } else if word.hasPrefix("timestamp_"), let unit = TimeUnit(rawValue: String(word.dropFirst(10))) {
                self = .time(unit)
            } else {
                return nil
            }
        }
    }

    /// Whether two of them cannot stand in one table.
    func isSame(as other: ForeignColumn) -> Bool {
        if case .time = self, case .time = other { return true }
        return self == other
    }
}

/// The unit of time stamps.
package enum TimeUnit: String, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    /// What makes milliseconds of it.
    var factor: Double {
        switch self {
        case .seconds: 1000
        case .milliseconds: 1
        case .microseconds: 1e-3
        case .nanoseconds: 1e-6
        }
    }

    /// The only one in which a step between two samples is one of motion, 5 to 2000 samples a second.
    init?(step: Double) {
        guard let unit = Self.allCases.first(where: { (0.5...200).contains(step * $0.factor) }) else { return nil }
        self = unit
    }
}

/// Columns that somebody has named: `label=activity,timestamp_s=t,ax=3`.
public struct ColumnChoice: Sendable, Equatable {
    let columns: [(column: ForeignColumn, name: String)]

    /// - Parameter text: what a column holds, and its name in the header or its number from 1, with commas between.
    /// - Returns: nil if a word is unknown or stands twice.
    public init?(_ text: String) {
        var columns: [(column: ForeignColumn, name: String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let column = ForeignColumn(pair[0].filter { $0 != " " }) else { return nil }
            guard !columns.contains(where: { $0.column.isSame(as: column) }) else { return nil }
            columns.append((column, pair[1].trimmed))
        }
        self.columns = columns
    }

    public static func == (one: ColumnChoice, other: ColumnChoice) -> Bool {
        one.columns.elementsEqual(other.columns) { $0.column == $1.column && $0.name == $1.name }
    }

    /// Where each column stands in a table.
    ///
    /// - Throws: a name that the header does not have, or a number beyond the table.
    func places(in table: ForeignTable) throws(RecordingError) -> [ForeignColumn: Int] {
        var places: [ForeignColumn: Int] = [:]
        for (column, name) in columns {
            if let place = table.header?.firstIndex(of: name) {
                places[column] = place
            } else if let number = Int(name), (1...table.width).contains(number) {
                places[column] = number - 1
            } else {
                throw .foreign(
                    path: table.path, reason: "there is no column \(name) as \(.columns) has it; \(table.columnsInWords)")
            }
        }
        return places
    }

    /// Where those columns stand that a table has, by their names or numbers.
    func knownPlaces(in table: ForeignTable) -> [ForeignColumn: Int] {
        var places: [ForeignColumn: Int] = [:]
        for (column, name) in columns {
            if let place = table.header?.firstIndex(of: name) ?? Int(name).map({ $0 - 1 }), (0..<table.width).contains(place) {
                places[column] = place
            }
        }
        return places
    }
}

extension Substring {
    var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
