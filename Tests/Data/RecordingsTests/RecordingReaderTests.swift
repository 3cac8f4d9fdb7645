import Recordings
import TestSupport
import Testing

@Suite("A recording")
struct RecordingReaderTests {
    private static let header = RecordedText.header

    private func parse(_ lines: [String], ending: String = "\n") throws(RecordingError) -> [RecordedSession] {
        try RecordingReader().parse(lines.joined(separator: ending), path: "r.csv").sessions
    }

    @Test("with the header gives names, labels, times and values")
    func headerForm() throws {
        let sessions = try parse([Self.header, "s1,u1,rest,0,1,2,3,4,5,6", "s1,u1,chop,40,-1,-2,-3,-4,-5,-6.5"])
        #expect(
            sessions == [
                RecordedSession(
                    name: "s1", subject: "u1", labels: ["rest", "chop"], timestamps: [0, 40],
                    values: [1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6.5])
            ])
    }

    @Test("may have its columns in any order, and others among them")
    func columnOrder() throws {
        let sessions = try parse([
            "gz,note,gy,gx,label,az,ay,ax,timestamp_ms,subject,session,mx", "6,hello,5,4,rest,3,2,1,7,u1,s1,99",
        ])
        #expect(
            sessions == [
                RecordedSession(name: "s1", subject: "u1", labels: ["rest"], timestamps: [7], values: [1, 2, 3, 4, 5, 6])
            ])
    }

    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    static let forms = [
        Form(testDescription: "ends its lines with CR LF", text: header + "\r\ns,u,l,0,1,2,3,4,5,6\r\n"),
        Form(testDescription: "has no line end after its last row", text: header + "\ns,u,l,0,1,2,3,4,5,6"),
        Form(testDescription: "has blank lines", text: "\n\r\n" + header + "\n  \ns,u,l,0,1,2,3,4,5,6\n\n\n"),
        Form(
            testDescription: "has spaces around its fields",
            text: "session , subject, label,timestamp_ms,ax,ay,az,gx,gy, gz\n s , u,l , 0,1, 2,3 ,4,5,6 \n"),
        Form(testDescription: "writes its numbers with exponents", text: header + "\ns,u,l,0e0,1e0,0.2e1,3.0,4,50E-1,+6\n"),
    ]

    @Test("is the same recording if it", arguments: forms)
    func otherForms(_ form: Form) throws {
        let sessions = try RecordingReader().parse(form.text, path: "r.csv").sessions
        #expect(sessions == [RecordedSession(name: "s", subject: "u", labels: ["l"], timestamps: [0], values: [1, 2, 3, 4, 5, 6])])
    }

    @Test("begins a new session wherever the name changes, even back to an earlier one")
    func sessions() throws {
        let names = ["a", "a", "b", "a", "a", "a"]
        let rows = names.enumerated().map { "\($1),u,l,\($0),0,0,0,0,0,0" }
        let found = try parse([Self.header] + rows)
        #expect(found.map(\.name) == ["a", "b", "a"])
        #expect(found.map(\.count) == [2, 1, 3])
    }

    @Test("may start its time again with every session")
    func timePerSession() throws {
        let rows = ["a,u,l,100,0,0,0,0,0,0", "b,u,l,0,0,0,0,0,0,0"]
        #expect(try parse([Self.header] + rows).map(\.timestamps) == [[100], [0]])
    }

    @Test("tells its sampling rate from the median distance of its time stamps")
    func rate() throws {
        let times = [0, 40, 80, 500, 540, 580]
        let rows = times.map { "a,u,l,\($0),0,0,0,0,0,0" }
        #expect(try parse([Self.header] + rows).first?.rate == 25)
    }

    @Test("of one sample has no rate")
    func rateOfOne() throws {
        let sessions = try parse([Self.header, "a,u,l,0,0,0,0,0,0,0"])
        #expect(sessions.count == 1 && sessions.first?.rate == nil)
    }
}

@Suite("A recording in the book's 14 columns")
struct BookRecordingTests {
    /// Session, activity, roll, pitch, yaw, rotation, gravity, user acceleration.
    static let rows = """
        s1,rest_it,0.1,0.2,0.3,1,2,3,0.25,0.5,-1,0.5,0.25,0.125
        s1,chop_it,0.1,0.2,0.3,4,5,6,0,0,-1,1,2,3
        s2,rest_it,0.1,0.2,0.3,7,8,9,0,0,1,0,0,0

        """

    @Test("adds gravity to user acceleration, as a sensor feels them")
    func withGravity() throws {
        let recording = try RecordingReader().parse(Self.rows, path: "b.csv")
        #expect(recording.sessions.map(\.values) == [[0.75, 0.75, -0.875, 1, 2, 3, 1, 2, 2, 4, 5, 6], [0, 0, 1, 7, 8, 9]])
    }

    @Test("leaves gravity out if asked to")
    func withoutGravity() throws {
        var reader = RecordingReader()
        reader.userAccelerationOnly = true
        let recording = try reader.parse(Self.rows, path: "b.csv")
        #expect(recording.sessions.map(\.values) == [[0.5, 0.25, 0.125, 1, 2, 3, 1, 2, 3, 4, 5, 6], [0, 0, 0, 7, 8, 9]])
    }

    @Test("has its sessions and labels, no subject, and time from the assumed period")
    func rest() throws {
        let sessions = try RecordingReader().parse(Self.rows, path: "b.csv").sessions
        #expect(sessions.map(\.name) == ["s1", "s2"])
        #expect(sessions.map(\.labels) == [["rest_it", "chop_it"], ["rest_it"]])
        #expect(sessions.map(\.subject) == [nil, nil])
        #expect(sessions.map(\.timestamps) == [[0, 40], [0]])
    }

    @Test("takes another period if told")
    func otherPeriod() throws {
        var reader = RecordingReader()
        reader.assumedPeriod = 10
        #expect(try reader.parse(Self.rows, path: "b.csv").sessions.first?.timestamps == [0, 10])
    }
}
