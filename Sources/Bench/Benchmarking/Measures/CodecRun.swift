import MotionCore
import Quantization
import WireProtocol

/// A stream of DATA frames, six channels at 200 Hz, four samples a frame, and the work that each frame makes.
package final class CodecRun {
    private static let frames = 256
    private static let samples = 4
    private static let channels = 6

    /// Header, payload and CRC of every frame, one after the other.
    private let plain: UnsafeMutablePointer<UInt8>
    /// The frames as they go over the wire, 0x00 included.
    private let wire: UnsafeMutablePointer<UInt8>
    /// Bytes of a frame before encoding.
    let plainCount = FrameHeader.byteCount + CodecRun.samples * CodecRun.channels * 2 + 4
    /// Bytes of a frame on the wire. The same for all of them: none is long enough to need a second code byte.
    var wireCount: Int { plainCount + 2 }
    private let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * FrameLimits.wire)
    private let counts: [Int16]
    private var decoder: FrameDecoder
    private let decoderMemory = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var next = 0

    package init() {
        let values = MotionNoise.windows(Self.frames, window: Self.samples, inputs: Self.channels, seed: 1)
        counts = values.map { Int16(saturating: $0 * 8000) }
        plain = .allocate(capacity: Self.frames * plainCount)
        wire = .allocate(capacity: Self.frames * FrameLimits.wire)
        decoder = FrameDecoder(buffer: decoderMemory)
        for frame in 0..<Self.frames {
            let written = encode(frame, into: wire + frame * wireCount)
            precondition(written == wireCount, "a short frame grows by one code byte and the 0x00")
            (plain + frame * plainCount).update(from: scratch, count: plainCount)
        }
    }

    deinit {
        plain.deallocate()
        wire.deallocate()
        scratch.deallocate()
        decoderMemory.deallocate()
    }

    /// Makes a frame of four samples.
    private func encode(_ frame: Int, into out: UnsafeMutablePointer<UInt8>) -> Int {
        let encoder = FrameEncoder(scratch: scratch)
        let index = UInt16(truncatingIfNeeded: frame * Self.samples)
        var writer = encoder.begin(
            FrameHeader(.data, index: index, time: UInt32(frame) * 20_000, count: UInt8(Self.samples)))
        let first = frame * Self.samples * Self.channels
        for value in first..<first + Self.samples * Self.channels { writer.u16(UInt16(bitPattern: counts[value])) }
        return encoder.finish(writer, into: out)
    }

    private func eachFrame(_ frames: Int, _ work: (Int) -> UInt64) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<frames {
            sum = sum &* 31 &+ work(next)
            next = next + 1 == Self.frames ? 0 : next + 1
        }
        return sum
    }

    func checksum(_ frames: Int) -> UInt64 {
        eachFrame(frames) { UInt64(CRC32.checksum(plain + $0 * plainCount, count: plainCount - 4)) }
    }

    func stuff(_ frames: Int) -> UInt64 {
        let out = scratch + FrameLimits.wire
        return eachFrame(frames) { UInt64(COBS.encode(plain + $0 * plainCount, count: plainCount, into: out)) + UInt64(out[0]) }
    }

    /// In place, so each frame is copied first.
    func unstuff(_ frames: Int) -> UInt64 {
        eachFrame(frames) { frame in
            scratch.update(from: wire + frame * wireCount, count: wireCount)
            return UInt64(COBS.decode(scratch, count: wireCount - 1) ?? 0) + UInt64(scratch[plainCount - 1])
        }
    }

    func encode(_ frames: Int) -> UInt64 {
        let out = scratch + FrameLimits.wire
        return eachFrame(frames) { UInt64(encode($0, into: out)) + UInt64(out[0]) }
    }

    /// Byte after byte, reading the first count of each frame.
    package func decode(_ frames: Int) -> UInt64 {
        eachFrame(frames) { frame in
            var sum: UInt64 = 0
            for byte in 0..<wireCount where decoder.push(wire[frame * wireCount + byte]) {
                sum += UInt64(decoder.payload.u16(0))
            }
            return sum
        }
    }

    /// Frames that the decoder has accepted.
    package var decodedFrames: UInt32 { decoder.counters.frames }
}
