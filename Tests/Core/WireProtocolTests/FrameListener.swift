import WireProtocol

/// A frame as it was delivered.
struct HeardFrame: Equatable, Sendable {
    var header: FrameHeader
    var payload: [UInt8]
}

/// A decoder that writes down what it delivers.
final class FrameListener {
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    private(set) var frames: [HeardFrame] = []

    init() {
        decoder = FrameDecoder(buffer: buffer)
    }

    deinit { buffer.deallocate() }

    var counters: FrameCounters { decoder.counters }

    func hear(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where decoder.push(byte) {
            let payload = decoder.payload
            frames.append(HeardFrame(header: decoder.header, payload: (0..<payload.count).map(payload.u8)))
        }
    }

    /// What a fresh decoder delivers of a stream in pieces.
    static func frames(of pieces: some Sequence<some Sequence<UInt8>>) -> [HeardFrame] {
        let listener = FrameListener()
        for piece in pieces { listener.hear(piece) }
        return listener.frames
    }
}

/// A frame on the wire, with its final 0x00.
func encodedFrame(_ header: FrameHeader, _ payload: [UInt8]) -> [UInt8] {
    let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 254)
    defer { scratch.deallocate() }
    let encoder = FrameEncoder(scratch: scratch)
    var writer = encoder.begin(header)
    for byte in payload { writer.u8(byte) }
    return Array(unsafeUninitializedCapacity: FrameLimits.wire) { room, count in
        guard let out = room.baseAddress else { return }
        count = encoder.finish(writer, into: out)
    }
}

/// Frames of several types and lengths, with many zeros and with none, the longest among them.
let variedFrames: [HeardFrame] = [
    HeardFrame(header: FrameHeader(.event, index: 7, time: 0x0102_0304), payload: [1, 0, 1, 0]),
    HeardFrame(header: FrameHeader(.data, time: 1, count: 2), payload: [0, 0, 0, 0]),
    HeardFrame(header: FrameHeader(.log, index: 0xFFFF, time: .max), payload: [2] + Array("a line of text".utf8)),
    HeardFrame(
        header: FrameHeader(.data, index: 2, time: 20_000, count: 20), payload: (0..<240).map { UInt8(truncatingIfNeeded: $0) }),
    HeardFrame(header: FrameHeader(.heartbeat, isReply: true), payload: [UInt8](repeating: 0, count: 32)),
    HeardFrame(header: FrameHeader(.data, index: 22, time: 40_000, count: 120), payload: [UInt8](repeating: 0xFF, count: 240)),
    HeardFrame(header: FrameHeader(.ack, isReply: true, index: 142), payload: [1, 0, 0, 7, 9, 9, 9, 9]),
]

extension HeardFrame {
    var wire: [UInt8] { encodedFrame(header, payload) }
}
