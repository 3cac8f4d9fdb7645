import Foundation

/// Wakes a thread that polls descriptors: one more of them, which others make readable.
package final class WakePipe: @unchecked Sendable {
    /// Why there is none: a number of the system's.
    package struct Failure: Error {
        package let code: Int32
        package var reason: String { String(cString: strerror(code)) }
    }

    /// To be polled; readable after `wake`.
    package let descriptor: Int32
    private let end: Int32
    /// Guards `isClosed`.
    private let signal = ThreadSignal()
    private var isClosed = false

    package init() throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(code: errno) }
        (descriptor, end) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit { close() }

    /// From any thread; harmless after `close`.
    package func wake() {
        signal.lock()
        defer { signal.unlock() }
        guard !isClosed else { return }
        var byte: UInt8 = 0
        _ = write(end, &byte, 1)
    }

    /// Makes it wait again. To be called before what others have changed is looked at.
    package func drain() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { room in
            while read(descriptor, room.baseAddress, room.count) > 0 {}
        }
    }

    /// Gives the descriptors back. Harmless when repeated.
    package func close() {
        signal.lock()
        defer { signal.unlock() }
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptor)
        Foundation.close(end)
    }
}
