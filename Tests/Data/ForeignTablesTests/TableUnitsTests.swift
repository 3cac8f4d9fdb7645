import ForeignTables
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

@Suite("A gyroscope that is wired otherwise than its accelerometer")
struct OtherAxesTests {
    /// Half a minute of turns about all axes, in g and rad/s.
    private func remarks(_ wired: (SIMD3<Double>) -> SIMD3<Double>) throws -> String {
        var board = TurningBoard(bias: .zero)
        for _ in 0..<3 {
            for speed in [[1.5, 0, 0], [0, 1.5, 0], [0, 0, 1.5], [-1, 0.5, 0], [0, -1, 0.5]] as [SIMD3<Double>] {
                board.turn(speed, seconds: 2)
            }
        }
        let rows = board.acceleration.indices.map { place in
            let (a, g) = (board.acceleration[place], wired(board.rotation[place]))
            return "\(20 * place)," + [a.x, a.y, a.z, g.x, g.y, g.z].map { String(format: "%.3f", $0) }.joined(separator: ",")
        }
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert(world.write("walk.csv", [ConversionWorld.header] + rows), units: "g,rad/s").remarks
    }

    @Test("is told of, with what would fit, also where somebody said the units")
    func swapped() throws {
        let words = try remarks { [$0.y, -$0.x, $0.z] }
        #expect(words.contains("the gyroscope of walk.csv does not fit its accelerometer; −gy, gx, gz would"), "\(words)")
    }

    @Test("is not told of where it fits")
    func right() throws {
        let words = try remarks { $0 }
        #expect(!words.contains("gyroscope of"), "\(words)")
    }
}

@Suite("Tables with the same columns")
struct TablesOfAKindTests {
    private static let header = ConversionWorld.header

    /// A second of a board that is turned to and fro, too short to tell a unit by, at 50 Hz.
    private static func swing(_ start: Int, count: Int = 40, perRadian: Double = 1) -> [String] {
        [header]
            + (start..<start + count).map { sample in
                let phase = Double(sample) * 0.02 * 2 * .pi / 3
                let (angle, speed) = (0.8 * sin(phase), 0.8 * cos(phase) * 2 * .pi / 3 * perRadian)
                let values = [0.1, sin(angle), cos(angle), speed, 0.01 * perRadian, -0.02 * perRadian]
                return "\(20 * sample)," + values.map { String(format: "%.4f", $0) }.joined(separator: ",")
            }
    }

    /// Tables by their names, in one folder.
    private func convert(_ tables: [(name: String, lines: [String])]) throws -> (ConversionWorld.Result, ConversionWorld) {
        let world = try ConversionWorld()
        for table in tables { try world.write("in/\(table.name).csv", table.lines) }
        return (try world.convert(world.path("in")), world)
    }

    private func reasons(_ result: ConversionWorld.Result) -> [String] { result.converted.tables.map(\.unitsReason) }

    @Test("are in the units that one of them shows by its motion")
    func shown() throws {
        let (result, world) = try convert([("a_0", Self.swing(0)), ("b_0", Self.swing(0, count: 800))])
        defer { world.remove() }
        #expect(reasons(result) == ["as the motion of b_0.csv shows", "by its motion"])
    }

    @Test("of which one is in others are converted where their own motion shows their units; those that leave it open are not")
    func contradicted() throws {
        let (result, world) = try convert([
            ("a_0", Self.swing(0)), ("b_0", Self.swing(0, count: 800)),
            ("c_0", Self.swing(0, count: 800, perRadian: 180 / .pi)), ("d_0", Self.swing(40)),
        ])
        defer { world.remove() }
        #expect(result.converted.tables.map { URL(filePath: $0.path).lastPathComponent } == ["b_0.csv"])
        let refused = Set(result.converted.refused.map { URL(filePath: $0.path).lastPathComponent })
        #expect(refused == ["a_0.csv", "c_0.csv", "d_0.csv"])
    }

    @Test("that nothing shows are told of, with the option that says them")
    func open() throws {
        let (result, world) = try convert([("a_0", Self.swing(0))])
        defer { world.remove() }
        #expect(result.remarks.contains("nothing says for certain that a_0.csv is in g,rad/s"), "\(result.remarks)")
        #expect(reasons(result) == ["as nothing says otherwise; not certain"])
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
