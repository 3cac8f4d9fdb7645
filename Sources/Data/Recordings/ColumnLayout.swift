import Formatting
public import MotionCore
import SignalProcessing

/// Which columns of a CSV file hold what.
package struct ColumnLayout {
    let hasHeader: Bool
    let columns: Int
    let session: Int
    let subject: Int?
    let label: Int
    let timestamp: Int?
    private(set) var channels: NamedChannels
    /// For each channel the columns whose sum is the value; none for one that the file does not have.
    private(set) var places: [[Int]]
    /// Whether a value may be missing: where there is more than one sensor's six axes.
    private(set) var mayMiss = false

    /// The usual names, which may stand in any order, among others.
    package static let header = Self.names + RecordedSession.channelNames
    /// In front of the channels.
    package static let names = ["session", "subject", "label", "timestamp_ms"]

    /// Columns of the book's recorder: session, activity, attitude (3), rotation (3), gravity (3), user acceleration (3).
    private static let bookColumns = 14

    init(firstRow: CSVRow, reader: RecordingReader, path: String) throws(RecordingError) {
        if firstRow.count == Self.bookColumns, (2..<Self.bookColumns).allSatisfy({ firstRow.number($0) != nil }) {
            hasHeader = false
            columns = Self.bookColumns
            session = 0
            subject = nil
            label = 1
            timestamp = nil
            channels = .sixAxes
            let gravity = reader.userAccelerationOnly ? [[], [], []] : [[8], [9], [10]]
            places = [gravity[0] + [11], gravity[1] + [12], gravity[2] + [13], [5], [6], [7]]
            if let wanted = reader.channels.wanted { try choose(wanted, path: path) }
            return
        }
        let names = (0..<firstRow.count).map { firstRow.text($0) }
        let needed = reader.channels == .sixAxes ? Self.header : Self.names
        let found = needed.map { names.firstIndex(of: $0) }
        let missing = zip(needed, found).filter { $0.1 == nil }.map(\.0)
        let known = found.compactMap { $0 }
        guard missing.isEmpty, known.count == needed.count else { throw .header(path: path, missing: missing) }
        hasHeader = true
        columns = names.count
        session = known[0]
        subject = known[1]
        label = known[2]
        timestamp = known[3]
        channels = .sixAxes
        places = []
        switch reader.channels {
        case .sixAxes: places = known[4...].map { [$0] }
        case .all:
            // Columns of text are among them, until `keep`: many tables have two of notes.
            take(Self.measured(names, behind: known[3]))
        case .named(let wanted):
            take(Self.measured(names, behind: known[3]))
            try requireReadable(wanted.channels.names, path: path)
            try choose(wanted, path: path)
        }
    }

    /// Columns that may be channels: the sensor's axes wherever they stand, in their usual order, then what stands behind the time,
    /// but for what an orientation filter tells of six axes by itself.
    private static func measured(_ names: [String], behind time: Int) -> [(name: String, column: Int)] {
        let axes = RecordedSession.channelNames.compactMap { name in names.firstIndex(of: name).map { (name, $0) } }
        // Without six axes a filter tells nothing: a head has a roll of its own.
        let derived = axes.count == RecordedSession.channelNames.count ? OrientationFilter.quantities : []
        let others = names.enumerated().dropFirst(time + 1).filter { _, name in
            !name.isEmpty && !Self.header.contains(name) && !derived.contains(name)
        }
        return axes + others.map { ($1, $0) }
    }

    private mutating func take(_ found: [(name: String, column: Int)]) {
        channels = NamedChannels(found.map(\.name))
        places = found.map { [$0.column] }
        mayMiss = channels != .sixAxes
    }

    /// - Parameter wanted: of the channels, those that will be read.
    private func requireReadable(_ wanted: [String], path: String) throws(RecordingError) {
        if let twice = wanted.first(where: { name in channels.names.count { $0 == name } > 1 }) {
            throw .row(
                path: path, line: 1, reason: "two columns are called \(printable(twice)); give each channel a name of its own")
        }
        if let problem = NamedChannels.problem(of: wanted) { throw .row(path: path, line: 1, reason: Sentence(problem)) }
    }

    /// Keeps these, in their order.
    private mutating func choose(_ wanted: WantedChannels, path: String) throws(RecordingError) {
        try wanted.check(channels, path: path)
        places = wanted.channels.names.map { name in channels.names.firstIndex(of: name).map { places[$0] } ?? [] }
        channels = wanted.channels
        mayMiss = channels != .sixAxes
    }

    /// Leaves out columns that hold no numbers.
    ///
    /// - Parameter holdsNumbers: of each channel.
    mutating func keep(_ holdsNumbers: [Bool], path: String) throws(RecordingError) {
        let kept = channels.names.indices.filter { holdsNumbers[$0] }
        guard !kept.isEmpty else { throw .header(path: path, missing: RecordedSession.channelNames) }
        channels = NamedChannels(kept.map { channels.names[$0] })
        places = kept.map { places[$0] }
        mayMiss = channels != .sixAxes
        try requireReadable(channels.names, path: path)
    }
}

extension NamedChannels {
    /// Channels of a recording, and bytes of a channel's name, at most.
    public static let most = 64
    public static let longestName = 64

    /// Why channels cannot have these names: the end of a sentence; nil if they can.
    package static func problem(of names: [String]) -> String? {
        if names.count > most { return "it has \(names.count) channels; \(most) are as many as are taken" }
        if let long = names.first(where: { $0.utf8.count > longestName }) {
            return
                "the name of the channel \(printable(String(long.prefix(16))))… has \(long.utf8.count) bytes; it may have \(longestName)"
        }
        if let name = names.first(where: { $0.unicodeScalars.contains { $0.isControl } }) {
            return "the name of the channel \(printable(name)) holds a control character"
        }
        return nil
    }
}
