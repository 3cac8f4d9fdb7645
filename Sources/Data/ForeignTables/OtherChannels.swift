import Formatting
import MotionCore
import MotionUnits
import Recordings
import SignalProcessing

/// Columns of a foreign table that hold numbers and are no motion: channels under their own names, as far as these can be names of
/// channels.
struct OtherChannels {
    private(set) var names: [String] = []
    /// Of each the column.
    private(set) var places: [Int] = []
    /// Names that could not stay.
    private(set) var renamed: [(old: String, new: String)] = []
    /// Columns of numbers that are none: what a name says of labels, people and sessions, and what counts rows.
    private(set) var passedOver: [String] = []
    /// Columns that are left out because a recording has not so many channels.
    private(set) var surplus = 0

    /// Rows that tell whether a column holds numbers.
    private static let tellingRows = 1_000

    init() {}

    /// - Parameters:
    ///   - names: what the columns' names say.
    ///   - taken: columns of motion, labels, people, sessions and the time.
    ///   - hasMotion: whether six axes stand before them.
    init(_ table: ForeignTable, _ names: [ColumnName], besides taken: Set<Int>, hasMotion: Bool) {
        guard let header = table.header else { return }
        let free = header.indices.filter { !taken.contains($0) && !header[$0].isEmpty && $0 < table.width }
        let numbers = Self.holdNumbers(free, table).filter { names[$0].time == nil }
        var used = Set(ColumnLayout.names + (hasMotion ? SixAxes.names : []))
        for place in numbers {
            if hasMotion, OrientationFilter.quantities.contains(header[place]) { continue }
            if names[place].text != nil || table.countsRows(in: place) {
                passedOver.append(header[place])
                continue
            }
            let name = Self.free(header[place], used)
            used.insert(name)
            self.names.append(name)
            places.append(place)
            if name != header[place] { renamed.append((header[place], name)) }
        }
        if hasMotion, self.names.count + 6 > NamedChannels.most {
            surplus = self.names.count
            (self.names, places, renamed) = ([], [], [])
        }
    }

    /// Columns whose first value is a number.
    private static func holdNumbers(_ places: [Int], _ table: ForeignTable) -> [Int] {
        var open = Set(places)
        var found: Set<Int> = []
        for row in table.firstRows.prefix(tellingRows) where !open.isEmpty && row.count == table.width {
            for place in open where !row.isMissing(place) {
                open.remove(place)
                if row.number(place) != nil { found.insert(place) }
            }
        }
        return places.filter(found.contains)
    }

    /// A name that a channel of a recording may have, and no other has.
    private static func free(_ name: String, _ used: Set<String>) -> String {
        let plain = name.unicodeScalars.map { $0 == "," || $0 == "\"" || $0.value < 0x20 || $0.value == 0x7F ? "_" : Character($0) }
        var kept = Substring(String(plain)).trimmed
        func cut(to most: Int) {
            while kept.utf8.count > most { kept.removeLast() }
            kept = Substring(kept).trimmed
        }
        cut(to: NamedChannels.longestName)
        guard used.contains(kept) else { return kept }
        cut(to: NamedChannels.longestName - 4)
        let number = (2...).first { !used.contains("\(kept)_\($0)") } ?? 2
        return "\(kept)_\(number)"
    }

    /// `5 channels: flex_0, …`, with names that could not stay; nil without channels.
    var words: String? {
        guard !names.isEmpty else { return nil }
        let old = Dictionary(renamed.map { ($0.new, $0.old) }) { first, _ in first }
        let shown = names.prefix(Self.mostShown).map { name in
            printable(name) + (old[name].map { " (called \(printable($0)))" } ?? "")
        }
        let left = renamed.filter { pair in !names.prefix(Self.mostShown).contains(pair.new) }
        return Numbers.count(names.count, "channel") + ": " + shown.joined(separator: ", ")
            + (names.count > shown.count ? " …" : "")
            + left.prefix(Self.mostShown).map { ", \(printable($0.new)) (called \(printable($0.old)))" }.joined()
            + (passedOver.isEmpty ? "" : "; not \(passedOver.prefix(Self.mostShown).map(printable).joined(separator: ", "))")
    }

    private static let mostShown = 4
}
