import Files
import ForeignTables
import Formatting
import Recordings

extension ConvertedDataSet {
    /// What each table was taken for, at what rate and in which units, with what either is known by: a line for each, or where
    /// there are many for those that were taken for the same.
    var tableOfTables: [String] {
        var groups: [(tables: [ConvertedTable], words: [String])] = []
        for table in tables {
            if tables.count > Self.most, let place = groups.firstIndex(where: { $0.words == table.words }) {
                groups[place].tables.append(table)
            } else {
                groups.append(([table], table.words))
            }
        }
        var result = TextTable(leftColumns: 4)
        result.add(["file", "taken for", "rate", "units"])
        for (tables, words) in groups.prefix(Self.mostGroups) {
            result.add([Path.nameInFolder(of: tables[0].path) + (tables.count > 1 ? " and \(tables.count - 1) more" : "")] + words)
        }
        if groups.count > Self.mostGroups {
            let rest = groups.dropFirst(Self.mostGroups).reduce(0) { $0 + $1.tables.count }
            result.add(["and \(Numbers.count(rest, "file")) more", "see --json", "", ""])
        }
        for table in refused { result.add([Path.nameInFolder(of: table.path), "not converted; see above", "", ""]) }
        for (path, reason) in passedOver { result.add([Path.nameInFolder(of: path), "passed over: \(reason)", "", ""]) }
        return result.lines
    }

    /// Tables with a line of their own, and lines, at most.
    private static let most = 24
    private static let mostGroups = 40
}

extension ConvertedTable {
    var json: JSONLine {
        var line = JSONLine()
        line.add("file", path)
        if let joinedFile { line.add("joined_file", joinedFile) }
        line.add("taken_for", takenFor)
        line.add("sessions", sessions)
        if let rates {
            line.add("slowest_rate", rates.lowerBound, digits: 3)
            line.add("fastest_rate", rates.upperBound, digits: 3)
        }
        line.add("rate_known", rateReason)
        line.add("units", units)
        line.add("units_known", unitsReason)
        return line
    }
}
