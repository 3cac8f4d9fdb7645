/// Which columns of a CSV file hold what.
struct ColumnLayout {
    let hasHeader: Bool
    let columns: Int
    let session: Int
    let subject: Int?
    let label: Int
    let timestamp: Int?
    /// For ax, ay, az, gx, gy, gz the columns whose sum is the value.
    let channels: [[Int]]

    /// The header's names, which may stand in any order, among others.
    static let header = ["session", "subject", "label", "timestamp_ms"] + RecordedSession.channelNames

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
            let gravity = reader.userAccelerationOnly ? [[], [], []] : [[8], [9], [10]]
            channels = [gravity[0] + [11], gravity[1] + [12], gravity[2] + [13], [5], [6], [7]]
            return
        }
        let names = (0..<firstRow.count).map { firstRow.text($0) }
        let places = Self.header.map { names.firstIndex(of: $0) }
        let missing = zip(Self.header, places).filter { $0.1 == nil }.map(\.0)
        let found = places.compactMap { $0 }
        guard missing.isEmpty, found.count == Self.header.count else { throw .header(path: path, missing: missing) }
        hasHeader = true
        columns = names.count
        session = found[0]
        subject = found[1]
        label = found[2]
        timestamp = found[3]
        channels = found[4...].map { [$0] }
    }
}
