import Foundation

/// Sockets as a page's server needs them: on the loopback interface, never waiting.
enum PageSocket {
    /// Listens.
    ///
    /// - Parameter port: 0 for one that is free.
    /// - Returns: the socket, and its port.
    static func listen(port: UInt16) throws(PageServerError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw PageServerError(port: port, code: errno) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard bound == 0, Foundation.listen(descriptor, 64) == 0 else {
            let code = errno
            close(descriptor)
            throw PageServerError(port: port, code: code)
        }
        var length = size
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        prepare(descriptor)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection, if one waits.
    static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Foundation.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    /// Nobody waits for it, and no program that this one starts inherits it.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Bytes that are there; nil if none is, empty at the end of the connection.
    static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? nil : [] }
        return Array(bytes.prefix(count))
    }

    /// - Returns: bytes that were taken; nil if the connection is broken.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil }
        return count
    }
}

/// A port that cannot be listened to.
package struct PageServerError: Error, Equatable, CustomStringConvertible {
    package let port: UInt16
    /// The system's `errno`.
    package let code: Int32

    package init(port: UInt16, code: Int32) { (self.port, self.code) = (port, code) }

    /// What is wrong, and how to mend it.
    package var description: String {
        code == EADDRINUSE
            ? "another program serves at port \(port) of this machine; give another port, or none"
            : "no page can be served at port \(port): \(String(cString: strerror(code)))"
    }
}
