import Formatting
import Foundation

/// Folders: what is in them, and making them.
package enum Folder {
    /// The names in a folder in the order of their bytes, but for “.” and “..”. Bytes that are no UTF-8 are kept
    /// (`UndecodableBytes`).
    package static func names(in path: String) throws(FileError) -> [String] {
        var names: [[UInt8]] = []
        do throws(SystemFailure) {
            let descriptor = try System.call(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            // From here on the descriptor is the stream's.
            guard let folder = fdopendir(descriptor) else {
                let failure = SystemFailure(errno: errno)
                close(descriptor)
                throw failure
            }
            defer { closedir(folder) }
            while let name = try nextName(in: folder) { names.append(name) }
        } catch {
            throw FileError(reading: path, error)
        }
        return names.filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            .map { UndecodableBytes.text($0) }
    }

    #if canImport(Darwin)
        private typealias Stream = UnsafeMutablePointer<DIR>
    #else
        private typealias Stream = OpaquePointer
    #endif

    private static func nextName(in folder: Stream) throws(SystemFailure) -> [UInt8]? {
        // The end and a failure differ in this alone.
        errno = 0
        guard let entry = readdir(folder) else {
            if errno != 0 { throw SystemFailure(errno: errno) }
            return nil
        }
        // In place: the name ends with a zero, before the type of its field does.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
        let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
        return Array(UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
    }

    // MARK: - For files that are about to be written

    /// A folder, or the first one above it that is there already.
    static func nearest(_ path: String) -> String {
        var path = path
        while (try? System.status(of: path)) == nil, path != ".", path != "/" { path = Path.folder(of: path) }
        return path
    }

    /// Makes a folder and those above it.
    ///
    /// - Returns: those that were not there, the uppermost first.
    package static func make(_ path: String) throws(FileError) -> [String] {
        if let status = try? System.status(of: path), status.isFolder { return [] }
        var made = path == "." || path == "/" ? [] : try make(Path.folder(of: path))
        do throws(SystemFailure) {
            try System.call(path) { mkdir($0, 0o777) }
        } catch {
            // Somebody else has made it meanwhile.
            if error.errno == EEXIST, let status = try? System.status(of: path), status.isFolder { return made }
            made.reversed().forEach(remove)
            // Something else stands there.
            let failure = error.errno == EEXIST ? SystemFailure(errno: ENOTDIR) : error
            throw FileError(.unwritable, file: "the folder \(path)", problem: "cannot be made: \(failure)")
        }
        made.append(path)
        return made
    }

    /// Removes a folder if it is empty.
    static func remove(_ path: String) {
        _ = try? System.call(path) { rmdir($0) }
    }

    /// Waits up to a second until no other program like this one replaces files of a folder, and keeps others out until the
    /// descriptor that is returned is closed. A folder that is not there, or a file system without locks, is no reason not to
    /// write.
    static func lock(_ path: String) -> Int32? {
        guard let descriptor = try? System.call(path, { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) else { return nil }
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { break }
            usleep(10_000)
        }
        return descriptor
    }

    /// Makes new names in a folder durable. The files are complete either way, so a file system that cannot do it is no failure.
    static func flush(_ path: String) {
        guard let descriptor = try? System.call(path, { open($0, O_RDONLY | O_CLOEXEC) }) else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
