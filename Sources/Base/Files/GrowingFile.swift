import Foundation

/// A text file that grows by whole lines and holds nothing else whenever the program ends, also by SIGKILL.
///
/// A system call of a program that is killed may stop between two pages of the file, so that no line crosses one: before a line
/// that would, a line of spaces fills its page. `finish` takes them out again.
package final class GrowingFile {
    private let path: String
    private var descriptor: Int32
    /// Bytes in the file, lines of spaces included.
    package private(set) var count = 0
    /// Bytes that a kill cannot divide: the smallest page of any machine, and of most.
    private static let page = 4096

    /// Makes a file where none is, with its first lines in it from the start. Folders that are not there are made.
    package init(creating path: String, with lines: String) throws(FileError) {
        self.path = path
        let folder = Path.folder(of: path)
        _ = try Folder.make(folder)
        Leftover.remove(from: folder)
        let name = Leftover.name(in: folder)
        do throws(SystemFailure) {
            descriptor = try System.call(name) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t) }
        } catch {
            throw FileError(writing: path, error)
        }
        Leftover.claim(descriptor)
        defer { WholeFile.remove(fileAt: name) }
        try append(lines)
        do throws(SystemFailure) {
            try System.call(name, path) { link($0, $1) }
        } catch {
            throw FileError(writing: path, error)
        }
        Folder.flush(folder)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds lines. When it is back they are the system's to keep, whatever becomes of the program.
    ///
    /// - Parameter lines: each with its line feed, none longer than 4,096 bytes.
    /// - Throws: what the system says, as that the disk is full; the lines that were complete before are there, and no other.
    package func append(_ lines: String) throws(FileError) {
        var piece: [UInt8] = []
        var line: [UInt8] = []
        for byte in lines.utf8 {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            precondition(line.count <= Self.page, "a line fits a page")
            let room = Self.page - (count + piece.count) % Self.page
            if line.count > room {
                piece += [UInt8](repeating: UInt8(ascii: " "), count: room - 1) + [UInt8(ascii: "\n")]
                try write(piece)
                piece = []
            }
            piece += line
            line.removeAll(keepingCapacity: true)
        }
        precondition(line.isEmpty, "lines end with a line feed")
        try write(piece)
    }

    /// Within one page.
    private func write(_ bytes: [UInt8]) throws(FileError) {
        do throws(SystemFailure) {
            try writeAll(bytes, to: descriptor)
            count += bytes.count
        } catch {
            // Whole lines or none.
            try? back(to: count)
            throw FileError(writing: path, error)
        }
    }

    /// Forgets what was added since the file had so many bytes.
    package func back(to count: Int) throws(FileError) {
        do throws(SystemFailure) {
            try System.check { ftruncate(descriptor, off_t(count)) }
            try System.check { Int32(truncatingIfNeeded: min(0, lseek(descriptor, off_t(count), SEEK_SET))) }
            self.count = count
        } catch {
            throw FileError(writing: path, error)
        }
    }

    /// Puts other lines in the place of the last ones, all or nothing: the file is written anew beside itself, and renamed.
    ///
    /// - Parameters:
    ///   - kept: bytes that stay, which end with a line.
    ///   - pieces: lines, as `append` takes them.
    /// - Returns: the bytes in the file at the end of each piece.
    package func replaceEnd(from kept: Int, with pieces: [String]) throws(FileError) -> [Int] {
        let beginning = try WholeFile.bytes(ofFileAt: path, limit: max(1, count)).prefix(kept)
        let folder = Path.folder(of: path)
        let name = Leftover.name(in: folder)
        let before = (descriptor, count)
        do throws(SystemFailure) {
            descriptor = try System.call(name) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t) }
        } catch {
            throw FileError(writing: path, error)
        }
        Leftover.claim(descriptor)
        count = 0
        var counts: [Int] = []
        do throws(FileError) {
            try write(Array(beginning))
            for piece in pieces {
                try append(piece)
                counts.append(count)
            }
            try flush()
            do throws(SystemFailure) {
                try System.call(name, path) { rename($0, $1) }
            } catch {
                throw FileError(writing: path, error)
            }
        } catch {
            close(descriptor)
            (descriptor, count) = before
            WholeFile.remove(fileAt: name)
            throw error
        }
        close(before.0)
        Folder.flush(folder)
        return counts
    }

    /// Waits until everything is on the disk, so that not even a power failure takes it.
    package func flush() throws(FileError) {
        do throws(SystemFailure) {
            try System.check { fsync(descriptor) }
        } catch {
            throw FileError(writing: path, error)
        }
    }

    /// Closes the file, and takes the lines of spaces out of it, all or nothing: where that cannot be done, they stay.
    package func finish() throws(FileError) {
        try flush()
        closeFile()
        guard let bytes = try? WholeFile.bytes(ofFileAt: path, limit: count) else { return }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 != UInt8(ascii: " ") }) {
            text += line + [UInt8(ascii: "\n")]
        }
        guard text.count < bytes.count else { return }
        try? WholeFile.replace(fileAt: path, with: text)
    }

    /// Closes the file and removes it.
    package func discard() {
        closeFile()
        _ = try? System.call(path) { unlink($0) }
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
