import WireProtocol

/// Frames of the wire protocol whose CRC a mutant has broken.
enum FrameMending {
    /// Gives each stretch between zeros that is long enough for a frame the CRC of what it holds, and byte stuffing that holds.
    static func mend(_ bytes: inout [UInt8]) {
        var all: [UInt8] = []
        let pieces = bytes.split(separator: 0, omittingEmptySubsequences: false)
        for (place, piece) in pieces.enumerated() {
            all += mended(Array(piece))
            if place + 1 < pieces.count { all.append(0) }
        }
        bytes = all
    }

    private static func mended(_ piece: [UInt8]) -> [UInt8] {
        guard piece.count >= 11, piece.count <= FrameLimits.encoded else { return piece }
        var plain = piece
        let length = plain.withUnsafeMutableBufferPointer { room in
            room.baseAddress.flatMap { COBS.decode($0, count: room.count) }
        }
        // What is no byte stuffing any more is taken for the frame itself.
        plain = length.map { Array(plain.prefix($0)) } ?? piece
        return wire(Array(plain.dropLast(4)))
    }

    /// A frame on the wire, without its 0x00.
    ///
    /// - Parameter plain: header and payload; of more than fit the beginning.
    static func wire(_ plain: [UInt8]) -> [UInt8] {
        var frame = Array(plain.prefix(250))
        let sum = frame.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { CRC32.checksum($0, count: bytes.count) } ?? 0
        }
        for shift in [0, 8, 16, 24] as [UInt32] { frame.append(UInt8(truncatingIfNeeded: sum >> shift)) }
        return Array(unsafeUninitializedCapacity: FrameLimits.wire) { room, count in
            guard let out = room.baseAddress else { return }
            count = frame.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { COBS.encode($0, count: bytes.count, into: out) - 1 } ?? 0
            }
        }
    }
}
