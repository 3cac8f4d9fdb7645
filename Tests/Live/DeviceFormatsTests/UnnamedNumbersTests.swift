import DeviceFormats
import Testing

@Suite("Numbers that nobody names")
struct UnnamedNumbersTests {
    /// A board that swings, ten seconds at 50 Hz; then lines of numbers as a sketch arranges them.
    private func capture(_ line: (_ sample: Int, _ motion: [Double]) -> [Double]) throws(CaptureError) -> ForeignCapture {
        let text = (0..<500).map { sample in
            let phase = Double(sample % 150) / 150 - 0.5
            let motion = [0.1, phase, 1 - phase * phase, 0.5, -0.25, 0.125]
            return line(sample, motion).map { "\($0)" }.joined(separator: ",")
        }
        var options = ForeignOptions()
        options.units = ForeignUnits("g,rad/s")
        options.rate = 50
        return try ForeignCapture(Array((text.joined(separator: "\n") + "\n").utf8), options)
    }

    private func readings(_ capture: ForeignCapture) -> [ForeignCapture.Reading] {
        var readings: [ForeignCapture.Reading] = []
        capture.read { readings.append($0) }
        return readings
    }

    @Test("and are four are a time and an acceleration, in whichever unit the time counts", arguments: [20.0, 20_000, 0.02])
    func four(step: Double) throws {
        let capture = try capture { [Double($0) * step] + $1.prefix(3) }
        let readings = readings(capture)
        #expect(capture.finding.channels == .acceleration && readings.count == 500)
        let times = readings.compactMap(\.time)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs(Double($0) - Double($1) - 20_000) <= 1 })
        #expect(readings[75].values[0] == 0.1 && readings[75].values[1] == 0)
    }

    @Test("and are seven are a time and six where the first one counts")
    func seven() throws {
        let capture = try capture { [Double($0) * 20] + $1 }
        #expect(capture.finding.channels == .all && readings(capture)[75].values[3] == 0.5)
    }

    @Test(
        "and do not begin with a time are asked for: four, seven and ten are not one of those",
        arguments: [1, 4, 7])
    func noTime(more: Int) {
        let error = #expect(throws: CaptureError.self) {
            try self.capture { sample, motion in (motion + motion).prefix(2 + more) + [25 + Double(sample % 5) / 100] }
        }
        #expect(error?.description.contains("columns") == true, "\(error?.description ?? "")")
    }
    @Test("and stand before named ones are passed over", arguments: ["[", ""])
    func count(_ bracket: String) throws {
        let lines = (0..<500).map { sample in
            "\(bracket)\(sample)\(bracket.isEmpty ? "" : "]") ax:\(Double(sample % 10) / 10)g ay:0.25g az:1.0g gx:2.5dps gy:-5.0dps gz:0.0dps"
        }
        var options = ForeignOptions()
        options.rate = 50
        let capture = try ForeignCapture(Array((lines.joined(separator: "\n") + "\n").utf8), options)
        let readings = readings(capture)
        #expect(capture.finding.channels == .all && readings.count == 500)
        #expect(abs(readings[77].values[0] - 0.7) < 1e-6 && readings[77].values[1] == 0.25)
    }
}
