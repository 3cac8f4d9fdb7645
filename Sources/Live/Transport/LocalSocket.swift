import Foundation

/// Sockets with a path, as a server on this machine needs them: never waiting.
package enum LocalSocket {
    /// Why there is none.
    package struct Failure: Error {
        package let reason: String
    }

    /// Listens at a path, for the user who runs this. A socket there that nobody listens at any more is replaced; nothing else is.
    package static func listen(_ path: String) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= room, !bytes.contains(0) else {
            throw Failure(reason: "a socket's path has \(room) bytes at most")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = make()
        guard descriptor >= 0 else { throw Failure(reason: lastError) }
        var bound = with(address) { bind(descriptor, $0, $1) }
        if bound != 0, errno == EADDRINUSE {
            guard isAbandoned(path, address) else {
                close(descriptor)
                throw Failure(reason: "something is there already: another program’s socket, or a file")
            }
            unlink(path)
            bound = with(address) { bind(descriptor, $0, $1) }
        }
        // Before anybody can connect.
        guard bound == 0, chmod(path, 0o600) == 0, Foundation.listen(descriptor, 16) == 0 else {
            let reason = lastError
            close(descriptor)
            throw Failure(reason: reason)
        }
        prepare(descriptor)
        return descriptor
    }

    private static var lastError: String { String(cString: strerror(errno)) }

    private static func make() -> Int32 {
        #if canImport(Darwin)
            socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func with(_ address: sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    /// Whether a socket is there, and nobody listens at it.
    private static func isAbandoned(_ path: String, _ address: sockaddr_un) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        let probe = make()
        guard probe >= 0 else { return false }
        defer { close(probe) }
        // Whoever listens and is busy is there.
        prepare(probe)
        return with(address) { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    /// Takes the socket's name away, when nobody listens at it any more.
    package static func remove(_ path: String) { unlink(path) }

    /// Nobody waits for it, and no program that this one starts inherits it.
    package static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// The next connection, if one waits.
    package static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Foundation.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        return descriptor
    }

    /// Reads what is there, and forgets it.
    ///
    /// - Returns: how much it was; nil if nothing was there, 0 at the end.
    package static func read(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : 0 }
        return count
    }

    /// - Returns: bytes that were taken; nil if the connection is broken.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int? {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
        return count
    }
}
