import Capture
import Transport

/// A capture that a test keeps: a port in memory, and a clock that the test moves.
final class Kept {
    let path: String
    let writer: CaptureWriter
    private final class Clock: @unchecked Sendable { var now: UInt64 = 5_000_000 }
    private let clock = Clock()
    /// The device's end of the port that was opened last.
    private(set) var device = MemoryTransport.pair().device

    static let head = CaptureHead(
        program: "motionq 0.1.0", system: "Linux x86_64", begun: "2026-12-01T12:00:00Z", verb: "run", baud: 9600,
        options: ["--format", "text"])

    init(_ path: String, limit: Int = CaptureWriter.usualLimit, room: Int = CaptureWriter.usualRoom) throws {
        self.path = path
        writer = try CaptureWriter(creating: path, Self.head, limit: limit, room: room) { [clock] in clock.now }
    }

    /// Microseconds pass.
    func pass(_ microseconds: UInt64) { clock.now += microseconds }

    func open(named name: String = "/dev/ttyACM0") throws -> any ByteTransport {
        let (host, device) = MemoryTransport.pair()
        self.device = device
        return try writer.opening({ _ in CapturedPort(name: name, baud: 9600, usb: "2341:805a") }) { host }
    }

    /// What happens in most tests: bytes come and go at an open port, and the device goes away.
    func talk(finishes: Bool = true) throws {
        let port = try open()
        pass(1000)
        try device.send([1, 2, 3])
        _ = try port.receive()
        pass(2000)
        try port.send([9, 8])
        pass(50_000)
        _ = try port.receive()
        device.disconnect()
        pass(10)
        _ = try? port.receive()
        port.close()
        if finishes { try writer.finish() }
    }

    func records() throws -> [CaptureRecord] { try CaptureFile(readingFileAt: path).records }
}

extension ByteTransport {
    func send(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0, timeoutMilliseconds: 0) } }

    func receive(timeoutMilliseconds: Int32 = 0, room: Int = 4096) throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer, timeoutMilliseconds: timeoutMilliseconds))])
    }
}
