import Foundation
import Transport

/// Sends datagrams to one address, and waits for nobody.
final class DatagramSender {
    private let descriptor: Int32

    /// - Throws: that the host has no address, or that the system gives no socket.
    init(host: String, port: UInt16) throws(OutletError) {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_DGRAM
        #else
            hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let first = found else { throw .noSuchHost(host, reason: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var place: UnsafeMutablePointer<addrinfo>? = first
        var failure: Int32 = 0
        while let address = place?.pointee {
            let descriptor = socket(address.ai_family, address.ai_socktype, 0)
            if descriptor >= 0 {
                LocalSocket.prepare(descriptor)
                var on: Int32 = 1
                setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &on, socklen_t(MemoryLayout<Int32>.size))
                if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
                    self.descriptor = descriptor
                    return
                }
                failure = errno
                close(descriptor)
            } else {
                failure = errno
            }
            place = address.ai_next
        }
        throw .noSuchHost(host, reason: String(cString: strerror(failure)))
    }

    deinit { close(descriptor) }

    /// - Returns: whether the system took it. Nobody listening there shows with one of the next ones.
    func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) } == bytes.count
    }
}
