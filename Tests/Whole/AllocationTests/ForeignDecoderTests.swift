import CAllocationCounter
import DeviceFormats
import Testing

@Suite(
    "Decoding what devices of other makes send",
    .enabled(if: allocation_counter_works(), "malloc can be counted with glibc and without a sanitizer only"))
struct ForeignDecoderTests {
    enum Stream: String, CaseIterable {
        case text, labelledText, witMotion, longWitMotion, mavLink, mavLink1

        /// Frames or lines, one in a hundred damaged.
        var bytes: [UInt8] {
            (0..<2000).flatMap { index in
                var frame = frame(index)
                // Of what has no check sum the beginning, which shows it.
                if index % 100 == 50 { frame[self == .longWitMotion ? 0 : frame.count / 2] ^= 0x15 }
                return frame
            }
        }

        private func frame(_ index: Int) -> [UInt8] {
            let value = index % 100
            switch self {
            case .text: return Array("\(value).25,-0.5,9.81,1.5,-\(value).125,0.75\r\n".utf8)
            case .labelledText: return Array("ax:\(value).25 ay:-0.5 az:9.81 gx:1.5 gy:-0.125 gz:0.75\n".utf8)
            case .witMotion: return half(0x51, value) + half(0x52, value)
            case .longWitMotion: return [0x55, 0x61] + (0..<9).flatMap { [UInt8(value + $0), 1] }
            case .mavLink: return rawIMU(index, value)
            case .mavLink1: return firstRawIMU(index, value)
            }
        }

        private func half(_ kind: UInt8, _ value: Int) -> [UInt8] {
            let body: [UInt8] = [0x55, kind, UInt8(value), 0, 2, 0, 3, 8, 0, 0]
            return body + [body.reduce(0, &+)]
        }

        /// RAW_IMU (27, CRC_EXTRA 144): a time stamp, then nine int16.
        private func rawIMU(_ index: Int, _ value: Int) -> [UInt8] {
            let payload = payload(value)
            return [0xFD] + summed([UInt8(payload.count), 0, 0, UInt8(index & 255), 1, 1, 27, 0, 0] + payload)
        }

        /// RAW_IMU as MAVLink 1 has it.
        private func firstRawIMU(_ index: Int, _ value: Int) -> [UInt8] {
            let payload = payload(value)
            return [0xFE] + summed([UInt8(payload.count), UInt8(index & 255), 1, 1, 27] + payload)
        }

        private func payload(_ value: Int) -> [UInt8] {
            [UInt8(value), 1, 0, 0, 0, 0, 0, 0] + (0..<9).flatMap { [UInt8(value + $0), 1] }
        }

        private func summed(_ body: [UInt8]) -> [UInt8] {
            var sum: UInt16 = 0xFFFF
            for byte in body + [144] {
                sum ^= UInt16(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x8408 : sum >> 1 }
            }
            return body + [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
        }

        func decoder() throws -> any ForeignDecoder {
            switch self {
            case .text, .labelledText: TextLineDecoder()
            case .witMotion, .longWitMotion: WitMotionDecoder()
            case .mavLink, .mavLink1: MAVLinkDecoder(scale: try SensorScale(profile: "mpu6050-8g-2000dps"))
            }
        }
    }

    @Test("allocates nothing for a reading, nor for what is damaged", arguments: Stream.allCases)
    func nothing(_ stream: Stream) throws {
        let (decoder, bytes) = (try stream.decoder(), stream.bytes)
        var readings = 0
        let blocks = bytes.withUnsafeBytes { all in
            allocation_counter_begin()
            // In pieces, as they come.
            for first in Swift.stride(from: 0, to: all.count, by: 61) {
                decoder.push(UnsafeRawBufferPointer(rebasing: all[first..<min(all.count, first + 61)])) { _ in readings += 1 }
            }
            return allocation_counter_end()
        }
        #expect(readings > 1900, "\(decoder.counters)")
        #expect(blocks == 0)
    }
}
