import LiveLoop
import MotionCore
import TestSupport
import Transport
import WireProtocol

/// A pipeline and the bare device side of its wire.
final class BareWire {
    let pipeline: LivePipeline
    let clock = ManualClock()
    let observer = RecordingObserver()
    private let side: MemoryTransport
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)

    init(rate: Double? = nil, capacity: Int = 65_536) throws {
        let pair = MemoryTransport.pair(capacity: capacity)
        side = pair.device
        let network = randomQuantizedNetwork(.init(2, 1, 6, nil, [4], [3]), carriesState: false, seed: 1)
        pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network, rate: rate), options: LiveOptions(), clock: clock,
            observer: observer, sessionID: 1)
        try pipeline.open()
    }

    deinit { memory.deallocate() }

    /// Puts one frame on the wire.
    func send(_ header: FrameHeader, _ write: (inout PayloadWriter) -> Void) throws {
        try frameBytes(header, write).withUnsafeBytes { try side.write($0, timeoutMilliseconds: 0) }
    }

    func hello(time: UInt32, _ identity: HelloMessage = ScriptedDevice.sixAxes()) throws {
        try send(FrameHeader(.hello, time: time)) { identity.write(to: &$0) }
    }

    func samples(_ count: Int, index: UInt16, time: UInt32) throws {
        try send(FrameHeader(.data, index: index, time: time, count: UInt8(count))) { writer in
            for value in 0..<6 * count { writer.u16(UInt16(value)) }
        }
    }

    func step(microseconds: UInt64 = 10_000) throws {
        clock.now += microseconds
        try pipeline.step(longestWait: 0)
    }

    /// Frames of one kind that the host sent since the last call.
    func sent(_ kind: MessageKind) throws -> Int {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { room.deallocate() }
        let count = try side.read(into: room, timeoutMilliseconds: 0)
        var decoder = FrameDecoder(buffer: memory)
        return (0..<count).count { decoder.push(room[$0]) && decoder.header.kind == kind }
    }
}
