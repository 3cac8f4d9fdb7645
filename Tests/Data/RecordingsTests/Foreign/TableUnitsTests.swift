import Foundation
import Recordings
import TestSupport
import Testing

@Suite("The units of a table that names none")
struct TableUnitsTests {
    /// A board that is turned, in units of one's own choice, at 50 Hz.
    private static func turned(perG: Double, perRadian: Double, format: String = "%.3f") -> [String] {
        var board = TurningBoard()
        board.lie(3)
        board.turn([1.5, 0.4, 0], seconds: 2)
        board.turn([-1, 0, 0.5], seconds: 2)
        board.lie(2)
        let rows = board.acceleration.indices.map { place in
            let values =
                (0..<3).map { board.acceleration[place][$0] * perG } + (0..<3).map { board.rotation[place][$0] * perRadian }
            return "\(20 * place)," + values.map { String(format: format, $0) }.joined(separator: ",")
        }
        return [ConversionWorld.header] + rows
    }

    private func convert(_ lines: [String], units: String? = nil) throws -> ConvertedDataSet {
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert(world.write("walk.csv", lines), units: units).converted
    }

    @Test("are confirmed by its motion where they are g and rad/s")
    func confirmed() throws {
        let converted = try convert(Self.turned(perG: 1, perRadian: 1))
        #expect(converted.tables.map(\.unitsReason) == ["by its motion"])
    }

    @Test(
        "are refused where its motion is in others, and those are said",
        arguments: [(1.0, 180 / Double.pi, "g,deg/s"), (9.80665, 1.0, "m/s2,rad/s"), (1000.0, 180 / Double.pi, "mg,deg/s")])
    func others(perG: Double, perRadian: Double, units: String) throws {
        let error = #expect(throws: RecordingError.self) {
            try convert(Self.turned(perG: perG, perRadian: perRadian))
        }
        #expect(error?.description.contains(units) == true, "\(error?.description ?? "")")
        #expect(try convert(Self.turned(perG: perG, perRadian: perRadian), units: units).samples > 400)
    }

    @Test("are refused where its numbers are counts, with those that are gravity")
    func counts() throws {
        let error = #expect(throws: RecordingError.self) {
            try convert(Self.turned(perG: 16_384, perRadian: 131 * 180 / Double.pi, format: "%.0f"))
        }
        #expect(error?.description.contains("gravity is 16") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("profile") == true)
    }
}

@Suite("A stranger's table in other units", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct StrangerUnitsTests {
    private func convert(_ path: String, rate: Double? = nil, units: String? = nil) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert("\(SharedData.folder)/strangers/\(path)", units: units, recordedRate: rate)
    }

    @Test("in mg and °/s, as its header has them in brackets, is read in those")
    func brackets() throws {
        let result = try convert("05-unit-in-brackets-mg/sensor.txt", rate: 104)
        #expect(result.converted.tables.map(\.units) == ["mg,deg/s"])
        let first = try #require(result.sessions.first).sample(0)
        #expect(zip(first, [0, 0.150, 1, 0, 20 * Float.pi / 180, 5 * .pi / 180]).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("of raw counts is refused with the number that is no gravity, and the profile is named")
    func counts() throws {
        let error = #expect(throws: RecordingError.self) { try convert("06-raw-counts-as-g/raw.csv") }
        #expect(error?.description.contains("acceleration of 1") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("profile") == true && error?.description.contains("counts") == true)
    }

    @Test("of an acceleration without gravity is asked for its units")
    func withoutGravity() throws {
        let error = #expect(throws: RecordingError.self) { try convert("07-user-acceleration-ms2/Accelerometer.csv") }
        #expect(error?.description.contains("m/s2") == true, "\(error?.description ?? "")")
        #expect(try convert("07-user-acceleration-ms2/Accelerometer.csv", units: "m/s2").converted.samples > 100)
    }
}
