import WireProtocol

/// How an input is read as what happens to one end of a line.
enum LinkScript {
    enum Step {
        /// That come over the line.
        case bytes([UInt8])
        /// Microseconds that pass.
        case time(UInt64)
        /// Most bytes that the port takes.
        case port(Int)
        /// A call of the program's, which reads its arguments itself.
        case other(UInt8)

        /// Reads the next one.
        ///
        /// - Parameter deadline: microseconds until something is due, or a large number.
        init(_ input: inout InputBytes, deadline: UInt64) {
            switch input.byte() {
            case 0x80...0xFF:
                let count = Int(input.byte())
                self = .bytes(FrameMending.wire(Array(input.bytes(10 + count % 241))) + [0])
            case 0x70...0x7F: self = .bytes(Array(input.bytes(Int(input.byte()))))
            case 0x60...0x6F: self = .time(UInt64(input.number(UInt16.self)))
            case 0x58...0x5F: self = .time(UInt64(input.number(UInt16.self)) * 256)
            case 0x54...0x57: self = .time(UInt64(input.number(UInt32.self)))
            case 0x50...0x53: self = .time(min(deadline, 10_000_000) + UInt64(input.byte() % 3))
            case 0x48...0x4F: self = .port(Int(input.byte()) * 4)
            case 0x40...0x47: self = .port(.max)
            case let kind: self = .other(kind % 16)
            }
        }
    }

    /// Frames of the golden vectors, a tenth of a second apart, and what a program may ask for between them.
    static let seeds: [[UInt8]] = {
        let frames = FrameSeeds.plain.map { frame in [0x80, UInt8(frame.count - 10)] + frame }
        var rows: [[UInt8]] = frames.map { $0 + [0x58, 1, 0x86] + $0 + [0x50, 1, 0x40] }
        for begin in stride(from: 0, to: frames.count, by: 8) {
            var row: [UInt8] = []
            for (place, frame) in frames[begin..<min(begin + 8, frames.count)].enumerated() {
                row += frame + [0x58, 1, 0x86, UInt8(place), 1, 0, 1, 0, 100, 0, 200, 0x50, 1, 0x40]
            }
            rows.append(row)
        }
        return rows.filter { $0.count <= 2048 } + [conversation]
    }()
}

extension LinkScript {
    /// A device that greets, answers for its clock, sends samples and acknowledges a command (`PlausibleDevice`).
    private static let conversation: [UInt8] = {
        let begin: [UInt8] = [9, 6, 0x40, 0x60, 1, 0, 12, 3, 0x40, 0x50, 1, 0x40, 12, 1]
        let sample: [UInt8] = [10, 3, 0x60, 78, 32]
        let command: [UInt8] = [0, 1, 0, 1, 0, 100, 1, 44, 0x40, 13, 0]
        return begin + sample + sample + command + sample + [10, 0x43] + sample + [
            15, 200, 3, 66, 72, 0, 0, 0, 0x50, 1, 0x40, 14, 1, 15, 1, 0, 0, 9, 9,
        ] + sample
    }()
}

/// The other end of a line, which takes frames apart and finds nothing wrong with them.
final class LinePort {
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    /// What the link asked last: the time of a TIMESYNC, the sequences of a FEEDBACK and of a CONFIG.
    private(set) var asked: (time: UInt64, command: UInt16, configuration: UInt16) = (0, 0, 0)

    init() { decoder = FrameDecoder(buffer: buffer) }

    func deallocate() { buffer.deallocate() }

    private func hear(_ header: FrameHeader, _ payload: PayloadReader) {
        switch header.kind {
        case .timeSync: asked.time = TimeSyncMessage(payload).requested
        case .feedback: asked.command = payload.u16(0)
        case .config: asked.configuration = payload.u16(0)
        default: break
        }
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) throws(FuzzFault) {
        for byte in bytes where decoder.push(byte) { hear(decoder.header, decoder.payload) }
        let seen = decoder.counters
        let faults =
            seen.framingErrors &+ seen.crcErrors &+ seen.versionMismatches &+ seen.unknown &+ seen.malformed &+ seen.beforeSync
        try require(faults == 0, "a link sends what the other end refuses: \(seen)")
    }
}
