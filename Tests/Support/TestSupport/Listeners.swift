import Foundation

/// Datagrams that arrive at a port of the loopback interface. It reads when it is asked to.
public final class DatagramListener {
    private let descriptor: Int32
    public let port: UInt16
    /// All that came.
    public private(set) var received: [[UInt8]] = []

    public struct NoSocket: Error {}

    public init() throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #endif
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: place.sin_port)
        // A run's datagrams come faster than a loaded machine reads them.
        var room: Int32 = 4 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        guard isBound else { throw NoSocket() }
    }

    deinit { close(descriptor) }

    /// Reads what is there.
    public func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return }
            received.append(Array(bytes.prefix(count)))
        }
    }
}

/// A program's end of a local socket, which says nothing. It reads when it is asked to.
public final class SocketListener {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Whether the other end is there.
    public private(set) var isOpen = true

    /// Connects.
    public init(path: String) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw DatagramListener.NoSocket() }
    }

    deinit { close(descriptor) }

    /// The lines that came so far, without one that is not whole.
    public func lines() -> [String] {
        var more = [UInt8](repeating: 0, count: 65_536)
        while isOpen {
            let count = recv(descriptor, &more, more.count, Int32(MSG_DONTWAIT))
            if count <= 0 {
                isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
                break
            }
            bytes += more.prefix(count)
        }
        let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] } ?? []
        return whole.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
