import ForeignTables
import Foundation
import Recordings
import Testing

@Suite("Many files that are converted together")
struct TableFilesTests {
    private static let lines = [ConversionWorld.header] + ConversionWorld.rows(300)

    private func convert(
        _ files: [String: [String]], columns: String? = nil, recordedRate: Double? = nil
    ) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        for (name, lines) in files { try world.write("in/" + name, lines) }
        return try world.convert(world.path("in"), columns: columns, recordedRate: recordedRate)
    }

    // MARK: Those that cannot be read

    @Test("are converted beside one with something wrong in it, which is named with its line")
    func oneBad() throws {
        var bad = Self.lines
        for row in stride(from: 100, to: 200, by: 4) { bad[row] = "nothing" }
        let result = try convert(["a.csv": Self.lines, "b.csv": bad, "c.csv": Self.lines])
        #expect(result.sessions.map(\.name) == ["a", "c"] && result.converted.tables.count == 2)
        #expect(result.converted.refused.map { $0.error.description }.joined().contains("in/b.csv, line 101: 25 of 300 rows"))
    }

    @Test("are converted beside one without motion, which is named with its columns")
    func noMotion() throws {
        let result = try convert(["a.csv": Self.lines, "b.csv": ["time,pressure"] + (0..<9).map { "\($0),1" }])
        #expect(result.counts == [300] && result.converted.refused.map(\.path).joined().hasSuffix("b.csv"))
    }

    @Test("are converted beside one of other columns whose units are others than they are taken for, and those are said")
    func units() throws {
        let heavy = ["timestamp_ms,ax,ay,az"] + (0..<300).map { "\($0 * 20),0.1,0.2,9.8" }
        let result = try convert(["a.csv": Self.lines, "b.csv": heavy])
        #expect(result.counts == [300] && result.converted.refused.map(\.path).joined().hasSuffix("b.csv"))
        #expect(result.converted.refused[0].error.description.contains("acceleration in m/s2 (gravity is 9.8 there)"))
    }

    @Test("say what is wrong with the first where all are bad")
    func allBad() throws {
        let error = #expect(throws: RecordingError.self) { try convert(["a.csv": ["a,b", "1,2"], "b.csv": ["a,b", "1,2"]]) }
        #expect(error?.description.contains("a.csv") == true)
    }

    @Test("leave out what loggers put beside motion")
    func asides() throws {
        let field = ["time,seconds_elapsed,z,y,x"] + (0..<300).map { "0,\(Double($0) / 50),1,2,3" }
        let result = try convert([
            "walk/Accelerometer.csv": Self.lines, "walk/Magnetometer.csv": field, "walk/Metadata.csv": ["version,name", "1,phone"],
            "walk/meta/time.csv": ["event,time", "START,0"], "walk/recording.json": ["{\"recording\":\"a.csv\"}"],
        ])
        #expect(result.counts == [300] && result.converted.refused.isEmpty)
        #expect(
            Set(result.converted.passedOver.map { URL(filePath: $0.path).lastPathComponent }).isSuperset(of: ["Magnetometer.csv"]))
    }

    @Test("are one of several that a phone writes of one motion, the one with gravity")
    func oneOfSeveral() throws {
        let result = try convert(["walk/Accelerometer.csv": Self.lines, "walk/Linear Accelerometer.csv": Self.lines])
        #expect(result.sessions.map(\.name) == ["Accelerometer"])
    }

    // MARK: Two that belong together

    private static func sensor(_ stamps: [Double], _ values: (Double) -> [Double]) -> [String] {
        ["seconds_elapsed,x,y,z"] + stamps.map { "\($0)," + values($0).map { "\($0)" }.joined(separator: ",") }
    }

    private static let acceleration = sensor((0..<400).map { Double($0) / 100 }) { [0.1, sin($0) / 10, 1] }

    private func rotation(of result: ConversionWorld.Result) -> [Float] {
        (result.sessions.first?.values ?? []).enumerated().filter { $0.offset % 6 == 3 }.map(\.element)
    }

    @Test("are an accelerometer's and a gyroscope's: joined by time, at any rate of either", arguments: [25.0, 50, 104, 200])
    func joined(_ rate: Double) throws {
        let stamps = (0..<Int(4 * rate)).map { 0.0031 + Double($0) / rate }
        let result = try convert([
            "walk/Accelerometer.csv": Self.acceleration, "walk/Gyroscope.csv": Self.sensor(stamps) { [$0 / 2, 0.2, 0.3] },
        ])
        let session = try #require(result.sessions.first)
        #expect(result.sessions.count == 1 && session.count > 390 && session.stretches().count == 1)
        // The first sample of the acceleration lies before the rotation's.
        let first = 0.01
        #expect(rotation(of: result).enumerated().allSatisfy { abs(Double($1) - (first + Double($0) / 100) / 2) < 1e-5 })
    }

    @Test("lose the samples at which the other has a gap")
    func gap() throws {
        let stamps = (0..<400).filter { !(200..<240).contains($0) }.map { 0.005 + Double($0) / 100 }
        let result = try convert([
            "Accelerometer.csv": Self.acceleration, "Gyroscope.csv": Self.sensor(stamps) { [$0 / 2, 0.2, 0.3] },
        ])
        #expect(result.sessions.map { $0.stretches().count } == [2] && abs(result.converted.samplesLost - 40) <= 1)
    }

    @Test("are told apart by what else their names say")
    func names() throws {
        let other = Self.sensor((0..<400).map { Double($0) / 100 }) { [$0 / 2, 0.2, 0.3] }
        let result = try convert([
            "acc_walk_user01.csv": Self.acceleration, "gyro_walk_user01.csv": other, "acc_sit_user01.csv": Self.acceleration,
            "gyro_sit_user01.csv": other,
        ])
        #expect(result.converted.files.map(\.subject) == ["user01"] && result.sessions.map { $0.labels[0] } == ["sit", "walk"])
    }

    @Test("are the acceleration with gravity, where a phone has both")
    func gravity() throws {
        let other = Self.sensor((0..<400).map { Double($0) / 100 }) { [$0 / 2, 0.2, 0.3] }
        let result = try convert([
            "Accelerometer.csv": Self.acceleration, "TotalAcceleration.csv": Self.acceleration, "Gravity.csv": Self.acceleration,
            "Gyroscope.csv": other, "GyroscopeUncalibrated.csv": other,
        ])
        #expect(result.converted.tables.map(\.path).joined().hasSuffix("TotalAcceleration.csv") && result.sessions.count == 1)
        #expect(result.converted.passedOver.count == 3)
    }

    @Test("are refused where their clocks share less than half")
    func apart() throws {
        let late = Self.sensor((0..<400).map { 3 + Double($0) / 100 }) { [$0 / 2, 0.2, 0.3] }
        let error = #expect(throws: RecordingError.self) {
            try convert(["Accelerometer.csv": Self.acceleration, "Gyroscope.csv": late])
        }
        #expect(error?.description.contains("300 of 400 samples lie before its first one or after its last") == true)
    }

    @Test("are joined row by row where a rate is said, if there are as many", arguments: [400, 399])
    func byNumber(_ count: Int) throws {
        func rows(_ count: Int) -> [String] { (0..<count).map { "0.1 0.2 \(1 + Double($0) / 1000)" } }
        let files = ["acc_exp01_user01.txt": rows(400), "gyro_exp01_user01.txt": rows(count)]
        guard count == 400 else {
            #expect(throws: RecordingError.self) { try convert(files, columns: "ax=1,ay=2,az=3", recordedRate: 50) }
            return
        }
        let result = try convert(files, columns: "ax=1,ay=2,az=3", recordedRate: 50)
        #expect(result.converted.files.map(\.subject) == ["user01"])
        #expect(result.sessions.first?.sample(7).elementsEqual([0.1, 0.2, 1.007, 0.1, 0.2, 1.007]) == true)
    }

    // MARK: What their names say

    @Test("have labels from folders that hold files of one name, of numbers or of people")
    func foldersAreLabels() throws {
        for names in [["log.csv"], ["1.csv", "2.csv"], ["subject1.csv", "subject2.csv"], ["rec_1.csv", "rec_2.csv"]] {
            let files = ["walk", "sit"].flatMap { folder in names.map { ("\(folder)/\($0)", Self.lines) } }
            let result = try convert(Dictionary(uniqueKeysWithValues: files))
            #expect(Set(result.sessions.flatMap(\.labels)) == ["walk", "sit"], "\(names)")
        }
    }

    @Test("have people from folders that hold files of the same names, though somebody left something out")
    func foldersArePeople() throws {
        let names = ["ana": ["walk_1", "walk_2", "sit", "jump"], "ben": ["walk_1", "sit", "jump"], "eva": ["walk", "jump"]]
        let files = names.flatMap { person, files in files.map { ("\(person)/\($0).csv", Self.lines) } }
        let result = try convert(Dictionary(uniqueKeysWithValues: files))
        #expect(result.converted.files.map(\.subject) == ["ana", "ben", "eva"])
        #expect(Set(result.sessions.flatMap(\.labels)) == ["walk", "sit", "jump"])
    }

    @Test("have the label and the subject in one name")
    func both() throws {
        let result = try convert(["walking_subject1_1.csv": Self.lines, "sitting_subject_2.csv": Self.lines])
        #expect(result.converted.files.map(\.subject) == ["subject1", "subject_2"])
        #expect(result.sessions.map { $0.labels[0] } == ["walking", "sitting"])
    }
}
