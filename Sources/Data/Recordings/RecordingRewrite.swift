/// What becomes of some rows of a recording.
package struct RowChange: Sendable, Equatable {
    package var isDropped = false
    /// Nil: they keep theirs.
    package var label: String?
    package var session: String?

    package init() {}
}

/// The rows of some samples, counted over the recording, and what becomes of them.
package struct RowSpan: Sendable, Equatable {
    package var samples: Range<Int>
    package var change: RowChange

    package init(_ samples: Range<Int>, _ change: RowChange) {
        self.samples = samples
        self.change = change
    }
}

/// A recording written again with some rows left out or called otherwise. All else keeps its bytes: the header, other columns,
/// blank lines, line ends, also those of rows that change.
///
/// What it is given has been read by a `RecordingStream`, which refuses what is wrong with it.
package struct RecordingRewrite {
    private let path: String
    private let spans: [RowSpan]
    /// How many samples the recording had when it was looked at.
    private let samples: Int

    /// Bytes that are handed on at a time.
    private static let piece = 1 << 16

    /// - Parameter spans: rising, apart from each other.
    package init(_ path: String, _ spans: [RowSpan], samples: Int) {
        self.path = path
        self.spans = spans
        self.samples = samples
    }

    /// Reads the recording once more and writes it, in memory that does not grow with it.
    ///
    /// - Parameters:
    ///   - row: is told of each row's session, label and time stamp, as they were, and of what becomes of it; of rows without a
    ///     time stamp nothing is told.
    ///   - write: takes bytes in their order.
    /// - Throws: also if the recording is another than the one that was looked at.
    package func write(
        row tell: (_ session: String, _ label: String, _ milliseconds: Double, _ change: RowChange) -> Void,
        to write: (_ bytes: [UInt8]) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let lines = try Lines(ofFileAt: path, limit: RecordingReader.mostBytes)
        var row = CSVRow()
        var layout: ColumnLayout?
        var reader = RecordingReader()
        reader.channels = .all
        var (sample, span) = (0, 0)
        var bytes: [UInt8] = lines.hasMark ? Lines.mark : []
        while let line = try lines.next() {
            row.cut(line)
            var change = RowChange()
            if !row.isBlank {
                let isHeader = layout == nil
                let known = if let layout { layout } else { try ColumnLayout(firstRow: row, reader: reader, path: path) }
                layout = known
                if !isHeader || !known.hasHeader {
                    guard sample < samples, row.count == known.columns else { throw changed }
                    while span < spans.count, spans[span].samples.upperBound <= sample { span += 1 }
                    if span < spans.count, spans[span].samples.contains(sample) { change = spans[span].change }
                    if let column = known.timestamp, let time = row.number(column) {
                        tell(row.text(known.session), row.text(known.label), time, change)
                    }
                    sample += 1
                }
                if change.isDropped { continue }
                bytes += row.bytes(replacing: [(known.session, change.session), (known.label, change.label)])
            } else {
                bytes += line
            }
            bytes += lines.end
            if bytes.count >= Self.piece {
                try write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        guard sample == samples else { throw changed }
        try write(bytes)
    }

    /// Whether a recording may have it as a session's name or a label: not empty, in one column, and not too long.
    package static func mayBeName(_ name: String) -> Bool {
        !name.isEmpty && RecordingWriter.isPlain(name) && name.utf8.count <= RowNames.longest
    }

    private var changed: RecordingError {
        .damaged(path: path, reason: "it changed while it was read; wait until nothing writes to it")
    }
}

extension CSVRow {
    /// The line with other texts in some columns; nil leaves a column as it is, with the spaces around it.
    fileprivate func bytes(replacing columns: [(column: Int, text: String?)]) -> [UInt8] {
        let wanted = columns.compactMap { column, text in text.map { (column, Array($0.utf8)) } }
        guard !wanted.isEmpty else { return Array(line) }
        var result: [UInt8] = []
        for column in 0..<count {
            if column > 0 { result.append(UInt8(ascii: ",")) }
            if let (_, text) = wanted.first(where: { $0.0 == column }) { result += text } else { result += whole(column) }
        }
        return result
    }
}
