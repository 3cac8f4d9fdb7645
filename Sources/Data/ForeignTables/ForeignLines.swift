import Formatting
import Foundation
import Recordings

/// The lines of a foreign table that are not blank.
final class ForeignLines {
    private let lines: Lines?
    /// In place of lines.
    private let moments: MomentLines?
    private let path: String
    private var blank = 0
    /// Whether a blank line stands before the line that was given last.
    private(set) var followsBlank = false

    /// - Parameter columns: those of a file of moments; nil of any other.
    init(_ path: String, _ columns: MomentColumns? = nil) throws(RecordingError) {
        self.path = path
        moments = try columns.map { columns throws(RecordingError) in try MomentLines(path, columns) }
        if columns != nil {
            lines = nil
        } else if JSONForm(path) == .acquisition {
            lines = try Lines(of: AcquisitionFile(path).table, path: path)
        } else {
            lines = try Lines(ofFileAt: path, limit: RecordingReader.mostBytes)
        }
    }

    /// Of the line that was given last, counted from 1.
    var number: Int { lines?.number ?? moments?.number ?? 0 }

    /// The next one, there until the next call; nil after the last.
    ///
    /// - Throws: a file that cannot be read, or is no text.
    func next() throws(RecordingError) -> UnsafeRawBufferPointer? {
        followsBlank = false
        if let moments { return try moments.next() }
        while let line = try lines?.next() {
            if let start = line.baseAddress, memchr(start, 0, line.count) != nil {
                throw .damaged(path: path, reason: "it is no text; export it as CSV first")
            }
            if line.contains(where: { !Self.nothing.contains($0) }) { return line }
            followsBlank = true
            blank += 1
            guard blank <= RecordingReader.mostBlankLines else {
                throw .row(
                    path: path, line: number, reason: "so far \(RecordingReader.mostBlankLines) blank lines; this is no recording")
            }
        }
        return nil
    }

    /// Spaces, tabs, and the separators that spreadsheets write for a row without anything in it.
    private static let nothing: [UInt8] = [0x20, 0x09, 0x2C, 0x3B]
}
