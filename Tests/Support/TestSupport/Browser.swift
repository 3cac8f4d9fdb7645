import Foundation

/// A browser's end of a connection to a page's server. It reads when it is asked to, and not before.
public final class Browser {
    private let descriptor: Int32
    private let address: URL
    /// All bytes that came.
    public private(set) var received: [UInt8] = []
    /// The messages that came behind the handshake, texts and others.
    public private(set) var messages: (texts: [String], bytes: [[UInt8]]) = ([], [])
    /// Where in `received` the next frame begins; 0: before the handshake.
    private var next = 0

    public struct NoConnection: Error {}

    /// Connects, and says nothing.
    ///
    /// - Parameter address: as a server prints it.
    public init(_ address: String) throws {
        guard let url = URL(string: address), let port = url.port else { throw NoConnection() }
        self.address = url
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            throw NoConnection()
        }
    }

    deinit { close(descriptor) }

    /// Asks for a file behind the address.
    ///
    /// - Parameter fields: of the head; `HOST` stands for the server's name.
    public func get(_ path: String, _ fields: [String] = []) {
        let host = "127.0.0.1:\(address.port ?? 0)"
        let folder = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
        let lines =
            ["GET \(folder)\(path) HTTP/1.1", "Host: \(host)"] + fields.map { $0.replacing("HOST", with: host) } + ["", ""]
        send(Array(lines.joined(separator: "\r\n").utf8))
    }

    /// Becomes a page.
    ///
    /// - Returns: whether the server let it.
    public func open() -> Bool {
        get(
            "/live",
            [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: a",
                "Origin: http://HOST",
            ])
        return Patience.waits { !read() || text.contains("\r\n\r\n") } && text.hasPrefix("HTTP/1.1 101 ")
    }

    /// Says something as a page.
    public func say(_ text: String) { send(Self.frame(1, Array(text.utf8))) }

    public func send(_ bytes: [UInt8]) {
        #if canImport(Darwin)
            let quietly: Int32 = 0
        #else
            let quietly = Int32(MSG_NOSIGNAL)
        #endif
        _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, quietly) }
    }

    /// Takes what is there, or comes within 20 ms.
    ///
    /// - Returns: false at the end of the connection.
    @discardableResult
    public func read() -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 20) > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        received += bytes.prefix(count)
        takeFrames()
        return true
    }

    public var text: String { String(decoding: received, as: UTF8.self) }

    /// Takes the frames of a page that are complete, and answers signs of life, as browsers do by themselves.
    private func takeFrames() {
        if next == 0 {
            guard received.starts(with: Array("HTTP/1.1 101 ".utf8)) else { return }
            while next + 4 <= received.count, received[next..<next + 4] != [13, 10, 13, 10] { next += 1 }
            guard next + 4 <= received.count else { return next = 0 }
            next += 4
        }
        while next + 2 <= received.count {
            var (length, head) = (Int(received[next + 1]), 2)
            if length >= 126 {
                let bytes = length == 126 ? 2 : 8
                guard next + 2 + bytes <= received.count else { return }
                length = received[next + 2..<next + 2 + bytes].reduce(0) { $0 << 8 | Int($1) }
                head += bytes
            }
            guard next + head + length <= received.count else { return }
            let payload = Array(received[next + head..<next + head + length])
            switch received[next] {
            case 0x81: messages.texts.append(String(decoding: payload, as: UTF8.self))
            case 0x82: messages.bytes.append(payload)
            case 0x89: send(Self.frame(10, payload))
            default: break
            }
            next += head + length
        }
    }

    /// A frame of a WebSocket as a browser sends it.
    public static func frame(_ operation: UInt8, _ payload: [UInt8], isLast: Bool = true) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        var head = [operation | (isLast ? 0x80 : 0)]
        if payload.count < 126 {
            head.append(0x80 | UInt8(payload.count))
        } else {
            head += [0x80 | 126, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
        }
        return head + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
