import Foundation

/// A file that grows by whole pieces and keeps the newest of them: when it is half as large as it may be, it takes the place of an
/// older half beside it, and begins anew. A program that is killed leaves what was written; the last piece may be cut.
///
/// `log` is the newer half, `log.1` the older one. One thread owns it.
package final class RotatingFile {
    private let path: String
    private let most: Int
    private let head: (_ part: Int) -> [UInt8]
    private var descriptor: Int32
    private var count = 0
    /// The part that is written now, counted from 1.
    private var part = 1

    /// Makes a file where none is, with its head in it.
    ///
    /// - Parameters:
    ///   - limit: bytes that both halves may have together, at least 2.
    ///   - head: what each part begins with; called at once, and whenever a part is full.
    /// - Throws: if there is a file already, in either half's place, or none can be made.
    package init(creating path: String, limit: Int, head: @escaping (_ part: Int) -> [UInt8]) throws(FileError) {
        precondition(limit >= 2, "there is room for two halves")
        (self.path, self.head) = (path, head)
        most = limit / 2
        for taken in [path, Self.older(path)] where FileKind(at: taken) != nil {
            throw FileError(.unwritable, file: taken, problem: "is there already")
        }
        descriptor = try Self.create(path)
        try write(head(part))
    }

    deinit { close() }

    /// Where the older half is.
    package static func older(_ path: String) -> String { path + ".1" }

    /// Adds a piece, which is not divided between two parts.
    ///
    /// - Throws: what the system says, as that the disk is full; nothing is to be added after that.
    package func append(_ piece: [UInt8]) throws(FileError) {
        if count > 0, count + piece.count > most { try rotate() }
        try write(piece)
    }

    /// Waits until everything is on the disk, and closes the file.
    package func finish() throws(FileError) {
        guard descriptor >= 0 else { return }
        defer { close() }
        do throws(SystemFailure) { try System.check { fsync(descriptor) } } catch { throw FileError(writing: path, error) }
    }

    private func rotate() throws(FileError) {
        close()
        do throws(SystemFailure) {
            try System.call(path, Self.older(path)) { rename($0, $1) }
        } catch {
            throw FileError(writing: path, error)
        }
        descriptor = try Self.create(path)
        (count, part) = (0, part + 1)
        try write(head(part))
    }

    private func write(_ bytes: [UInt8]) throws(FileError) {
        do throws(SystemFailure) { try writeAll(bytes, to: descriptor) } catch { throw FileError(writing: path, error) }
        count += bytes.count
    }

    private func close() {
        if descriptor >= 0 { Foundation.close(descriptor) }
        descriptor = -1
    }

    private static func create(_ path: String) throws(FileError) -> Int32 {
        do throws(SystemFailure) {
            return try System.call(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t) }
        } catch {
            throw FileError(writing: path, error)
        }
    }
}
