import DeviceFormats
import Foundation
import TestSupport
import Testing

/// A message of motion, in the framing of MAVLink 1 or 2, with known values.
private struct MotionMessage: Sendable, CustomStringConvertible {
    let description: String
    let number: UInt8
    let extra: UInt8
    let payload: @Sendable (_ index: Int) -> [UInt8]
    /// In g and rad/s.
    let values: @Sendable (_ index: Int) -> [Double]

    func frame(_ version: Int, _ index: Int) -> [UInt8] {
        var payload = payload(index)
        if version == 1 { return mavLink1Frame(number, payload, extra: extra, sequence: UInt8(index & 255)) }
        while payload.count > 1, payload.last == 0 { payload.removeLast() }
        return mavLinkFrame(number, payload, extra: extra)
    }

    private static func words(_ index: Int) -> [Int16] {
        let index = Int16(index % 50)
        return [3 * index, -2 * index, 1000, 40 * index, -1500, 7]
    }

    private static func scaled(_ name: String, _ number: UInt8, _ extra: UInt8) -> MotionMessage {
        MotionMessage(
            description: name, number: number, extra: extra, payload: { MAVLinkPayload.scaled(UInt32(20 * $0), words($0)) },
            values: { words($0).map { Double($0) / 1000 } })
    }

    static let all = [
        scaled("SCALED_IMU", 26, 170), scaled("SCALED_IMU2", 116, 76), scaled("SCALED_IMU3", 129, 46),
        MotionMessage(
            description: "RAW_IMU", number: 27, extra: 144,
            payload: { index in MAVLinkPayload.raw(UInt64(20_000 * index), [Int16(index), 0, 4096, 0, -164, 16]) },
            values: { index in
                let degree = Double.pi / 180
                return [Double(index) / 4096, 0, 1, 0, -10 * degree, 16 / 16.4 * degree]
            }),
        MotionMessage(
            description: "HIGHRES_IMU", number: 105, extra: 93,
            payload: { index in
                MAVLinkPayload.highResolution(UInt64(20_000 * index), [Float(index) / 16, -0.5, 9.80665, 0.25, -2, 0.125])
            },
            values: { index in
                let (x, y) = (Double(index) / 16, -0.5)
                return [x / 9.80665, y / 9.80665, 1, 0.25, -2, 0.125]
            }),
    ]
}

@Suite("A motion message of MAVLink")
struct MAVLinkVariantTests {
    private let scale = SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)

    private func isRight(_ readings: [ForeignReading], _ message: MotionMessage) -> Bool {
        for (index, reading) in readings.enumerated() {
            let wanted = message.values(index)
            guard reading.time == UInt64(20_000 * index), (0..<6).allSatisfy({ abs(reading.values[$0] - wanted[$0]) < 1e-6 })
            else { return false }
        }
        return true
    }

    @Test("has its values in both framings, whole and byte by byte", arguments: MotionMessage.all, [1, 2])
    private func values(_ message: MotionMessage, _ version: Int) {
        let bytes = (0..<40).flatMap { message.frame(version, $0) }
        for pieces in [Int.max, 1] {
            let decoder = MAVLinkDecoder(scale: scale)
            let readings = decoded(bytes, by: decoder, pieces: pieces)
            #expect(readings.count == 40 && isRight(readings, message))
            #expect(decoder.counters.bad == 0 && decoder.counters.skippedBytes == 0)
        }
    }

    @Test("is read though the framing changes, as when a host has spoken MAVLink 2", arguments: MotionMessage.all)
    private func changing(_ message: MotionMessage) {
        let bytes = (0..<40).flatMap { message.frame($0 < 20 ? 1 : 2, $0) }
        let readings = decoded(bytes, by: MAVLinkDecoder(scale: scale))
        #expect(readings.count == 40 && isRight(readings, message))
    }

    @Test("of MAVLink 1 whose payload is trimmed, which only MAVLink 2 does, is none")
    func untrimmed() {
        let frame = mavLink1Frame(26, [1, 0, 0, 0, 0xE8, 0x03], extra: 170)
        #expect(decoded(frame + frame, by: MAVLinkDecoder(scale: scale)).isEmpty)
    }

    @Test("of MAVLink 1 that is damaged is counted, and the others are read")
    func damaged() {
        let message = MotionMessage.all[0]
        var frames = (0..<40).map { message.frame(1, $0) }
        frames[7][12] ^= 0x40
        frames[20].remove(at: 9)
        let decoder = MAVLinkDecoder(scale: scale)
        let readings = decoded(frames.flatMap { $0 }, by: decoder, pieces: 13)
        let wanted = (0..<40 as Range<UInt64>).filter { $0 != 7 && $0 != 20 }.map { $0 * 20_000 }
        #expect(readings.map(\.time) == wanted)
        #expect(decoder.counters.bad >= 2)
    }
}

@Suite("An autopilot that tells of several motion sensors")
struct MAVLinkSensorsTests {
    /// Frames of a stretch in which each of some messages comes 50 times a second.
    private func stretch(_ messages: [(number: UInt8, extra: UInt8, payload: (Int) -> [UInt8])], _ readings: Int) -> [[UInt8]] {
        (0..<readings).map { index in
            messages.flatMap { mavLink1Frame($0.number, $0.payload(index), extra: $0.extra, sequence: UInt8(index & 255)) }
        }
    }

    private func scaled(_ number: UInt8, _ extra: UInt8, x: Int16) -> (UInt8, UInt8, (Int) -> [UInt8]) {
        (number, extra, { MAVLinkPayload.scaled(UInt32(20 * $0), [x, 0, 1000, 0, 0, 0]) })
    }

    private func raw() -> (UInt8, UInt8, (Int) -> [UInt8]) {
        (27, 144, { MAVLinkPayload.raw(UInt64(20_000 * $0), [1000, 0, 4096, 0, 0, 0]) })
    }

    @Test("has the best of them read, from a log and at a port, and the others named")
    func best() throws {
        let stretch = stretch([raw(), scaled(116, 76, x: 200), scaled(26, 170, x: 100)], 120)
        let capture = try ForeignCapture(stretch.flatMap { $0 }, ForeignOptions())
        var values: [Double] = []
        capture.read { values.append($0.values[0]) }
        #expect(values == [Double](repeating: 0.1, count: 120))
        #expect(capture.finding.sensor == "SCALED_IMU" && capture.finding.otherSensors == ["RAW_IMU", "SCALED_IMU2"])
        #expect(capture.counters.others == 240)
        let world = TranslatedWorld()
        for frames in stretch { try world.send(frames, after: 20_000) }
        let found = try #require(world.found)
        #expect(found.rate == 50 && found.sensor == "SCALED_IMU" && found.otherSensors == ["RAW_IMU", "SCALED_IMU2"])
        #expect(world.rows.allSatisfy { $0[0] == Int16((0.1 / 16 * 32_768).rounded()) })
    }

    @Test("has one read that comes seldom only where no other comes more often")
    func seldom() throws {
        var bytes: [UInt8] = []
        for index in 0..<100 {
            if index % 10 == 0 {
                bytes += mavLink1Frame(105, MAVLinkPayload.highResolution(UInt64(20_000 * index), [1, 1, 9, 0, 0, 0]), extra: 93)
            }
            bytes += mavLink1Frame(116, MAVLinkPayload.scaled(UInt32(20 * index), [1, 2, 1000, 0, 0, 0]), extra: 76)
        }
        #expect(try ForeignCapture(bytes, ForeignOptions()).finding.sensor == "SCALED_IMU2")
    }

    @Test("tells them apart by their number within a message, and by who sends them")
    func instances() throws {
        func frame(_ index: Int, instance: UInt8, x: Float) -> [UInt8] {
            mavLinkFrame(
                105, MAVLinkPayload.highResolution(UInt64(20_000 * index), [x, 0, 9.80665, 0, 0, 0]) + [instance], extra: 93)
        }
        var bytes: [UInt8] = []
        for index in 0..<60 {
            bytes += frame(index, instance: 1, x: 9.80665) + frame(index, instance: 0, x: 0)
            let payload = MAVLinkPayload.scaled(UInt32(20 * index), [7, 7, 7, 7, 7, 7])
            bytes += mavLink1Frame(26, payload, extra: 170, from: [2, 1])
        }
        let capture = try ForeignCapture(bytes, ForeignOptions())
        var values: [Double] = []
        capture.read { values.append($0.values[0]) }
        #expect(values == [Double](repeating: 0, count: 60))
        #expect(capture.finding.otherSensors == ["HIGHRES_IMU of sensor 2", "SCALED_IMU"])
    }

    @Test("and is ArduPilot sends RAW_IMU in the units of SCALED_IMU, if nobody says another scale")
    func arduPilot() throws {
        func bytes(firmware: UInt8) -> [UInt8] {
            var bytes: [UInt8] = []
            for index in 0..<60 {
                if index % 50 == 20 { bytes += mavLink1Frame(0, MAVLinkPayload.heartbeat(firmware: firmware), extra: 50) }
                let payload = MAVLinkPayload.raw(UInt64(20_000 * index), [500, 0, 1000, 250, 0, 0])
                bytes += mavLink1Frame(27, payload, extra: 144)
            }
            return bytes
        }
        func first(_ bytes: [UInt8], _ options: ForeignOptions = ForeignOptions()) throws -> [Double] {
            var first: [Double] = []
            try ForeignCapture(bytes, options).read { reading in
                if first.isEmpty { first = (0..<6).map { reading.values[$0] } }
            }
            return first
        }
        // Also before its first heartbeat.
        #expect(try first(bytes(firmware: 3)) == [0.5, 0, 1, 0.25, 0, 0])
        // Of another one these would be a quarter of gravity.
        let error = #expect(throws: CaptureError.self) { try first(bytes(firmware: 12)) }
        #expect(error?.description.contains("an acceleration of 1118") == true)
        var options = ForeignOptions()
        options.scale = try SensorScale(profile: "mpu6050-2g-250dps")
        #expect(try first(bytes(firmware: 3), options)[0] == 500.0 / 16_384)
    }
}

@Suite("A stranger's log of MAVLink", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct StrangerMAVLinkTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(SharedData.folder)/strangers/16-mavlink-variants/\(name)")))
    }

    /// The values of HIGHRES_IMU, read where they stand: frames of 70 bytes, between heartbeats of 17.
    private static func values(_ bytes: [UInt8]) -> [[Double]] {
        var (place, values) = (0, [[Double]]())
        while place < bytes.count {
            let isMotion = bytes[place + 5] == 105
            if isMotion {
                values.append((0..<6).map { float(bytes, place + 14 + 4 * $0) / ($0 < 3 ? 9.80665 : 1) })
            }
            place += isMotion ? 70 : 17
        }
        return values
    }

    private static func float(_ bytes: [UInt8], _ place: Int) -> Double {
        var bits: UInt32 = 0
        for index in 0..<4 { bits |= UInt32(bytes[place + index]) << (8 * UInt32(index)) }
        return Double(Float(bitPattern: bits))
    }

    @Test("version 1 is read to the last digit, whole and byte by byte")
    func first() throws {
        let bytes = try Self.bytes("mavlink1.bin")
        let expected = Self.values(bytes)
        try #require(expected.count == 60)
        let capture = try ForeignCapture(bytes, ForeignOptions())
        #expect(capture.finding.format == .mavLink && capture.finding.sensor == "HIGHRES_IMU")
        var readings: [[Double]] = []
        capture.read { reading in readings.append((0..<6).map { reading.values[$0] }) }
        #expect(readings == expected && capture.counters.bad == 0 && capture.counters.lost == 0)
        let scale = SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)
        #expect(decoded(bytes, by: MAVLinkDecoder(scale: scale), pieces: 1).map(\.list) == expected)
    }

    @Test("version 1 is found at a port, at its rate")
    func port() throws {
        let bytes = try Self.bytes("mavlink1.bin")
        let world = TranslatedWorld()
        // A heartbeat with the reading behind it, 70 bytes or 87.
        var place = 0
        while place < bytes.count {
            let length = bytes[place + 5] == 105 ? 70 : 87
            try world.send(Array(bytes[place..<place + length]), after: 20_000)
            place += length
        }
        #expect(world.found == nil)
        for index in 60..<120 {
            let values: [Float] = [0, 2, 9.8, 0, 0.8, 0]
            try world.send(
                mavLink1Frame(105, MAVLinkPayload.highResolution(UInt64(index) * 20_000, values), extra: 93), after: 20_000)
        }
        let found = try #require(world.found)
        #expect(found.rate == 50 && found.channels == .all && found.feedback == .mavLink(relays: 0, hasTones: false))
        #expect(world.rows.last?[1] == Int16((2 / 9.80665 / 16 * 32_768).rounded()))
    }

    @Test("heartbeats and attitude alone is refused with what to ask for")
    func motionless() throws {
        let bytes = try Self.bytes("mavhb.bin")
        let error = #expect(throws: CaptureError.self) { _ = try ForeignCapture(bytes, ForeignOptions()) }
        let sentence = error?.description ?? ""
        #expect(sentence.contains("MAVLink 2 of PX4 (system 1, component 1), heartbeats and attitude, but no motion"))
        for word in ["SR0_RAW_SENS", "REQUEST_DATA_STREAM", "MAV_CMD_SET_MESSAGE_INTERVAL", "HIGHRES_IMU"] {
            #expect(sentence.contains(word))
        }
    }
}
