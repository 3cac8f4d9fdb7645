import Foundation
import Testing

/// A named pipe that an emulated sensor senses from: the test says when there is something, and sees when all of it was sensed.
/// A slow machine, or a busy one, then changes how long a test takes and nothing of its verdict.
final class SensorFeed {
    let path: String
    private let pipe: Int32
    /// Linux's F_SETPIPE_SZ, which Glibc's headers show to C alone.
    private let setPipeSize: Int32 = 1031

    /// - Parameter path: where the pipe comes to stand.
    init(_ path: String) throws {
        self.path = path
        try #require(mkfifo(path, 0o600) == 0)
        // Open for both directions: an opening for one waits for somebody at the other end.
        pipe = open(path, O_RDWR | O_NONBLOCK)
        try #require(pipe >= 0)
        // So much that the motion of ten people finds room and no writing waits.
        try #require(fcntl(pipe, setPipeSize, 1 << 20) >= 1 << 20)
    }

    deinit { close(pipe) }

    func gives(_ counts: some DataProtocol) throws {
        let bytes = Array(counts)
        try #require(write(pipe, bytes, bytes.count) == bytes.count)
    }

    /// Bytes that the sensor has not sensed yet.
    var rest: Int {
        var count: Int32 = 0
        return ioctl(pipe, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
