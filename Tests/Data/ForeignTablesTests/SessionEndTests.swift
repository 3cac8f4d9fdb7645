import ForeignTables
import Recordings
import Testing

@Suite("A session of somebody else's table")
struct SessionEndTests {
    private func counts(_ lines: [String]) throws -> [Int] { try converted(lines).counts }

    private func converted(_ lines: [String]) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        return try world.convert(world.write("a.csv", lines))
    }

    private static let header = ConversionWorld.header

    @Test("ends with a blank line", arguments: ["", "   ", ",,,,,,", "\t"])
    func blank(_ blank: String) throws {
        let result = try converted([Self.header] + ConversionWorld.rows(30) + [blank] + ConversionWorld.rows(20) + [blank, blank])
        #expect(result.counts == [30, 20] && result.converted.sessionsAfterBreaks == 1)
        #expect(result.converted.places.contains("sessions begun by a blank line or the header once more: 1"))
    }

    @Test("ends with a blank line in a table without time stamps")
    func blankWithoutTime() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let rows = ConversionWorld.rows(30).map { String($0.drop { $0 != "," }.dropFirst()) }
        let path = try world.write("a.csv", ["aX,aY,aZ,gX,gY,gZ"] + rows + [""] + rows + ["", ""] + rows)
        #expect(try world.convert(path, recordedRate: 119).counts == [30, 30, 30])
    }

    @Test("goes on where a blank line follows every row")
    func spaced() throws {
        #expect(try counts([Self.header] + ConversionWorld.rows(30).flatMap { [$0, ""] }) == [30])
    }

    @Test("goes on over a blank line where a column says the session, as in a recording that is being made")
    func column() throws {
        let rows = ConversionWorld.rows(30).map { "s1," + $0 }
        #expect(try counts(["session," + Self.header] + rows[..<20] + ["    "] + rows[20...]) == [30])
    }

    @Test("ends with the header once more")
    func header() throws {
        let result = try converted([Self.header] + ConversionWorld.rows(30) + [Self.header] + ConversionWorld.rows(20, from: 9000))
        #expect(result.counts == [30, 20] && result.converted.unreadableRows == 0)
    }

    @Test("ends where the clock is set ahead, by hours to decades", arguments: [3.6e6, 8.64e7, 3.15e10, 1.39e12])
    func ahead(_ jump: Double) throws {
        let result = try converted([Self.header] + ConversionWorld.rows(120) + ConversionWorld.rows(80, from: 2400 + jump))
        #expect(result.counts == [120, 80] && result.converted.samplesLost == 0)
        #expect(result.converted.places.contains("sessions begun by a clock that was set: 1"))
    }

    @Test("ends where the clock is set back, by much or a little", arguments: [0, 2340])
    func back(_ start: Double) throws {
        #expect(try counts([Self.header] + ConversionWorld.rows(120) + ConversionWorld.rows(80, from: start)) == [120, 80])
    }

    @Test("of a few samples ends where time goes back", arguments: 2...12)
    func short(_ count: Int) throws {
        #expect(try counts([Self.header] + (0..<4).flatMap { _ in ConversionWorld.rows(count) }) == [count, count, count, count])
    }

    @Test("goes on over a pause that its length does not make a jump of the clock")
    func pause() throws {
        let result = try converted([Self.header] + ConversionWorld.rows(120) + ConversionWorld.rows(80, from: 2400 + 60_000))
        #expect(result.counts == [200] && result.converted.samplesLost == 3000)
    }

    @Test("loses a row whose stamp fits neither side", arguments: ["0", "-5", "99999999", "3000", "1e14"])
    func misfit(_ stamp: String) throws {
        var rows = ConversionWorld.rows(120)
        rows[60] = stamp + rows[60].drop { $0 != "," }
        let result = try converted([Self.header] + rows)
        #expect(result.counts == [119] && result.converted.samplesLost == 1 && result.converted.gaps == 1)
        #expect(result.converted.unreadableRows == 1 && result.converted.firstUnreadableRow?.line == 62)
        #expect(result.sessions.first?.timestamps[60] == 1220)
    }

    @Test("loses three rows in a row whose stamps are 0")
    func misfits() throws {
        var rows = ConversionWorld.rows(120)
        for row in 60..<63 { rows[row] = "0" + rows[row].drop { $0 != "," } }
        let result = try converted([Self.header] + rows)
        #expect(result.counts == [117] && result.converted.samplesLost == 3 && result.converted.unreadableRows == 3)
    }

    @Test("is refused with its line where many stamps fit neither side")
    func manyMisfits() throws {
        var rows = ConversionWorld.rows(200)
        for row in stride(from: 20, to: 200, by: 10) { rows[row] = "0" + rows[row].drop { $0 != "," } }
        let error = #expect(throws: RecordingError.self) { try converted([Self.header] + rows) }
        #expect(error?.description.contains("line 22: 18 of 200 rows are like this one, whose time fits neither") == true)
    }
}
