import Formatting

/// The rows of somebody else's table that hold no sample: too few columns, no number, or one that no sensor measures. Each is a
/// lost sample; too many mean that the table is another than it is taken for.
package struct BadRows {
    /// What a person can say of the columns.
    package enum Columns {
        /// Found by their names, or named.
        case found(width: Int)
        /// The book's 14.
        case book
    }

    /// Of the table, good ones too.
    package var rows = 0
    package private(set) var count = 0
    /// The line of the first one; 0 without any.
    package private(set) var firstLine = 0
    /// Those whose numbers are out of a sensor's range, and the line of the first one.
    private var impossible = (count: 0, firstLine: 0)
    /// Rows whose time fits neither those before nor those after.
    private var misfits = 0
    /// Of all rows with numbers.
    private var lengths = RecordedLengths()

    package init() {}

    /// Counts a row that is none.
    ///
    /// - Parameter sample: six values in g and rad/s, fewer if a number is missing.
    /// - Returns: whether it is good.
    package mutating func check(_ sample: [Float], line: Int) -> Bool {
        if sample.count == 6, !lengths.isFull { lengths.add(sample[...]) }
        let isPossible = sample.indices.allSatisfy { RecordedUnits.isPossible(sample[$0], ofChannel: $0) }
        if sample.count == 6, isPossible { return true }
        if count == 0 { firstLine = line }
        count += 1
        if !isPossible {
            if impossible.count == 0 { impossible.firstLine = line }
            impossible.count += 1
        }
        return false
    }

    /// Counts a row of channels that are no motion.
    ///
    /// - Parameter hasValue: whether it has a time, and a value of some channel.
    /// - Returns: whether it is good.
    package mutating func check(hasValue: Bool, line: Int) -> Bool {
        if hasValue { return true }
        if count == 0 { firstLine = line }
        count += 1
        return false
    }

    /// Counts a row that is good but for its time, which fits neither the rows before nor those after.
    package mutating func addMisfit(line: Int) {
        firstLine = count == 0 ? line : min(firstLine, line)
        count += 1
        misfits += 1
    }

    /// Refuses more than one in twenty; one alone never costs the others.
    ///
    /// - Parameters:
    ///   - said: the units that a person said.
    ///   - used: the units that the rows were read in.
    package func requireFew(
        path: String, said: RecordedUnits?, _ used: RecordedUnits, _ columns: Columns
    ) throws(RecordingError) {
        guard count > 0, count == rows || (count > 1 && count * 20 > rows) else { return }
        if impossible.count * 2 > count {
            if said == nil, let (likely, reason) = used.contradicted(by: lengths) {
                throw .units(path: path, likely: likely, reason: reason)
            }
            throw .row(
                path: path, line: impossible.firstLine,
                reason:
                    "\(impossible.count) of \(rows) rows are like this one, which in \(used.text) no sensor measures"
                    + "\(remedy: "say the columns' units, as \(.units, "m/s2,deg/s")\(columns.mend)")")
        }
        if misfits * 2 > count {
            throw .row(
                path: path, line: firstLine,
                reason: "\(misfits) of \(rows) rows are like this one, whose time fits neither the rows before it nor those after"
                    + "\(remedy: "look whether the column of the time is the right one, with \(.columns), or say \(.recordedRate)")"
            )
        }
        throw .row(path: path, line: firstLine, reason: "\(count) of \(rows) rows are like this one, which \(columns.lack)")
    }
}

extension BadRows.Columns {
    fileprivate var mend: Sentence {
        switch self {
        case .found: ", or which columns are meant, with \(.columns)"
        case .book: ""
        }
    }

    fileprivate var lack: Sentence {
        switch self {
        case .found(let width):
            "has not \(width) columns or no number where one is needed\(remedy: "look whether the columns are the right ones, with \(.columns)")"
        case .book: "has not 14 columns or no number where one is needed"
        }
    }
}
