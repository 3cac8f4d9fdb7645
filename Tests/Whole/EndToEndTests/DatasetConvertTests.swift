import Foundation
import Recordings
import TestSupport
import Testing

@Suite("motionq dataset convert")
struct DatasetConvertTests {
    @Test("draws how each table begins on the page that is asked for")
    func page() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let table = try world.table("walk.csv", header: "ax,ay,az,gx,gy,gz") { spelled(ForeignWorld.motion($0), ",") }
        let page = world.motionq.path("page.html")
        let result = try world.convert(table, "--recorded-rate", "50", "--report", page)
        #expect(result.status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("How walk.csv begins"))
    }

    @Test("takes columns by number from rows that are wider than the first line, as a title makes it")
    func title() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let table = try world.table("walk.csv", header: "my recording") { row in
            "\(20 * row)," + spelled(ForeignWorld.motion(row).prefix(3), ",")
        }
        let result = try world.convert(table, "--columns", "timestamp_ms=1,ax=2,ay=3,az=4")
        #expect(result.status == 0, "\(result)")
        #expect(try world.written().values.first?.sampleCount == 400)
    }

    @Test("takes the time from a column that the first line does not reach")
    func timeBesideTitle() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let table = try world.table("walk.csv", header: "my recording") { row in
            spelled(ForeignWorld.motion(row).prefix(3), ",") + ",\(20 * row)"
        }
        let result = try world.convert(table, "--columns", "ax=1,ay=2,az=3,timestamp_ms=4")
        #expect(result.status == 0, "\(result)")
        #expect(try world.written().values.first?.sampleCount == 400)
    }

    @Test("takes a folder a person, a file a class, units in brackets, semicolons and decimal commas")
    func people() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        for person in 1...2 {
            for label in ["walk_1", "walk_2", "sit"] {
                _ = try world.table(
                    "in/subject\(person)/\(label).csv",
                    header: "Time (s);Acc X (m/s^2);Acc Y (m/s^2);Acc Z (m/s^2);Gyro X (deg/s);Gyro Y (deg/s);Gyro Z (deg/s)"
                ) { index in
                    let motion = zip(ForeignWorld.motion(index), [9.80665, 9.80665, 9.80665, 180 / .pi, 180 / .pi, 180 / .pi])
                    return spelled([Double(index) / 50] + motion.map { $0 * $1 }, ";").replacingOccurrences(of: ".", with: ",")
                }
            }
        }
        let result = try world.convert(world.motionq.path("in"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("label from the file name, subject from the folder"))
        #expect(result.output.contains("2 subjects, 6 sessions"))
        let written = try world.written()
        #expect(written.keys.sorted() == ["subject1.csv", "subject2.csv"])
        let sessions = try #require(written["subject1.csv"]).sessions
        #expect(Set(sessions.flatMap(\.labels)) == ["walk", "sit"])
        #expect(sessions.allSatisfy { $0.subject == "subject1" })
        for session in sessions {
            #expect(session.timestamps == (0..<400).map { Double($0) * 20 })
            for (value, expected) in zip(session.values, (0..<400).flatMap(ForeignWorld.motion)) {
                #expect(abs(Double(value) - expected) < 1e-5)
            }
        }
        #expect(Set(written.values.flatMap { $0.sessions.map(\.name) }).count == 6)
    }

    @Test("takes rows as WISDM has them: no header, a semicolon at the end, nanoseconds, broken rows, no gyroscope")
    func wisdm() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table("raw.txt", rows: 1_200) { index in
            if index == 700 { return "33,Jogging;" }
            let (person, label) = (index < 800 ? "33" : "17", index % 800 < 400 ? "Jogging" : "Walking")
            // The second person's clock begins earlier; stamps jitter.
            let time = (index < 800 ? 49_105_962_326_000 : 1_000_000_000) + index * 50_000_000 + index % 3 * 4_000_000
            return "\(person),\(label),\(time),\(spelled(ForeignWorld.motion(index).prefix(3).map { $0 * 9.80665 }, ","));"
        }
        let unnamed = try world.convert(path)
        #expect(unnamed.status == 65)
        #expect(
            unnamed.errors.contains("no header") && unnamed.errors.contains("6 columns: 33 Jogging")
                && unnamed.errors.contains("subject=1,label=2"))
        #expect(unnamed.errors.contains("--columns"))
        let columns = ["--columns", "subject=1,label=2,timestamp_ns=3,ax=4,ay=5,az=6"]
        let guessed = try world.convert(path, columns[0], columns[1])
        #expect(guessed.status == 65 && guessed.errors.contains("--units m/s2"), "\(guessed.errors)")
        let result = try world.convert(path, columns[0], columns[1], "--units", "m/s2")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("--inputs ax,ay,az"))
        let written = try world.written()
        #expect(written.keys.sorted() == ["17.csv", "33.csv"])
        let session = try #require(written["33.csv"]?.sessions.first)
        // The broken row is a lost sample, and what lies after it keeps its time.
        #expect(session.count == 799)
        #expect(session.stretches().map(\.count) == [700, 99])
        #expect(abs(try #require(session.rate) - 20) < 0.1)
        #expect(session.values.enumerated().allSatisfy { $0 % 6 < 3 || $1 == 0 })
    }

    @Test("takes columns as a phone's logger has them, z before x, in m/s², with a folder a label")
    func phone() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        for label in ["chop", "rest"] {
            _ = try world.table("in/\(label)/Accelerometer.csv", header: "time,seconds_elapsed,z,y,x") { index in
                let motion = ForeignWorld.motion(index)
                return "\(1_700_000_000_000_000_000 + index * 10_000_000),"
                    + spelled([Double(index) / 100, motion[2] * 9.80665, motion[1] * 9.80665, motion[0] * 9.80665], ",")
            }
        }
        let result = try world.convert(world.motionq.path("in"), "--units", "m/s2", "--rate", "50")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("label from the folder, subject not known, time from seconds_elapsed in s"))
        #expect(result.errors.contains("nothing says who moved"))
        let sessions = try #require(world.written()["recordings.csv"]).sessions
        #expect(sessions.map(\.name) == ["Accelerometer", "rest-Accelerometer"])
        #expect(sessions.map { Set($0.labels) } == [["chop"], ["rest"]])
        #expect(sessions.allSatisfy { $0.count == 200 && $0.timestamps.last == 199 * 20 })
        #expect(abs(Double(sessions[0].values[2]) - 0.9) < 1e-4)
    }

    @Test("takes spaces, 54 columns and NaN as PAMAP2 has them; rows without a number are lost samples")
    func pamap() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table("subject101.dat", rows: 1_000) { index in
            var fields = [String](repeating: "NaN", count: 54)
            let motion = ForeignWorld.motion(index)
            fields[0] = String(format: "%.2f", 8.38 + Double(index) / 100)
            fields[1] = index < 600 ? "4" : "0"
            if !(300..<303).contains(index) {
                for (place, value) in zip([4, 5, 6, 10, 11, 12], motion) { fields[place] = "\(value)" }
            }
            return fields.joined(separator: " ")
        }
        let unnamed = try world.convert(path)
        #expect(unnamed.status == 65 && unnamed.errors.contains("54 columns"))
        let result = try world.convert(
            path, "--columns", "timestamp_s=1,label=2,ax=5,ay=6,az=7,gx=11,gy=12,gz=13", "--json")
        let line = try #require(result.objects().first)
        #expect(line["subjects"] as? [String] == ["subject101"])
        #expect(line["unreadable_rows"] as? Int == 3)
        #expect(line["samples_lost"] as? Int == 3)
        #expect(line["gaps"] as? Int == 1)
        let session = try #require(world.written()["subject101.csv"]?.sessions.first)
        #expect(session.labels.count { $0 == "4" } == 597)
        #expect(session.timestamps[300] == 3_030)
    }

    @Test("changes nothing of what it converted before, and evaluates like it")
    func again() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table("log.csv", header: "t,accX,accY,accZ,gyroX,gyroY,gyroZ,activity,who", rows: 900) { index in
            // Jitter, a gap, and a clock that is no round number.
            let time = Double(index + (index < 500 ? 0 : 17)) / 52 + Double(index % 7) / 2_000
            return spelled([time] + ForeignWorld.motion(index), ",")
                + ",\(index % 300 < 150 ? "a" : "b"),\(index < 300 ? "ann" : "")"
        }
        for rate in [[], ["--rate", "25"]] {
            let folders = rate.isEmpty ? ["one", "two"] : ["three", "four"]
            #expect(
                try world.motionq.start(["dataset", "convert", path, "-o", world.motionq.path(folders[0])] + rate).wait().status
                    == 0)
            let again = ["dataset", "convert", world.motionq.path(folders[0]), "-o", world.motionq.path(folders[1])]
            #expect(try world.motionq.start(again + rate).wait().status == 0)
            for name in ["ann.csv", "recordings.csv"] {
                let (first, second) = try (
                    Data(contentsOf: URL(filePath: world.motionq.path("\(folders[0])/\(name)"))),
                    Data(contentsOf: URL(filePath: world.motionq.path("\(folders[1])/\(name)")))
                )
                #expect(first == second, "\(name) \(rate)")
            }
            let sessions = try #require(world.written(folders[0])["recordings.csv"]).sessions
            #expect(sessions.map { $0.stretches().count } == [2])
            #expect(abs(try #require(sessions[0].rate) - (rate.isEmpty ? 52 : 25)) < 0.2)
        }
    }

    @Test("takes columns as SensorLog has them: dates, units in brackets, a user's acceleration beside the whole one")
    func sensorLog() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let header =
            "loggingTime(txt),motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G),"
            + ["X", "Y", "Z"].map { "accelerometerAcceleration\($0)(G)" }.joined(separator: ",") + ","
            + ["X", "Y", "Z"].map { "motionRotationRate\($0)(rad/s)" }.joined(separator: ",") + ",activity_id,activity"
        let path = try world.table("log.csv", header: header) { index in
            let time = String(format: "2024-02-29 23:00:%06.3f +0200", Double(index) / 50)
            return "\(time),9,9,9,\(spelled(ForeignWorld.motion(index), ",")),7,\(index < 200 ? "up" : "down")"
        }
        let result = try world.convert(path)
        #expect(result.status == 0, "\(result.errors)")
        let session = try #require(world.written()["recordings.csv"]?.sessions.first)
        #expect(session.subject == nil)
        #expect(session.labels.count { $0 == "up" } == 200)
        #expect(session.timestamps == (0..<400).map { Double($0) * 20 })
        #expect(session.values.prefix(3).elementsEqual(ForeignWorld.motion(0).prefix(3).map { Float($0) }))
    }

    @Test("writes the others where one table is bad, names its line, ends with 65, and says what each was taken for")
    func oneBad() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        for name in ["a", "b", "c"] {
            _ = try world.table("in/\(name).csv", header: "time_ms,ax,ay,az,gx,gy,gz") { row in
                name == "b" && row >= 200 ? "broken" : spelled([Double(20 * row)] + ForeignWorld.motion(row), ",")
            }
        }
        let result = try world.convert(world.motionq.path("in"))
        #expect(result.status == 65 && result.errors.contains("in/b.csv, line 202: 200 of 400 rows"), "\(result.errors)")
        #expect(try world.written()["recordings.csv"]?.sessions.map(\.name) == ["a", "c"])
        let table = result.output.split(separator: "\n").suffix(4).map { $0.split(separator: "  ").map { $0.filter { $0 != " " } } }
        #expect(table.first == ["file", "takenfor", "rate", "units"])
        #expect(
            table[1] == ["in/a.csv", "accelerationandrotation", "50.0Hzbytime_msinms", "g,rad/s,asnothingsaysotherwise;notcertain"])
        #expect(table[3] == ["in/b.csv", "notconverted;seeabove"])
        let line = try #require(try world.convert(world.motionq.path("in"), "--json", to: "json").objects().first)
        #expect((line["tables"] as? [[String: Any]])?.count == 2 && (line["refused"] as? [[String: Any]])?.count == 1)
    }

    @Test("fills gaps if asked to, and proposes it where most stretches are short")
    func bridge() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table("a.csv", header: "time_ms,ax,ay,az,gx,gy,gz") { row in
            spelled([Double(20 * (row + row / 5))] + ForeignWorld.motion(row), ",")
        }
        #expect(try world.convert(path, to: "one").errors.contains("--bridge 1 makes up gaps of up to 1"))
        let result = try world.convert(path, "--bridge", "1", to: "two")
        #expect(result.status == 0 && result.output.contains("interpolated: 79 missing samples"), "\(result)")
        #expect(FileManager.default.fileExists(atPath: world.motionq.path("two/recordings.json")))
        #expect(try world.convert(path, "--bridge", "4", to: "three").status == 64)
    }

    @Test("writes what train and evaluate read")
    func trained() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let people = try world.recording(gestures: 6) { person, row, fields in
            // Seconds, jittering, and other names.
            fields[3] = String(format: "%.4f", Double(row) / 25 + Double(row % 5) / 1_000)
        }
        let text = try String(contentsOfFile: people, encoding: .utf8).replacingOccurrences(
            of: RecordedText.header,
            with: "trial,user,activity,seconds,acc_x,acc_y,acc_z,wx,wy,wz")
        let foreign = world.motionq.path("foreign.txt")
        try text.replacingOccurrences(of: ",", with: "\t").write(toFile: foreign, atomically: true, encoding: .utf8)
        let converted = try world.motionq.run("dataset", "convert", foreign, "-o", world.motionq.path("set"))
        #expect(converted.status == 0, "\(converted.errors)")
        #expect(converted.output.contains("label from a column, subject from a column, time from seconds in s"))
        let trained = try world.train(["--data", world.motionq.path("set"), "--validate-subjects", "03"])
        #expect(trained.status == 0, "\(trained.errors)")
        let evaluated = try world.motionq.run("evaluate", "--model", world.model, "--data", world.motionq.path("set"), "--json")
        #expect(try #require(evaluated.objects().first)["windows"] as? Int ?? 0 > 100)
    }
}
