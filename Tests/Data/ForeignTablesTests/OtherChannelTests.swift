import ForeignTables
import Foundation
import MotionCore
import Recordings
import Testing

@Suite("Columns that are no motion, converted")
struct OtherChannelTests {
    private func convert(
        _ header: String, rows: Int = 100, _ row: (Int) -> String, units: String? = nil, rate: Double? = nil
    ) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write("table.csv", [header] + (0..<rows).map(row))
        return try world.convert(path, units: units, rate: rate, channels: .all)
    }

    @Test("are channels under their names: every column of numbers but labels, people, sessions, times and row counts")
    func names() throws {
        let result = try convert("row,jaw,mood,time_ms,unix_time,lips,label,label_id,user,trial") {
            "\($0),0.5,good,\($0 * 20),\(1_700_000_000 + $0 / 50),\($0 % 9),a,4,ann,1"
        }
        #expect(result.sessions.first?.channels.names == ["jaw", "lips"])
        #expect(result.sessions.first?.sample(8).elementsEqual([0.5, 8]) == true)
        let table = try #require(result.converted.tables.first)
        #expect(table.takenFor == "2 channels: jaw, lips; not row, label_id" && table.units == "their own")
    }

    @Test("stand behind motion, which is found and brought to g as before")
    func behindMotion() throws {
        let result = try convert("flex_0,time_ms,Acc X (mg),Acc Y (mg),Acc Z (mg),gx,gy,gz,roll,pressure", rows: 200) { row in
            let motion = ConversionWorld.motion(row)
            return (["0.25", "\(20 * row)"] + motion.prefix(3).map { "\(1000 * $0)" } + motion.suffix(3).map { "\($0)" })
                .joined(separator: ",") + ",1,1013"
        }
        let session = try #require(result.sessions.first)
        // What an orientation filter tells by itself is none.
        #expect(session.channels.names == SixAxes.names + ["flex_0", "pressure"])
        #expect(zip(session.sample(3), ConversionWorld.motion(3) + [0.25, 1013]).allSatisfy { abs(Double($0) - $1) < 1e-5 })
        #expect(result.converted.tables.first?.takenFor == "acceleration and rotation; 2 channels: flex_0, pressure")
    }

    @Test("get names that a recording can have, and that is said")
    func cleaned() throws {
        let result = try convert("time_ms;jaw, open;roll;jaw, open") { "\(20 * $0);1;2;3" }
        #expect(result.sessions.first?.channels.names == ["jaw_ open", "roll", "jaw_ open_2"])
        #expect(
            result.converted.tables.first?.takenFor
                == "3 channels: jaw_ open (called jaw, open), roll, jaw_ open_2 (called jaw, open)")
    }

    @Test("of several sensors stay what they are, in the units that are said")
    func sensors() throws {
        let names = ["left", "right"].flatMap { side in SixAxes.names.map { "\(side).\($0)" } }
        let result = try convert(
            (["time_ms"] + names).joined(separator: ","),
            { row in (["\(20 * row)"] + names.map { $0.hasSuffix("x") ? "9.80665" : "180" }).joined(separator: ",") },
            units: "m/s2,deg/s")
        let session = try #require(result.sessions.first)
        #expect(session.channels.names == names)
        #expect(abs(session.values[0] - 1) < 1e-6 && abs(session.values[4] - .pi) < 1e-6)
    }

    @Test("may lack values, which stay lacking; what is no number lacks too, and is said")
    func missing() throws {
        let result = try convert("time_ms,jaw,lips") { row in
            "\(20 * row),\(row % 2 == 0 ? "1" : ""),\(row == 8 ? "wide" : row == 2 ? "NaN" : "2")"
        }
        let session = try #require(result.sessions.first)
        #expect(session.count == 100 && session.values.count(where: \.isNaN) == 52)
        #expect(result.remarks.contains("jaw in 50 % of table.csv"), "\(result.remarks)")
        #expect(result.remarks.contains("taken as missing: 1 (the first:") && result.remarks.contains("line 10: lips is “wide”"))
    }

    @Test("lose a sample where a row has no value at all")
    func lost() throws {
        let result = try convert("time_ms,jaw,lips") { "\(20 * $0),\($0 == 50 ? "," : "1,2")" }
        #expect(result.counts == [99] && result.converted.unreadableRows == 1 && result.converted.samplesLost == 1)
    }

    @Test("are resampled with the motion, and what is missing does not spread")
    func resampled() throws {
        let result = try convert("time_ms,jaw,lips", { "\(20 * $0),\($0 % 3 == 0 ? "1" : ""),2" }, rate: 25)
        let session = try #require(result.sessions.first)
        #expect(session.count == 50 && session.values.allSatisfy { !$0.isNaN })
    }

    @Test("are the same when they are converted once more")
    func again() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let header = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,flex_0,left.ax,left.ay,left.az"
        let path = try world.write(
            "glove.csv",
            [header]
                + (0..<200).map { row in
                    "s,ann,a,\(20.0 * Double(row))," + ConversionWorld.motion(row).map { "\(Float($0))" }.joined(separator: ",")
                        + ",\(row % 5 == 0 ? "" : "0.5"),0.0,0.0,1.0"
                })
        let result = try world.convert(path, channels: .all)
        let before = try world.read(path)
        let after = try #require(result.sessions.first)
        #expect(after.channels == before.channels && after.timestamps == before.timestamps && after.labels == before.labels)
        #expect(zip(after.values, before.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    }

    @Test("of one person that differ make a file for each sort")
    func sorts() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        for (name, channel) in [("one", "jaw"), ("two", "lips"), ("three", "jaw")] {
            try world.write("in/\(name).csv", ["time_ms,user,\(channel)"] + (0..<40).map { "\(20 * $0),ann,1" })
        }
        let result = try world.convert(world.path("in"), channels: .all)
        #expect(result.converted.files.map(\.name) == ["ann.csv", "ann-2.csv"] && result.converted.subjects == ["ann"])
        #expect(result.sessions.map(\.channels.names) == [["jaw"], ["jaw"], ["lips"]])
    }

    @Test("in a folder beside tables of motion are about it, and are not converted")
    func besideMotion() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        try world.write("in/walk.csv", [ConversionWorld.header] + ConversionWorld.rows(200))
        try world.write("in/people.csv", ["user,time,height"] + (0..<40).map { "p,\($0 * 20),180" })
        let result = try world.convert(world.path("in"))
        #expect(result.converted.files.map(\.name) == ["recordings.csv"] && result.converted.refused.count == 1)
    }

    @Test("that are too many beside motion are left out, and that is said")
    func tooMany() throws {
        let names = (0..<60).map { "feature_\($0)" }
        let result = try convert(ConversionWorld.header + "," + names.joined(separator: ","), rows: 200) {
            ConversionWorld.rows([20 * Double($0)])[0] + names.map { _ in ",1" }.joined()
        }
        #expect(result.sessions.first?.channels == .sixAxes && result.remarks.contains("60 columns of numbers beside the motion"))
    }
}
