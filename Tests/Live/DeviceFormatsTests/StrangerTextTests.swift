import DeviceFormats
import Foundation
import MotionUnits
import TestSupport
import Testing

/// What a stranger's sketch printed of one and the same motion, 24 readings at 50 Hz.
private struct StrangerLog: Sendable, CustomStringConvertible {
    let name: String
    /// What the program says of units; nil where it has to ask.
    let units: String?
    /// Half a step of the last digit that is printed, in g and in rad/s, and what rounding to counts adds.
    let tolerance: (g: Double, radians: Double)
    var channels = ForeignReading.Channels.all
    /// What somebody says of a log that does not say it.
    var given: String?
    var profile: String?

    var description: String { name }

    func capture() throws -> ForeignCapture {
        var options = ForeignOptions()
        options.units = given.flatMap { ForeignUnits($0) }
        options.scale = try profile.map { try SensorScale(profile: $0) }
        return try ForeignCapture(try Self.bytes(name), options)
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(SharedData.folder)/strangers/\(name)")))
    }

    /// In g and rad/s.
    static let first = [0, 0.2, 1, 0, 45.837 * Double.pi / 180, 0]
    static let last = [0.2237, -0.0532, 0.9843, 82.848 * Double.pi / 180, 8.692 * .pi / 180, 8.535 * .pi / 180]

    private static let words = "12-numbers-with-words/"
    /// Without a time, which would go back when they come again.
    static var unstamped: [StrangerLog] { all.filter { log in !["arrow", "german", "jsonl"].contains { log.name.contains($0) } } }

    static let all = [
        StrangerLog(name: words + "adafruit.log", units: "m/s2,rad/s", tolerance: (6e-4, 6e-3)),
        StrangerLog(name: words + "adxl.log", units: "m/s2", tolerance: (6e-4, 0), channels: .acceleration),
        StrangerLog(name: words + "sparkfun9.log", units: "g,deg/s", tolerance: (6e-3, 1e-4)),
        StrangerLog(name: words + "arrow.log", units: "g", tolerance: (6e-3, 0), channels: .acceleration, given: "g"),
        StrangerLog(name: words + "german.log", units: "g,deg/s", tolerance: (6e-4, 1e-5), given: "g,deg/s"),
        StrangerLog(name: words + "jsonl.log", units: "g,deg/s", tolerance: (6e-5, 1e-4), given: "g,deg/s"),
        StrangerLog(name: words + "labelled.log", units: "m/s2,deg/s", tolerance: (6e-4, 1e-4), given: "m/s2,deg/s"),
        StrangerLog(name: words + "labelled_eq.log", units: "g,deg/s", tolerance: (6e-4, 1e-4), given: "g,deg/s"),
        StrangerLog(name: words + "rowberg2.log", units: "counts", tolerance: (4e-5, 1e-4), profile: "mpu6050-2g-250dps"),
        StrangerLog(
            name: "13-boot-line-looks-like-a-reading/rowberg.log", units: "counts", tolerance: (4e-5, 1e-4),
            profile: "mpu6050-2g-250dps"),
    ]
}

@Suite("A stranger's log of numbers with words", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct StrangerTextTests {
    @Test("is read to its own rounding, by the names and units that it prints", arguments: StrangerLog.all)
    private func values(_ log: StrangerLog) throws {
        let capture = try log.capture()
        #expect(capture.finding.units == log.units)
        #expect(capture.finding.channels == log.channels)
        var readings: [[Double]] = []
        capture.read { reading in readings.append((0..<6).map { reading.values[$0] }) }
        #expect(readings.count >= 24 && capture.counters.bad == 0 && capture.counters.lost == 0)
        for (reading, expected) in [(readings.first, StrangerLog.first), (readings.dropFirst(23).first, StrangerLog.last)] {
            let reading = try #require(reading)
            for channel in 0..<6 where log.channels.contains(ForeignReading.Channels(rawValue: 1 << UInt8(channel))) {
                let tolerance = channel < 3 ? log.tolerance.g : log.tolerance.radians
                #expect(abs(reading[channel] - expected[channel]) <= tolerance, "channel \(channel)")
            }
        }
    }

    @Test("is what it is byte by byte", arguments: StrangerLog.unstamped)
    private func pieces(_ log: StrangerLog) throws {
        var options = try options(log)
        options.rate = 50
        let world = TranslatedWorld(options)
        for _ in 0..<20 { for byte in try StrangerLog.bytes(log.name) { try world.send([byte], after: 200) } }
        let found = try #require(world.found)
        #expect(found.format == .text && found.channels == log.channels && found.units == log.units)
    }

    @Test("is found at its rate, and greets with it", arguments: StrangerLog.unstamped)
    private func port(_ log: StrangerLog) throws {
        let world = TranslatedWorld(try options(log))
        for reading in try Self.readings(log) { try world.send(reading, after: 20_000) }
        let found = try #require(world.found, "\(world.told)")
        #expect(found.rate == 50 && found.channels == log.channels && found.units == log.units)
        #expect(world.rows.count > 100)
    }

    @Test("whose numbers are counts asks for the profile")
    func counts() throws {
        let world = TranslatedWorld()
        for log in StrangerLog.all where log.profile != nil {
            for reading in try Self.readings(log) { try world.send(reading, after: 20_000) }
        }
        #expect(world.found == nil)
        #expect(world.told.contains { if case .unknownUnits(let verdict) = $0 { (verdict.gravity ?? 0) > 10_000 } else { false } })
    }

    @Test("that begins with microseconds has the rate that they say")
    func microseconds() throws {
        let bytes = try StrangerLog.bytes("15-microseconds/micros7.log")
        var options = ForeignOptions()
        options.units = ForeignUnits("g,deg/s")
        let capture = try ForeignCapture(bytes, options)
        var times: [UInt64] = []
        capture.read { reading in times.append(reading.time ?? 0) }
        #expect(times.count == 60 && times.first == 5_000_000 && zip(times.dropFirst(), times).allSatisfy { $0 - $1 == 20_000 })
    }

    private func options(_ log: StrangerLog) throws -> ForeignOptions {
        var options = ForeignOptions()
        options.units = log.given.flatMap { ForeignUnits($0) }
        options.scale = try log.profile.map { try SensorScale(profile: $0) }
        return options
    }

    /// The log's text before its first reading, then its readings ten times, in pieces of a reading each.
    private static func readings(_ log: StrangerLog) throws -> [[UInt8]] {
        let bytes = try StrangerLog.bytes(log.name)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
        let opening = try #require(openings.first { word in lines.contains { $0.starts(with: word.utf8) } })
        var pieces: [[UInt8]] = [[]]
        for line in lines {
            if line.starts(with: opening.utf8) { pieces.append([]) }
            pieces[pieces.count - 1] += line
        }
        return [pieces[0]] + (0..<10).flatMap { _ in pieces.dropFirst() }
    }

    /// What a reading begins with.
    private static let openings = ["Acceleration X", "X:", "G:", "AccX", "ax=", "a/g"]
}
