import Foundation
import Testing
import Transport
import WireProtocol

/// A host that says exactly what a test has it say, and keeps all that the board says.
final class RawHost {
    /// A frame of the board's.
    struct Frame {
        var header: FrameHeader
        var payload: [UInt8]
        /// Seconds since the connection.
        var arrival: Double

        /// As a HELLO; nil if it is none.
        var hello: HelloMessage? {
            payload.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap { HelloMessage(PayloadReader($0, count: bytes.count)) }
            }
        }
    }

    private(set) var frames: [Frame] = []
    /// Bytes of each read, and when they came.
    private(set) var arrivals: [(seconds: Double, bytes: Int)] = []
    /// Ends with this object.
    let board: Emulator
    private let port: any ByteTransport
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)
    private var decoder: FrameDecoder
    private let encoder: FrameEncoder
    private let start = Date()
    private var sequence: UInt16 = 0

    init(_ board: Emulator) throws {
        self.board = board
        port = try PortDirectory.open(path: board.line)
        decoder = FrameDecoder(buffer: memory)
        encoder = FrameEncoder(scratch: memory + 256)
    }

    deinit {
        port.close()
        memory.deallocate()
    }

    var seconds: Double { Date().timeIntervalSince(start) }

    /// Listens so long, or until something is so.
    func listen(seconds: Double, until isDone: () -> Bool = { false }) throws {
        let end = self.seconds + seconds
        var buffer = [UInt8](repeating: 0, count: 4096)
        while self.seconds < end, !isDone() {
            let count = try buffer.withUnsafeMutableBytes { try port.read(into: $0, timeoutMilliseconds: 5) }
            guard count > 0 else { continue }
            arrivals.append((self.seconds, count))
            for index in 0..<count where decoder.push(buffer[index]) {
                let payload = (0..<decoder.payload.count).map { decoder.payload.u8($0) }
                frames.append(Frame(header: decoder.header, payload: payload, arrival: self.seconds))
            }
        }
    }

    /// Sends one frame.
    func send(_ kind: MessageKind, _ write: (inout PayloadWriter) -> Void = { _ in }) throws {
        var writer = encoder.begin(
            FrameHeader(kind, isReply: false, sessionTag: 0, index: 0, time: 0, count: 0, stream: 0))
        write(&writer)
        let count = encoder.finish(writer, into: memory + 512)
        try port.write(UnsafeRawBufferPointer(start: memory + 512, count: count), timeoutMilliseconds: 2000)
    }

    func sayHello() throws {
        let hello = HelloMessage(role: .host, session: 0x4D51)
        try send(.hello) { hello.write(to: &$0) }
    }

    /// Asks for a rate.
    ///
    /// - Returns: the status of the answer; nil without one within a second.
    func ask(forRate rate: Float) throws -> AckMessage.Status? {
        sequence += 1
        var config = ConfigMessage(sequence: sequence)
        config.rate = rate
        try send(.config) { config.write(to: &$0) }
        var status: AckMessage.Status?
        try listen(seconds: 1) { [self] in
            let number = [UInt8(sequence & 255), UInt8(sequence >> 8)]
            let ack = frames.last { $0.header.kind == .ack && $0.payload.starts(with: number) }
            status = ack.flatMap { AckMessage.Status(rawValue: $0.payload[2]) }
            return status != nil
        }
        return status
    }
}
