import CPtyShim
import Foundation
import Synchronization
import TestSupport
import Transport

/// The two transports that open a path. Everything they promise alike is tested over both.
enum PortKind: String, CaseIterable {
    case descriptor
    case serial

    /// The serial one needs the shim, because a pseudo-terminal stands in for the port.
    static let available = mq_pty_shim_is_available() ? allCases : [.descriptor]

    func open(_ path: String) throws(TransportError) -> any ByteTransport {
        switch self {
        case .descriptor: try DescriptorTransport.open(path)
        case .serial: try SerialTransport.open(path)
        }
    }
}

/// A directory of its own that goes away with the value.
final class ScratchDirectory {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "transport-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path() }

    func entries() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path()) }
}

/// Work on another thread, with a way to wait for its end.
final class Background {
    private let ended = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread.detachNewThread {
            work()
            ended.signal()
        }
    }

    func join() { ended.wait() }
}

/// A thread that says when it waits in the system.
final class WaitingThread: Sendable {
    /// Its folder in /proc, as the system names it.
    private let folder = Mutex<String?>(nil)

    /// To be called on the thread, before it waits.
    func begin() {
        let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        folder.withLock { $0 = name ?? "" }
    }

    /// Waits until the thread has begun and sleeps; where the system does not tell, until it has begun.
    var sleeps: Bool {
        Patience.waits {
            guard let name = folder.withLock({ $0 }) else { return false }
            let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
            return name.isEmpty || stat?.contains(") S ") == true
        }
    }
}

/// How often this thread waited in the course of `work`; always 0 where the system does not tell.
func waits(_ work: () throws -> Void) rethrows -> Int64 {
    let before = mq_thread_waits()
    try work()
    return mq_thread_waits() - before
}

extension ByteTransport {
    func send(_ bytes: [UInt8], timeoutMilliseconds: Int32 = Patience.milliseconds) throws(TransportError) {
        do {
            try bytes.withUnsafeBytes { try write($0, timeoutMilliseconds: timeoutMilliseconds) }
        } catch let error as TransportError {
            throw error
        } catch {
            preconditionFailure("a write throws nothing but a TransportError")
        }
    }

    /// One read of at most `limit` bytes.
    func receive(limit: Int = 4096, timeoutMilliseconds: Int32 = Patience.milliseconds) throws(TransportError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { buffer.deallocate() }
        let count = try read(into: buffer, timeoutMilliseconds: timeoutMilliseconds)
        return Array(buffer.prefix(count))
    }

    /// Reads until `count` bytes have come, or no more do.
    func receive(exactly count: Int) throws(TransportError) -> [UInt8] {
        var received: [UInt8] = []
        while received.count < count {
            let bytes = try receive(limit: count - received.count)
            if bytes.isEmpty { break }
            received += bytes
        }
        return received
    }

    /// What a read fails with; nil when it does not.
    func readFailure(timeoutMilliseconds: Int32 = Patience.milliseconds) -> TransportError.Code? {
        do throws(TransportError) {
            _ = try receive(timeoutMilliseconds: timeoutMilliseconds)
            return nil
        } catch {
            return error.code
        }
    }

    /// What a write fails with; nil when it does not.
    func writeFailure() -> TransportError.Code? {
        do throws(TransportError) {
            try send([0])
            return nil
        } catch {
            return error.code
        }
    }
}

/// The error that `work` throws; nil when it throws none.
func failure(_ work: () throws(TransportError) -> Void) -> TransportError? {
    do throws(TransportError) {
        try work()
        return nil
    } catch {
        return error
    }
}

let everyByte = [UInt8](0...255)
