import DeviceFormats
import Testing

/// Lines in the manner of NMEA 0183, with a checksum behind a star.
@Suite("Sentences with a checksum")
struct SentenceChecksumTests {
    /// `[samples]`, of a board that swings, 50 Hz.
    private func sentences(_ sum: (_ body: String) -> UInt8) -> [String] {
        (0..<300).map { sample in
            let phase = Double(sample % 150) / 150 - 0.5
            let body = "IMU,\(sample * 20),0.1,\(phase),\(1 - phase * phase),28.5,-14.25,7.125"
            let hex = String(sum(body), radix: 16, uppercase: true)
            return "$\(body)*\(hex.count == 1 ? "0" : "")\(hex)"
        }
    }

    private func exclusiveOr(_ body: String) -> UInt8 { body.utf8.reduce(0, ^) }

    private func readings(_ lines: [String]) throws(CaptureError) -> (readings: [ForeignCapture.Reading], bad: UInt64) {
        var options = ForeignOptions()
        options.units = ForeignUnits("g,deg/s")
        let capture = try ForeignCapture(Array((lines.joined(separator: "\r\n") + "\r\n").utf8), options)
        var readings: [ForeignCapture.Reading] = []
        capture.read { readings.append($0) }
        return (readings, capture.counters.bad)
    }

    @Test("are read, and their digits are no number")
    func right() throws {
        let (readings, bad) = try readings(sentences(exclusiveOr))
        #expect(readings.count == 300 && bad == 0)
        #expect(readings[75].values[0] == 0.1 && readings[75].values[1] == 0 && readings[75].values[2] == 1)
        #expect(abs(readings[75].values[3] - 28.5 * .pi / 180) < 1e-6)
    }

    @Test("and a digit that became another one are counted and left out")
    func damaged() throws {
        var lines = sentences(exclusiveOr)
        lines[100] = lines[100].replacing("28.5", with: "28.6")
        let (readings, bad) = try readings(lines)
        #expect(readings.count == 299 && bad == 1)
        #expect(readings.allSatisfy { abs($0.values[3] - 28.5 * .pi / 180) < 1e-6 })
    }

    @Test("of another kind are read without it")
    func unknownKind() throws {
        let (readings, bad) = try readings(sentences { $0.utf8.reduce(0, &+) })
        #expect(readings.count == 300 && bad == 0)
    }
}
