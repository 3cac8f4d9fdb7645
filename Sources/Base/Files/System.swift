import Formatting
import Foundation

/// The system calls of this room, on paths of any bytes (`UndecodableBytes`). `errno` is read at once: the next call may change it.
enum System {
    /// Calls with the bytes of a path; a result below zero is a failure.
    @discardableResult
    static func call(_ path: String, _ body: (UnsafePointer<CChar>) -> Int32) throws(SystemFailure) -> Int32 {
        let bytes = UndecodableBytes.bytes(of: path).map(CChar.init(bitPattern:)) + [0]
        let (result, error) = bytes.withUnsafeBufferPointer { bytes -> (Int32, Int32) in
            guard let start = bytes.baseAddress else { return (-1, EINVAL) }
            let result = body(start)
            return (result, errno)
        }
        guard result >= 0 else { throw SystemFailure(errno: error) }
        return result
    }

    @discardableResult
    static func call(
        _ first: String, _ second: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(SystemFailure) -> Int32 {
        var inner: SystemFailure?
        let result = try call(first) { first in
            do throws(SystemFailure) {
                return try call(second) { body(first, $0) }
            } catch {
                inner = error
                return 0
            }
        }
        if let inner { throw inner }
        return result
    }

    /// A result below zero is a failure.
    static func check(_ body: () -> Int32) throws(SystemFailure) {
        let (result, error) = (body(), errno)
        guard result >= 0 else { throw SystemFailure(errno: error) }
    }
}

// MARK: - What is at a path

extension System {
    /// What a path leads to; links are followed.
    static func status(of path: String) throws(SystemFailure) -> stat {
        var status = stat()
        try call(path) { stat($0, &status) }
        return status
    }

    static func status(of descriptor: Int32) throws(SystemFailure) -> stat {
        var status = stat()
        try check { fstat(descriptor, &status) }
        return status
    }

    /// The path that links at the end of this one lead to, also where nothing is there yet.
    static func destination(of path: String) throws(SystemFailure) -> String {
        var path = path
        // As many as Linux follows.
        for _ in 0..<40 {
            guard let target = linkTarget(path) else { return path }
            path = target.hasPrefix("/") ? target : Path.joined(Path.folder(of: path), target)
        }
        throw SystemFailure(errno: ELOOP)
    }

    /// What a symbolic link names, as it stands in it.
    static func linkTarget(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = (try? call(path) { Int32(truncatingIfNeeded: readlink($0, &bytes, bytes.count)) }).map { Int($0) }
        return count.map { UndecodableBytes.text(bytes.prefix($0).map(UInt8.init(bitPattern:))) }
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
