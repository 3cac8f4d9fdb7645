import Foundation

/// Reading and replacing files in one piece, with a bound on what is read and nothing half-written left behind.
package enum WholeFile {
    /// The bytes of a regular file of at most `limit` bytes.
    ///
    /// Devices and pipes are refused before they are opened for reading, because they may block or never end.
    package static func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FileError(.unreadable, file: path, problem: "cannot be read: \(systemMessage(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is no regular file"
            throw FileError(.unreadable, file: path, problem: "\(kind): name a file")
        }
        guard Int(status.st_size) <= limit else { throw tooLarge(path, limit) }

        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(.unreadable, file: path, problem: "cannot be opened: \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        // The size may have changed since: read to the end of the file, but never past the limit.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(.unreadable, file: path, problem: "cannot be read: \(systemMessage(errno))")
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw tooLarge(path, limit) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Puts `bytes` at `path`, replacing what stood there, all or nothing.
    ///
    /// The bytes go to a new file in the same folder, which is flushed to the disk and then renamed; on failure it is removed.
    ///
    /// A device or a pipe is written to, not replaced.
    package static func replace(fileAt path: String, with bytes: [UInt8]) throws(FileError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return try send(bytes, toDeviceAt: path) }
        let partial = "\(path).\(UUID().uuidString).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        var failure = failure(writing: bytes, to: descriptor)
        if failure == nil, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == nil { failure = errno }
        if failure == nil, rename(partial, path) != 0 { failure = errno }
        if let failure {
            unlink(partial)
            throw unwritable(path, failure)
        }
        flushFolder(of: path)
    }

    private static func send(_ bytes: [UInt8], toDeviceAt path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        if let failure = failure(writing: bytes, to: descriptor) { throw unwritable(path, failure) }
    }

    private static func failure(writing bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { bytes in
            do throws(WriteFailure) {
                try writeAll(bytes, to: descriptor)
                return nil
            } catch {
                return error.errno
            }
        }
    }

    /// Makes the rename itself durable. The file is complete either way, so a file system that cannot do it is no failure.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(folder), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
        FileError(.tooLarge, file: path, problem: "is larger than the \(limit >> 20) MB a file of this kind may have")
    }

    private static func unwritable(_ path: String, _ error: Int32) -> FileError {
        FileError(.unwritable, file: path, problem: "cannot be written: \(systemMessage(error))")
    }

    private static func systemMessage(_ error: Int32) -> String { String(cString: strerror(error)) }
}
