import DeviceFormats
import TestSupport
import Testing

@Suite("WitMotion's frames")
struct WitMotionTests {
    private func frame(_ type: UInt8, _ words: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = [0x55, type]
        for word in words { bytes += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)] }
        return bytes + [bytes.reduce(0, &+)]
    }

    @Test("of acceleration and of rotation make one reading, in g and rad/s")
    func reading() {
        let bytes = frame(0x51, [2048, -4096, 32767, 0]) + frame(0x52, [16384, 0, -16384, 0]) + frame(0x53, [1, 2, 3, 4])
        let found = decoded(bytes, by: WitMotionDecoder())
        #expect(found.count == 1)
        let degree = Double.pi / 180
        let wanted = [1, -2, 32767.0 / 2048, 1000 * degree, 0, -1000 * degree]
        #expect(zip(found.first?.list ?? [], wanted).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    @Test("whose sum is wrong are counted, and the next one is found though it begins within them")
    func damaged() {
        var bytes = frame(0x51, [0x5155, 0, 0, 0])
        bytes[10] &+= 1
        let decoder = WitMotionDecoder()
        let found = decoded(bytes + frame(0x51, [1, 1, 1, 0]) + frame(0x52, [0, 0, 0, 0]), by: decoder)
        #expect(found.map { $0.values[0] } == [1.0 / 2048])
        #expect(decoder.counters.bad >= 1)
    }

    @Test("that come alone are counted as readings that lack a half")
    func halves() {
        let decoder = WitMotionDecoder()
        let half = frame(0x51, [1, 1, 1, 0])
        #expect(decoded(half + half + frame(0x52, [0, 0, 0, 0]) + frame(0x52, [0, 0, 0, 0]), by: decoder).count == 1)
        #expect(decoder.counters.lost == 2)
    }
}

@Suite("MAVLink's frames")
struct MAVLinkTests {
    private let scale = SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)

    @Test("of SCALED_IMU whose last zeros were trimmed hold zeros there")
    func trimmed() {
        let found = decoded(mavLinkFrame(26, [232, 3, 0, 0, 0xE8, 0x03], extra: 170), by: MAVLinkDecoder(scale: scale))
        #expect(found.map(\.list) == [[1, 0, 0, 0, 0, 0]])
        #expect(found.first?.time == 1_000_000)
    }

    @Test(
        "of HIGHRES_IMU with what no sensor measures are lost readings",
        arguments: [Float.nan, .infinity, -1e20, .greatestFiniteMagnitude])
    func impossible(_ value: Float) {
        let time: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        func frame(_ value: Float) -> [UInt8] {
            let bits = (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
            return mavLinkFrame(105, time + (0..<6).flatMap { _ in bits }, extra: 93)
        }
        let decoder = MAVLinkDecoder(scale: scale)
        #expect(decoded(frame(1) + frame(value) + frame(1), by: decoder).count == 2)
        #expect(decoder.counters.lost == 1)
    }

    @Test("with a signature are stepped over as a whole, though it looks like beginnings of frames")
    func signed() {
        let one = mavLinkFrame(26, [1, 0, 0, 0, 0xE8, 0x03], extra: 170, flags: 1)
        let decoder = MAVLinkDecoder(scale: scale)
        #expect(decoded(one + one, by: decoder).count == 2)
        #expect(decoder.counters.bad == 0 && decoder.counters.skippedBytes == 0)
    }

    @Test("that stand within a damaged one are found")
    func within() {
        // A header that promises 30 bytes more than come before the next frame.
        let torn: [UInt8] = [0xFD, 24, 0, 0, 7, 1, 1, 26, 0, 0, 5, 5, 5]
        let found = decoded(
            torn + mavLinkFrame(26, [1, 0, 0, 0, 0xE8, 0x03], extra: 170) + [UInt8](repeating: 0, count: 30),
            by: MAVLinkDecoder(scale: scale))
        #expect(found.map(\.list) == [[1, 0, 0, 0, 0, 0]])
    }

    @Test("of messages that nobody here knows hide none behind them")
    func unknown() {
        let strange = mavLinkFrame(200, [0xFD, 9, 0, 0, 1, 1, 1, 26], extra: 1)
        let found = decoded(
            strange + mavLinkFrame(26, [1, 0, 0, 0, 0xE8, 0x03], extra: 170) + strange, by: MAVLinkDecoder(scale: scale))
        #expect(found.count == 1)
    }

    @Test("of HIGHRES_IMU with a number that is none hold no reading")
    func notANumber() {
        let payload = [UInt8](repeating: 0, count: 8) + [0, 0, 0xC0, 0x7F] + [UInt8](repeating: 1, count: 20)
        #expect(decoded(mavLinkFrame(105, payload, extra: 93), by: MAVLinkDecoder(scale: scale)).isEmpty)
    }
}

@Suite("The profile of a sensor")
struct SensorScaleTests {
    @Test("is its part and its ranges, with the sensitivities of the data sheet")
    func known() throws {
        #expect(
            try SensorScale(profile: "mpu6050-8g-2000dps") == SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4))
        #expect(try SensorScale(profile: "LSM9DS1-2g-245dps") == SensorScale(gPerCount: 61e-6, degreesPerSecondPerCount: 8.75e-3))
    }

    @Test(
        "that is none is refused with what there is",
        arguments: [
            ("mpu6051-8g-2000dps", "mpu6050"), ("mpu6050-9g-2000dps", "2g, 4g, 8g, 16g"), ("lsm9ds1-8g-250dps", "245dps"),
            ("", "lsm6ds3"),
        ])
    func refused(_ profile: String, _ word: String) {
        let error = #expect(throws: FormatOptionError.self) { try SensorScale(profile: profile) }
        #expect(error?.description.contains(word) == true)
    }
}
