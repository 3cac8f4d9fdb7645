import Foundation
import Testing
import Transport

/// A local socket that somebody listens at, as an emulator does for its board's serial port.
private final class Listener {
    private let descriptor: Int32

    init(at path: String) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 1) == 0)
    }

    deinit { close(descriptor) }

    func accepted() throws -> DescriptorTransport {
        try DescriptorTransport(adopting: accept(descriptor, nil, nil), name: "the other end")
    }
}

@Suite("A local socket as a port")
struct SocketTests {
    @Test("carries bytes both ways")
    func bytes() throws {
        let folder = try ScratchDirectory()
        let listener = try Listener(at: folder.path("uart"))
        let port = try PortDirectory.open(path: folder.path("uart"))
        let board = try listener.accepted()
        try port.send([1, 0, 255])
        #expect(try board.receive(exactly: 3) == [1, 0, 255])
        try board.send([7, 8])
        #expect(try port.receive(exactly: 2) == [7, 8])
    }

    @Test("is disconnected when the other end goes")
    func hangUp() throws {
        let folder = try ScratchDirectory()
        let listener = try Listener(at: folder.path("uart"))
        let port = try PortDirectory.open(path: folder.path("uart"))
        try listener.accepted().close()
        #expect(failure { () throws(TransportError) in _ = try port.receive() }?.code == .disconnected)
    }

    @Test("that nobody listens at any more is not found")
    func refused() throws {
        let folder = try ScratchDirectory()
        var listener: Listener? = try Listener(at: folder.path("uart"))
        _ = listener
        listener = nil
        #expect(failure { () throws(TransportError) in _ = try PortDirectory.open(path: folder.path("uart")) }?.code == .notFound)
    }
}
