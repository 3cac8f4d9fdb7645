import CMotionQProtocol
import TestSupport
import WireProtocol

extension FuzzTarget {
    /// The frame decoders of Swift and C side by side, and the messages that they deliver.
    static let frames = FuzzTarget(
        "frames", reads: "bytes of a line, in frames",
        sources: [
            "Sources/Core/WireProtocol/Framing", "Sources/Core/WireProtocol/Messages",
            "firmware-protocol/c/src/mq_frame.c", "firmware-protocol/c/src/mq_message.c", "firmware-protocol/c/src/mq_hello.c",
            "firmware-protocol/c/src/mq_channels.c", "firmware-protocol/c/src/mq_config.c", "firmware-protocol/c/src/mq_labels.c",
            "firmware-protocol/c/src/mq_items.c", "firmware-protocol/c/src/mq_rules.c",
        ],
        seeds: { FrameSeeds.all }, mend: FrameMending.mend
    ) { bytes throws(FuzzFault) in
        let both = BothDecoders()
        defer { both.deallocate() }
        for byte in bytes { try both.push(byte) }
        try both.compareCounters()
        // Whatever came before: behind the next zero a frame is found again.
        _ = try both.push(0)
        for byte in FrameSeeds.event.dropLast() { try require(!both.push(byte), "a frame is delivered before its end") }
        try require(both.push(0), "an intact frame is not recovered after damage")
    }
}

/// A decoder of each language, which get the same bytes.
final class BothDecoders {
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private let c = UnsafeMutablePointer<mq_decoder>.allocate(capacity: 1)
    private var swift: FrameDecoder

    init() {
        c.initialize(to: mq_decoder())
        mq_decoder_reset(c, 0)
        swift = FrameDecoder(buffer: buffer)
    }

    func deallocate() {
        buffer.deallocate()
        c.deallocate()
    }

    /// - Returns: whether a frame was delivered.
    @discardableResult
    func push(_ byte: UInt8) throws(FuzzFault) -> Bool {
        let isDelivered = swift.push(byte)
        let outcome = mq_decoder_push(c, byte)
        try require(isDelivered == (outcome == MQ_OUTCOME_FRAME), "Swift delivers a frame: \(isDelivered), C says \(outcome)")
        if isDelivered { try compareFrames() }
        return isDelivered
    }

    func compareCounters() throws(FuzzFault) {
        let (ours, theirs) = (swift.counters, c.pointee.counters)
        let isSame =
            ours.bytes == UInt64(theirs.bytes) && ours.frames == theirs.frames && ours.framingErrors == theirs.framing_errors
            && ours.crcErrors == theirs.crc_errors && ours.versionMismatches == theirs.version_mismatches
            && ours.unknown == theirs.unknown && ours.malformed == theirs.malformed && ours.beforeSync == theirs.before_sync
        try require(isSame, "Swift counts \(ours), C \(theirs)")
    }

    private func compareFrames() throws(FuzzFault) {
        let (header, payload, frame) = (swift.header, swift.payload, c.pointee.frame)
        let isSameHeader =
            header.flags == frame.flags && header.type == frame.type && header.index == frame.index && header.time == frame.time
            && header.count == frame.count && header.stream == frame.stream && payload.count == frame.length
        try require(isSameHeader, "Swift reads \(header), C \(frame)")
        let bytes = (0..<payload.count).map(payload.u8)
        try require(bytes.elementsEqual(UnsafeBufferPointer(start: frame.payload, count: frame.length)), "payloads differ")
        try require(CMessages.read(frame), "C delivers a frame of type \(frame.type) whose message it refuses")
        try MessageRoundTrip.check(header, payload)
        try writeAgain(header, bytes)
    }

    /// What was read is written as it stood on the wire, and read again.
    private func writeAgain(_ header: FrameHeader, _ payload: [UInt8]) throws(FuzzFault) {
        let wire = frameBytes(header) { writer in for byte in payload { writer.u8(byte) } }
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
        defer { room.deallocate() }
        var decoder = FrameDecoder(buffer: room)
        var delivered = 0
        for byte in wire where decoder.push(byte) { delivered += 1 }
        try require(
            delivered == 1 && decoder.header == header && decoder.checksum == swift.checksum,
            "a frame is written otherwise than it was read")
    }
}
