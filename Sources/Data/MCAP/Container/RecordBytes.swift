import Files
import Formatting
import Recordings

/// The bytes of an MCAP file from the first to the last, within bounds that records set. It holds 64 KB of the file.
///
/// No number in a file makes it allocate: what is held is asked for with a limit, and all else is passed over.
final class RecordBytes {
    /// Where they come from, for messages.
    let path: String
    /// Bytes that were taken.
    private(set) var position: UInt64 = 0
    /// Of the record that is being read, the bytes that are left.
    private(set) var left = UInt64.max
    /// CRC-32 of what was taken since it was set to 0.
    var sum: UInt32 = 0
    /// CRC-32 within a chunk; nil outside, and where it is not asked for.
    var chunkSum: UInt32?
    /// Nil of bytes in memory, or at the end of the file.
    private var contents: FileContents?
    private let buffer: UnsafeMutableRawBufferPointer
    /// What was read and not yet taken.
    private var waiting: Range<Int>

    /// Bytes of a file, at most: 4 TB.
    private static let mostBytes = 1 << 42
    private static let piece = 1 << 16

    /// Opens a file.
    init(ofFileAt path: String) throws(RecordingError) {
        do throws(ContentsError) {
            contents = try FileContents(ofFileAt: path, limit: Self.mostBytes, asStored: true)
        } catch {
            throw RecordingError(error, path: path)
        }
        self.path = path
        buffer = .allocate(byteCount: Self.piece, alignment: 16)
        waiting = 0..<0
    }

    /// Bytes in memory; `path` is for messages.
    init(_ bytes: [UInt8], path: String) {
        self.path = path
        buffer = .allocate(byteCount: max(1, bytes.count), alignment: 16)
        buffer.copyBytes(from: bytes)
        waiting = 0..<bytes.count
    }

    deinit { buffer.deallocate() }

    /// Whether no byte follows.
    func isAtEnd() throws(RecordingError) -> Bool {
        if waiting.isEmpty { try fill() }
        return waiting.isEmpty
    }

    /// What is wrong, with the place in the file.
    func refusal(_ reason: Sentence) -> RecordingError { .foreign(path: path, reason: "byte \(position): \(reason)") }

    /// Begins a record.
    ///
    /// - Returns: the bytes that are left of what is around it, behind the record.
    func begin(_ length: UInt64) throws(RecordingError) -> UInt64 {
        guard length <= left else {
            throw refusal("a record of \(length) bytes where \(left) are left; the file is damaged")
        }
        defer { left = length }
        return left - length
    }

    /// Ends a record: passes over what is left of it.
    ///
    /// - Parameter outer: as `begin` gave it.
    func end(_ outer: UInt64) throws(RecordingError) {
        try skip(left)
        left = outer
    }

    /// The next number.
    func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(RecordingError) -> Number {
        var number = Number.zero
        try withUnsafeMutableBytes(of: &number) { target throws(RecordingError) in try take(target) }
        return Number(littleEndian: number)
    }

    /// The next text.
    ///
    /// - Parameters:
    ///   - what: what it is, for messages.
    ///   - most: bytes that it may have.
    func text(_ what: String, most: Int) throws(RecordingError) -> String {
        let count = try number(UInt32.self)
        guard count <= most else { throw refusal("a \(what) of \(count) bytes; it may have \(most)") }
        let bytes = try bytes(Int(count))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw refusal("a \(what) that is not UTF-8 text") }
        return text
    }

    /// The next bytes.
    ///
    /// - Parameter count: which the caller bounds.
    func bytes(_ count: Int) throws(RecordingError) -> [UInt8] {
        var error: RecordingError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, made in
            do throws(RecordingError) {
                try take(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<count]))
                made = count
            } catch let fault {
                error = fault
            }
        }
        if let error { throw error }
        return bytes
    }

    /// Passes over bytes.
    func skip(_ count: UInt64) throws(RecordingError) {
        var skipped: UInt64 = 0
        while skipped < count { skipped += UInt64(try piece(UInt64(count - skipped)).count) }
    }

    private func take(_ target: UnsafeMutableRawBufferPointer) throws(RecordingError) {
        var made = 0
        while made < target.count {
            let piece = try piece(UInt64(target.count - made))
            UnsafeMutableRawBufferPointer(rebasing: target[made...]).copyMemory(from: piece)
            made += piece.count
        }
    }

    /// Takes at least one byte, and as many as are at hand; they are there until the next call.
    private func piece(_ most: UInt64) throws(RecordingError) -> UnsafeRawBufferPointer {
        guard most <= left else { throw refusal("a record ends within a field; the file is damaged") }
        if waiting.isEmpty { try fill() }
        guard !waiting.isEmpty else {
            throw .foreign(
                path: path,
                reason: "the file ends after \(position) bytes within a record, as if its making was cut off"
                    + "\(remedy: "keep what is whole with `mcap recover IN.mcap -o OUT.mcap`")")
        }
        let range = waiting.prefix(Int(clamping: most))
        let piece = UnsafeRawBufferPointer(rebasing: buffer[range])
        waiting = range.upperBound..<waiting.upperBound
        position += UInt64(piece.count)
        left -= UInt64(piece.count)
        sum = Deflate.sum(of: piece, after: sum)
        if let before = chunkSum { chunkSum = Deflate.sum(of: piece, after: before) }
        return piece
    }

    private func fill() throws(RecordingError) {
        guard let contents else { return }
        do throws(ContentsError) {
            waiting = 0..<(try contents.read(into: buffer))
        } catch {
            throw RecordingError(error, path: path)
        }
        if waiting.isEmpty { self.contents = nil }
    }
}
