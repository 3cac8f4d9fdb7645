import ForeignTables
import Recordings
import TestSupport
import Testing

/// Tables as public sketches, apps and data sets write them, with made-up values; the folders' READMEs say what is right.
@Suite("A stranger's table", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct StrangerTableTests {
    private static func path(_ name: String) -> String { "\(SharedData.folder)/strangers/\(name)" }

    private func converted(
        _ name: String, columns: String? = nil, units: String? = nil, recordedRate: Double? = nil, rate: Double? = nil,
        bridge: Int = 0
    ) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert(
            Self.path(name), columns: columns, units: units, recordedRate: recordedRate, rate: rate, bridge: bridge)
    }

    /// Whether a sample has some values, in g and rad/s, to the rounding of the table.
    private func expect(_ sample: ArraySlice<Float>?, _ values: [Double], within tolerance: Double) {
        #expect(zip(sample ?? [], values).allSatisfy { abs(Double($0) - $1) <= tolerance } && sample?.count == 6, "\(sample ?? [])")
    }

    @Test("of the tutorials' capture sketch has a session for each repetition between blank lines")
    func arduino() throws {
        let result = try converted("01-arduino-blank-lines", units: "g,deg/s", recordedRate: 119)
        #expect(result.counts == Array(repeating: 119, count: 8))
        #expect(
            result.sessions.map { Set($0.labels) } == Array(repeating: ["nod"], count: 4) + Array(repeating: ["wave"], count: 4))
        expect(result.sessions.first?.sample(0), [0, 0.001, 0.980, 0, 0.073 * .pi / 180, -0.049 * .pi / 180], within: 1e-6)
    }

    @Test("whose clock was set in the middle has two sessions")
    func clockSet() throws {
        let result = try converted("02-clock-set-mid-log/wave_0.csv", units: "m/s2,rad/s")
        #expect(result.counts == [120, 80] && result.converted.samplesLost == 0)
        expect(result.sessions.first?.sample(0), [0, 1.5 / 9.80665, 9.7 / 9.80665, 0, 0.2, 0.1], within: 1e-6)
    }

    @Test("of which every sixth sample or so is missing says what filling gaps would bring, and fills them if asked to")
    func dropped() throws {
        let result = try converted("03-dropped-every-sixth")
        #expect(result.sessions.flatMap { $0.stretches() }.map(\.count).max() == 5)
        #expect(result.remarks.contains("“bridge: 2”"))
        let bridged = try converted("03-dropped-every-sixth", bridge: 2)
        #expect(bridged.sessions.map { $0.stretches().map(\.count) } == Array(repeating: [389], count: 6))
        #expect(bridged.converted.samplesInterpolated == 6 * 89 && bridged.sidecars.keys.sorted() == ["recordings.json"])
        // What was recorded stays.
        for (before, after) in zip(result.sessions, bridged.sessions) {
            let kept = before.timestamps.map { Int(($0 / 20).rounded()) }
            #expect(kept.indices.allSatisfy { before.sample($0).elementsEqual(after.sample(kept[$0])) })
        }
    }

    @Test("brought to another rate is read at that rate, without a hole where fewer samples are missing than a new period holds")
    func ownRate() throws {
        let result = try converted("04-own-output-rate", rate: 20)
        #expect(result.sessions.count == 6)
        for session in result.sessions {
            #expect(abs((session.rate ?? 0) - 20) < 1e-6 && session.stretches().count == 1)
        }
    }

    @Test("of Physics Toolbox has g-force as its acceleration")
    func physicsToolbox() throws {
        let result = try converted("08-physics-toolbox-gF/ptb.csv")
        expect(result.sessions.first?.sample(1), [0.0029, 0.1525, 1.0092, 0.02, 0.2999, 0.1], within: 1e-6)
        #expect(result.sessions.first?.timestamps[1] == 10)
    }

    @Test("of an accelerometer and one of a gyroscope beside it become one, by time")
    func twoFiles() throws {
        let result = try converted("17-two-files")
        let session = try #require(result.sessions.first)
        // The gyroscope's first sample is 7 ms after the accelerometer's, which has no rotation therefore.
        #expect(session.timestamps == session.timestamps.indices.map { Double($0) * 20 } && session.count >= 59)
        expect(session.sample(0), [0.05, 0.1, 0.99, 0.2, 0.1, 0.0175 + 13 / 20 * (0.0673 - 0.0175)], within: 1e-6)
        #expect(result.converted.tables.first?.joinedFile?.hasSuffix("Gyroscope.csv") == true)
    }

    @Test("in folders that hold files of the same names has its label from the file and its subject from the folder")
    func folders() throws {
        let result = try converted("18-folder-is-person")
        #expect(result.converted.files.map(\.subject) == ["ana", "ben"])
        #expect(result.sessions.map { $0.labels[0] } == ["JumpingArmsDown", "WalkingPocket", "JumpingArmsDown", "WalkingPocket"])
    }

    @Test("with a row of time 0 loses that row")
    func zero() throws {
        let result = try converted(
            "19-zero-timestamp/raw.txt", columns: "subject=1,label=2,timestamp_ns=3,ax=4,ay=5,az=6", units: "m/s2")
        #expect(result.counts == [59] && result.converted.samplesLost == 1 && result.converted.firstUnreadableRow?.line == 31)
    }

    @Test("of MHEALTH is found in a folder, and its subject in its name")
    func log() throws {
        let result = try converted(
            "20-log-ending", columns: "ax=6,ay=7,az=8,gx=9,gy=10,gz=11,label=15", units: "m/s2,deg/s", recordedRate: 50)
        #expect(result.converted.files.map(\.subject) == ["subject3"] && result.counts == [60])
    }

    @Test("of Edge Impulse in JSON is read with its units, its interval and the label in its name")
    func acquisition() throws {
        let result = try converted("21-edge-impulse-json")
        let session = try #require(result.sessions.first)
        #expect(session.timestamps.prefix(3) == [0, 10, 20] && session.labels.first == "wave")
        expect(session.sample(0), [-0.05799594403087358 / 9.80665, 1.5 / 9.80665, 9.81 / 9.80665, 0, 0, 0], within: 1e-7)
    }

    @Test("whose stamps give no rate of motion is refused with the rate that they give in seconds, and read as somebody says")
    func slow() throws {
        let error = #expect(throws: RecordingError.self) { try converted("22-mlqs-slow/slow.csv", units: "m/s2,rad/s") }
        let said = error?.description ?? ""
        #expect(said.contains("they repeat") && said.contains("3.33 Hz in s") || said.contains("3.34 Hz in s"), "\(said)")
        #expect(said.contains("timestamp_s=timestamps") && said.contains("recordedRate"))
        let read = try converted("22-mlqs-slow/slow.csv", columns: "timestamp_s=timestamps", units: "m/s2,rad/s")
        #expect(abs((read.sessions.first?.rate ?? 0) - 3.33) < 0.05)
    }
}
