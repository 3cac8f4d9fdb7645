import Foundation
import TestSupport
import Testing

@Suite("What motionq dataset convert refuses, and how")
struct DatasetConvertRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var header: String?
        let row: String
        var options: [String] = []
        let says: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "acc_exp01_user01.txt", row: "0.1 0.2 1.0", says: ["no header", "3 columns", "ax=1,ay=2,az=3", "side by side"]),
        Case(name: "Gyroscope.csv", header: "time,z,y,x", row: "#,1,2,3", says: ["rotation only", "one file"]),
        Case(name: "notime.csv", header: "ax,ay,az", row: "0.1,0.2,1", says: ["no column tells the time", "--recorded-rate 50"]),
        Case(
            name: "oddtime.csv", header: "t,ax,ay,az", row: "#0000000000000000000,0.1,0.2,1",
            says: ["no unit of time", "--columns timestamp_ms=t"]),
        Case(
            name: "two.csv", header: "t,hand_acc_x,hand_acc_y,hand_acc_z,chest_acc_x,chest_acc_y,chest_acc_z",
            row: "#,0,0,1,0,0,1", says: ["hand_acc_x and chest_acc_x could both be ax"]),
        Case(
            name: "words.csv", header: "time,mood,place", row: "#,good,home",
            says: ["no three of its columns", "time, mood, place"]),
        Case(
            name: "words.json", row: "hello", says: ["line 1", "an array of objects is read, or an object a line"]),
        Case(
            name: "notime.jsonl", row: "{\"jaw\": 0.5, \"lips\": 1}",
            says: ["no field tells the time; its 2 fields are jaw, lips", "--recorded-rate 50"]),
        Case(
            name: "labels.jsonl", row: "{\"jaw\": 0.5, \"mood\": 3, \"time\": #}", options: ["--columns", "label=mood"],
            says: ["“mood” is a number; a label is a text", "--columns label=…"]),
        Case(name: "half.csv", header: "time_ms,ax,ay,az,gx", row: "#,0,0,1,0", says: ["only 1 of gx, gy, gz"]),
        Case(
            name: "nan.csv", header: "time_ms,ax,ay,az", row: "#,nan,0,1", says: ["line 2", "300 of 300 rows"]),
        Case(
            name: "columns.csv", header: "time_ms,ax,ay,az", row: "#,0,0,1", options: ["--columns", "label=mood"],
            says: ["no column mood", "time_ms, ax, ay, az"]),
        Case(
            name: "label.csv", header: "time_ms,ax,ay,az", row: "#,0,0,1", options: ["--label", "column"],
            says: ["no column holds the label"]),
        Case(
            name: "folder.csv", header: "time_ms,ax,ay,az", row: "#,0,0,1", options: ["--subject", "folder"],
            says: ["--subject folder needs files in folders"]),
    ]

    @Test("tables that nobody could read, with what to do: 65, and no folder", arguments: cases)
    func tables(_ some: Case) throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table(some.name, header: some.header, rows: 300) { index in
            some.row.replacingOccurrences(of: "#", with: "\((index + 1) * 20)")
        }
        let result = try world.motionq.start(["dataset", "convert", path, "-o", world.motionq.path("out")] + some.options).wait()
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        for word in some.says { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(!FileManager.default.fileExists(atPath: world.motionq.path("out")))
    }

    @Test("a folder that holds something, its own input among it: 74, and nothing is touched")
    func occupied() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let path = try world.table("in/ann.csv", header: "time_ms,ax,ay,az,label,subject") { "\($0 * 20),0,0,1,a,ann" }
        let before = try Data(contentsOf: URL(filePath: path))
        let result = try world.convert(path, to: "in")
        #expect(result.status == 74)
        #expect(result.errors.contains("holds ann.csv already"))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test(
        "options that make no sense: 64",
        arguments: [
            [], ["x.csv", "--columns", "colour=3"], ["x.csv", "--columns", "ax=1,ax=2"], ["x.csv", "--rate", "0"],
            ["x.csv", "--label", "sky"],
        ])
    func usage(_ options: [String]) throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        let result = try world.motionq.start(["dataset", "convert", "-o", world.motionq.path("out")] + options).wait()
        #expect(result.status == 64, "\(result.errors)")
    }

    @Test("what is not there: 66; what is no text: 65")
    func absent() throws {
        let world = try ForeignWorld()
        defer { world.remove() }
        #expect(try world.convert(world.motionq.path("nowhere")).status == 66)
        let path = try world.table("x.csv", rows: 1) { _ in "a\u{0}b" }
        let result = try world.convert(path)
        #expect(result.status == 65 && result.errors.contains("no text"))
    }
}
