import Foundation

/// Writes all bytes to a descriptor, however many calls that takes: signals interrupt, pipes take a part, and a descriptor that
/// does not block is waited for.
///
/// By hand, and not swift-system's `writeAll`: that throws at EAGAIN without saying how much was written. Tried with 1.8.1 here and
/// in `WholeFile`: start and memory stay as they are (first output after 6 to 8 ms, 14.0 to 14.4 MB), the program's text grows by
/// 246 kB; of the loops only two comparisons with EINTR go, for it has no poll, fsync or rename, and its errors have no type.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, 100)
        } else if errno != EINTR {
            throw SystemFailure(errno: errno)
        }
    }
}

/// Writes all bytes of an array, however often the system takes only some.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemFailure) in try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
}
