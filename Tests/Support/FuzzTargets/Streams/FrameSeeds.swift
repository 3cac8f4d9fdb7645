import Foundation
import TestSupport
import WireProtocol

/// Frames of every type, from the golden vectors of the protocol.
enum FrameSeeds {
    /// An intact frame, with its 0x00.
    static let event = frameBytes(FrameHeader(.event, index: 7, time: 0x0102_0304)) {
        EventMessage(kind: 1, which: 0, value: 1).write(to: &$0)
    }

    /// Each frame by itself, those that are refused among them, and all of them in a row as often as they fit.
    static let all: [[UInt8]] = {
        let wires = vectors
        var rows: [[UInt8]] = [[]]
        for wire in wires {
            if rows[rows.count - 1].count + wire.count > 2000 { rows.append([]) }
            rows[rows.count - 1] += wire
        }
        return wires + rows
    }()

    /// Header and payload of each frame.
    static let plain: [[UInt8]] = vectors.compactMap { wire in
        var bytes = Array(wire.dropLast())
        let length = bytes.withUnsafeMutableBufferPointer { room in
            room.baseAddress.flatMap { COBS.decode($0, count: room.count) }
        }
        return length.flatMap { $0 >= 14 && $0 <= 254 ? Array(bytes.prefix($0 - 4)) : nil }
    }

    private static let vectors: [[UInt8]] = {
        let file = URL(filePath: Repository.path("firmware-protocol/vectors/frames.json"))
        guard let text = try? Data(contentsOf: file), let all = try? JSONDecoder().decode(Vectors.self, from: text) else {
            return []
        }
        return (all.frames + all.refused).map { bytes(ofHexadecimal: $0.wire) }.filter { $0.count <= 600 }
    }()

    private struct Vectors: Decodable {
        struct Vector: Decodable { let wire: String }
        let frames: [Vector]
        let refused: [Vector]
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8($0 > 0x39 ? ($0 | 0x20) - 0x57 : $0 - 0x30) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
