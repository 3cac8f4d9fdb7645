import Foundation

/// Writes all bytes to a descriptor, however many calls that takes: signals interrupt, pipes take a part, and a descriptor that does not
/// block is waited for.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(WriteFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, 100)
        } else if errno != EINTR {
            throw WriteFailure(errno: errno)
        }
    }
}
