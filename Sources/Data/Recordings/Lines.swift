import Files
import Formatting
import Foundation

/// A recording's lines, one at a time, from a file or from text. Of a file it holds no more than the longest line and a piece.
package final class Lines {
    /// The most bytes that a line may have: a hundred times as many as a row needs.
    package static let longest = 1 << 16
    private static let piece = 1 << 16

    /// The line that was given last, from 1.
    package private(set) var number = 0
    /// Whether no line end follows the line that was given last.
    package private(set) var isUnterminated = false
    /// Whether a CR stands at the end of the line that was given last.
    private var hasReturn = false
    /// What ended the line that was given last: LF, CR LF, or nothing.
    package var end: [UInt8] { (hasReturn ? [0x0D] : []) + (isUnterminated ? [] : [0x0A]) }
    /// Whether a byte order mark stands before the first line.
    package private(set) var hasMark = false
    /// The byte order mark of UTF-8.
    package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private let path: String
    /// Nil for text, or if nothing is left to read.
    private var contents: FileContents?
    private let storage: UnsafeMutableRawBufferPointer
    /// What was read and not yet given.
    private var waiting: Range<Int>

    /// - Parameter limit: bytes that the file may hold, unpacked.
    package init(ofFileAt path: String, limit: Int) throws(RecordingError) {
        self.path = path
        do throws(ContentsError) {
            contents = try FileContents(ofFileAt: path, limit: limit)
        } catch {
            throw RecordingError(error, path: path)
        }
        storage = .allocate(byteCount: Self.longest + 2 + Self.piece, alignment: 16)
        waiting = 0..<0
        try refill()
        try skipMark()
    }

    package init(of text: String, path: String) throws(RecordingError) {
        self.path = path
        let bytes = Array(text.utf8)
        storage = .allocate(byteCount: max(1, bytes.count), alignment: 16)
        storage.copyBytes(from: bytes)
        waiting = 0..<bytes.count
        try skipMark()
    }

    deinit { storage.deallocate() }

    /// The bytes of the next line without its end, LF or CR LF; nil after the last one. They are there until the next call.
    package func next() throws(RecordingError) -> UnsafeRawBufferPointer? {
        var searched = waiting.lowerBound
        while true {
            if let end = newline(in: searched..<waiting.upperBound) {
                number += 1
                return try line(until: end, next: end + 1)
            }
            guard contents != nil else { break }
            guard waiting.count <= Self.longest + 1 else { throw tooLong(number + 1) }
            let held = waiting.count
            try refill()
            searched = waiting.lowerBound + held
        }
        guard !waiting.isEmpty else { return nil }
        number += 1
        isUnterminated = true
        return try line(until: waiting.upperBound, next: waiting.upperBound)
    }

    private func newline(in range: Range<Int>) -> Int? {
        guard let start = storage.baseAddress, let found = memchr(start + range.lowerBound, 0x0A, range.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    private func line(until end: Int, next: Int) throws(RecordingError) -> UnsafeRawBufferPointer {
        var line = UnsafeRawBufferPointer(rebasing: storage[waiting.lowerBound..<end])
        waiting = next..<waiting.upperBound
        hasReturn = line.last == 0x0D
        if hasReturn { line = UnsafeRawBufferPointer(rebasing: line.dropLast()) }
        guard line.count <= Self.longest else { throw tooLong(number) }
        return line
    }

    private func tooLong(_ line: Int) -> RecordingError {
        .row(
            path: path, line: line,
            reason: "it is longer than \(Self.longest) bytes, which no row of a recording is; lines end with LF or CR LF")
    }

    /// Moves what is left to the front and reads a piece behind it.
    private func refill() throws(RecordingError) {
        guard let contents, let start = storage.baseAddress else { return }
        memmove(start, start + waiting.lowerBound, waiting.count)
        waiting = 0..<waiting.count
        do throws(ContentsError) {
            let count = try contents.read(into: UnsafeMutableRawBufferPointer(rebasing: storage[waiting.upperBound...]))
            if count == 0 { self.contents = nil }
            waiting = 0..<waiting.upperBound + count
        } catch {
            throw RecordingError(error, path: path)
        }
    }

    /// A byte order mark says how text is encoded: of UTF-8 it is passed over.
    private func skipMark() throws(RecordingError) {
        let start = storage[waiting].prefix(3)
        hasMark = start.elementsEqual(Self.mark)
        if hasMark { waiting = waiting.lowerBound + 3..<waiting.upperBound }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw .damaged(path: path, reason: "it is UTF-16 text; save it as UTF-8")
        }
    }
}
