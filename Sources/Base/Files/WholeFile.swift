import Foundation

/// The one way in and out of files: they are read and replaced in one piece, with a bound on what is read, and all or nothing of
/// what is written.
///
/// No other room opens files by itself, which a test watches over. The exceptions: `Transport`, whose ports and pseudo-terminals
/// are no files, and standard input, output and error, which are open already.
///
/// A file that is replaced keeps its mode and, where permitted, its owner; a new one obeys the umask. A link is followed: what it
/// leads to is replaced, or made if it is not there. What is no regular file, as a device or a pipe, is written to. Not kept are
/// access control lists, extended attributes and other hard links, which go on to lead to the old contents.
package enum WholeFile {
    /// The bytes of a regular file of at most `limit` bytes.
    ///
    /// Devices and pipes are refused before they are opened for reading, because they may block or never end.
    package static func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
        let (status, descriptor) = try opened(path)
        defer { close(descriptor) }
        guard Int(status.st_size) <= limit else { throw tooLarge(path, limit) }
        // The size may have changed since: read to the end of the file, but never past the limit.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(reading: path, SystemFailure(errno: errno))
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw tooLarge(path, limit) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    static func opened(_ path: String) throws(FileError) -> (stat, Int32) {
        var isFolder = false
        do throws(SystemFailure) {
            let status = try System.status(of: path)
            if status.isRegularFile { return (status, try System.call(path) { open($0, O_RDONLY | O_CLOEXEC) }) }
            isFolder = status.isFolder
        } catch {
            throw FileError(reading: path, error)
        }
        throw FileError(.unreadable, file: path, problem: "\(isFolder ? "is a folder" : "is no regular file"): name a file")
    }

    /// Puts `bytes` at `path`, replacing what stood there, all or nothing (`FileSet`); a device or a pipe is written to, not
    /// replaced.
    package static func replace(fileAt path: String, with bytes: [UInt8]) throws(FileError) {
        guard FileKind(at: path) == .other else { return try FileSet.replace([(path, bytes)]) }
        do throws(SystemFailure) {
            let descriptor = try System.call(path) { open($0, O_WRONLY | O_CLOEXEC) }
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor)
        } catch {
            throw FileError(writing: path, error)
        }
    }

    /// The path that is written to for this one: where links lead, also if nothing is there yet.
    package static func destination(of path: String) -> String {
        (try? System.destination(of: path)) ?? path
    }

    /// Refuses, before a long work, what `replace` would refuse after it.
    package static func requireReplaceable(fileAt path: String) throws(FileError) {
        guard FileKind(at: path) != .other else { return }
        let folder = try Replacement(of: path).folder
        switch FileKind(at: folder) {
        case .folder:
            do throws(SystemFailure) {
                try System.call(folder) { access($0, W_OK | X_OK) }
            } catch {
                throw FileError(writing: "the folder \(folder)", error)
            }
        case nil:
            throw FileError(
                .unwritable, file: path, problem: "cannot be written: there is no folder \(folder); make it or name another")
        default: throw FileError(writing: path, SystemFailure(errno: ENOTDIR))
        }
    }

    /// Removes a file, if it is there and may be removed.
    package static func remove(fileAt path: String) {
        _ = try? System.call(path) { unlink($0) }
    }

    static func tooLarge(_ path: String, _ limit: Int) -> FileError {
        FileError(.tooLarge, file: path, problem: "is larger than the \(limit >> 20) MB a file of this kind may have")
    }
}
