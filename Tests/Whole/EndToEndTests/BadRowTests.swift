import Foundation
import Recordings
import TestSupport
import Testing

/// Values that no sensor measures, as tables and logs have them.
private let impossible = ["1e29", "99999999999999999999999999999", "-1e20", "nan", "inf", "-inf", "1e400", "1e11"]

/// Tables and logs of a test, and `dataset convert`.
private struct BadRowWorld {
    let motionq: Motionq

    init() throws { motionq = try Motionq() }

    func remove() { motionq.remove() }

    func write(_ name: String, _ lines: [String]) throws {
        try (lines.joined(separator: "\n") + "\n").write(toFile: motionq.path(name), atomically: true, encoding: .utf8)
    }

    /// Rows of six values, a time stamp before each.
    static func rows(_ count: Int = 300, scale: Double = 1) -> [String] {
        (0..<count).map { "\(Double($0) * 20),0.02,1.0,0.1,\(0.1 * scale),\(Double($0 % 7) * scale),\(-0.2 * scale)" }
    }

    /// Of 300 rows without the one at 100.
    static func stamps(period: Double) -> [Double] {
        (0..<300).filter { $0 != 100 }.map { Double($0) * period }
    }

    static let header = "timestamp_ms,ax,ay,az,gx,gy,gz"

    func sessions(_ path: String) throws -> [RecordedSession] { try RecordingReader().read(motionq.path(path)).sessions }
}

@Suite("A row that no sensor measures")
struct BadRowTests {
    @Test("costs a table that row, which is counted and said with its line", arguments: impossible, [1, 5])
    func table(_ value: String, _ column: Int) throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        var rows = BadRowWorld.rows()
        var fields = rows[100].split(separator: ",").map(String.init)
        fields[column] = value
        rows[100] = fields.joined(separator: ",")
        try world.write("a.csv", [BadRowWorld.header] + rows)
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out && $MOTIONQ dataset show out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("1 row could not be read (the first: a.csv, line 102)"), "\(result.output)")
        let session = try #require(try world.sessions("out/recordings.csv").first)
        #expect(session.timestamps == BadRowWorld.stamps(period: 20))
    }

    @Test("by its time stamp costs that row as well", arguments: ["1e29", "nan", "-1e300"])
    func stamp(_ value: String) throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        var rows = BadRowWorld.rows()
        rows[100] = value + rows[100].drop { $0 != "," }
        try world.write("a.csv", [BadRowWorld.header] + rows)
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out")
        #expect(result.status == 0 && result.output.contains("1 row could not be read"), "\(result.output)\(result.errors)")
        #expect(try world.sessions("out/recordings.csv").map(\.count) == [299])
    }

    @Test("costs the book's 14 columns that row, and time goes on", arguments: impossible)
    func book(_ value: String) throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        var rows = (0..<300).map { "1,shake,0,0,0,0.1,\($0 % 5),0.2,0.02,1.0,0.1,0,0,0" }
        rows[100] = "1,shake,0,0,0,\(value),0,0.2,0.02,1.0,0.1,0,0,0"
        try world.write("a.csv", rows)
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("1 row could not be read (the first: a.csv, line 101)"), "\(result.output)")
        let session = try #require(try world.sessions("out/recordings.csv").first)
        #expect(session.timestamps == BadRowWorld.stamps(period: 40))
    }

    @Test("costs a log of text that line", arguments: impossible)
    func log(_ value: String) throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        var rows = BadRowWorld.rows()
        rows[100] = "2000,0.02,\(value),0.1,0,0,0"
        try world.write("a.log", rows)
        let result = try world.motionq.shell(
            "$MOTIONQ dataset convert a.log -o out.csv --format text --units g,rad/s && $MOTIONQ dataset show out.csv")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("1 line could not be read (the first: line 101)"), "\(result.output)")
        #expect(try world.sessions("out.csv").map(\.count) == [299])
    }

    @Test("is 65 with its file and its line, if no other row is left")
    func nothingLeft() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        try world.write("a.csv", [BadRowWorld.header] + (0..<50).map { "\($0 * 20),1e29,0,0,0,0,0" })
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out")
        #expect(result.status == 65 && result.errors.contains("a.csv, line 2: "), "\(result.errors)")
        try #expect(world.motionq.shell("test ! -e out").status == 0)
    }

    @Test("alone costs no short table the other rows")
    func short() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        try world.write("a.csv", [BadRowWorld.header] + BadRowWorld.rows(5) + ["100,nan,0,0,0,0,0"])
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out")
        #expect(result.status == 0 && result.output.contains("1 row could not be read"), "\(result.output)\(result.errors)")
    }

    @Test("of a log is none whose time is told twice: it is a microsecond later")
    func twice() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        try world.write("a.log", BadRowWorld.rows().flatMap { [$0, $0] })
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.log -o out.csv --format text --units g,rad/s")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try world.sessions("out.csv").map(\.count) == [600])
    }
}

@Suite("What dataset convert writes")
struct ConvertedIsReadTests {
    private static let degrees = "timestamp_ms,ax,ay,az,gyro_x (deg/s),gyro_y (deg/s),gyro_z (deg/s)"

    @Test("is refused with 65 and the mend, if its header's units make no motion", arguments: [1e4, 1e8])
    func brackets(_ scale: Double) throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        try world.write("a.csv", [Self.degrees] + BadRowWorld.rows(scale: scale))
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv -o out")
        #expect(result.status == 65 && result.errors.contains("--units"), "\(result.status) \(result.errors)")
        try #expect(world.motionq.shell("test ! -e out").status == 0)
    }

    @Test("has no row that is impossible in its header's units: they are counted")
    func few() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        var rows = BadRowWorld.rows(scale: 10)
        for row in stride(from: 10, to: 300, by: 30) { rows[row] = "\(row * 20),0.02,1.0,0.1,0,4438629.1,0" }
        try world.write("a.csv", [Self.degrees] + rows)
        let result = try world.motionq.shell(
            "$MOTIONQ dataset convert a.csv -o out && $MOTIONQ dataset show out && $MOTIONQ dataset convert out -o again")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("10 rows could not be read (the first: a.csv, line 12)"), "\(result.output)")
    }

    @Test("is refused too where tables that are too short to tell come into one file")
    func together() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        for name in ["a", "b"] { try world.write("\(name).csv", [BadRowWorld.header] + BadRowWorld.rows(60, scale: 100)) }
        let result = try world.motionq.shell("$MOTIONQ dataset convert a.csv b.csv -o out")
        #expect(result.status == 65 && result.errors.contains("--units"), "\(result.status) \(result.errors)")
    }

    @Test("is read by other verbs as the remark says, if a person insists on units")
    func insisted() throws {
        let world = try BadRowWorld()
        defer { world.remove() }
        try world.write("a.csv", [BadRowWorld.header] + BadRowWorld.rows(scale: 50))
        let result = try world.motionq.shell(
            "$MOTIONQ dataset convert a.csv -o out --units g,rad/s && $MOTIONQ dataset show out --units g,rad/s")
        #expect(result.status == 0 && result.errors.contains("want --units g,rad/s"), "\(result.errors)")
    }
}
