import Foundation
import MotionCore
import Recordings
import TestSupport
import Testing

@Suite("Values as shares of people's ranges")
struct PersonRangesTests {
    private static let header = "session,subject,label,timestamp_ms,ax,flex,lip"

    /// Rows of a session in which `flex` goes from one end to the other, again and again.
    private static func rows(_ session: String, _ subject: String, from low: Double, to high: Double, lip: Double = 1) -> String {
        (0..<101).map { row in
            "\(session),\(subject),a,\(row * 20),0.5,\(low + (high - low) * Double(row % 11) / 10),\(lip)"
        }.joined(separator: "\n") + "\n"
    }

    private func sessions(_ files: [String], usual: [String: ChannelRange]) throws -> [RecordedSession] {
        var sessions: [RecordedSession] = []
        try withTemporaryFolder { folder in
            var paths: [String] = []
            for (number, text) in files.enumerated() {
                paths.append("\(folder)/\(number).csv")
                try (Self.header + "\n" + text).write(toFile: paths[number], atomically: true, encoding: .utf8)
            }
            var reader = RecordingReader()
            reader.channels = .named(WantedChannels(NamedChannels(["ax", "flex", "lip"]), usual: usual))
            sessions = try reader.read(paths).flatMap(\.sessions)
        }
        return sessions
    }

    private static let usual = ["flex": ChannelRange(low: 100, high: 200)]

    @Test("each person's lie between 0 and 1, and channels without a range as they were")
    func twoPeople() throws {
        let read = try sessions(
            [Self.rows("s", "p", from: 300, to: 500) + Self.rows("t", "q", from: 10, to: 50)], usual: Self.usual)
        for session in read {
            #expect((0..<11).map { session.sample($0).map { $0 }[1] } == (0..<11).map { Float($0) / 10 })
            #expect(session.sample(3).map { $0 }[0] == 0.5 && session.sample(3).map { $0 }[2] == 1)
        }
    }

    @Test("a person has one range in all files, also where each holds a part of it")
    func parts() throws {
        let read = try sessions(
            [Self.rows("s", "p", from: 0, to: 50), Self.rows("t", "p", from: 50, to: 100)], usual: Self.usual)
        #expect(read[0].sample(10).map { $0 }[1] == 0.5 && read[1].sample(0).map { $0 }[1] == 0.5)
    }

    @Test("a session of nobody in particular is a person of its own")
    func nobody() throws {
        let read = try sessions(
            [Self.rows("s", "", from: 0, to: 50), Self.rows("t", "", from: 50, to: 100)], usual: Self.usual)
        #expect(read.allSatisfy { $0.sample(10).map { $0 }[1] == 1 })
    }

    @Test("a channel that hardly moves with somebody has the usual range")
    func still() throws {
        let read = try sessions([Self.rows("s", "p", from: 120, to: 140)], usual: Self.usual)
        #expect(read[0].sample(0).map { $0 }[1] == 0.2)
        #expect(abs(read[0].sample(10).map { $0 }[1] - 0.4) < 1e-6)
    }

    @Test("are brought once, however often they are asked for")
    func once() throws {
        let read = try sessions([Self.rows("s", "p", from: 300, to: 500)], usual: Self.usual)
        let recordings = [Recording(path: "r", sessions: read)]
        let again = recordings.normalised(by: PersonRanges(of: recordings, channels: ["flex"]))
        #expect(again == recordings && read[0].isNormalised)
    }

    @Test("what is usual with people are the medians of their ends")
    func medians() throws {
        let people = [(0.0, 10.0), (4, 5), (3, 20)].enumerated().map { number, ends in
            RecordedSession(
                name: "\(number)", subject: "\(number)", labels: ["a", "a"], timestamps: [0, 20],
                values: [Float(ends.0), Float(ends.1)], channels: NamedChannels(["flex"]))
        }
        let ranges = PersonRanges(of: [Recording(path: "r", sessions: people)], channels: ["flex", "other"])
        #expect(ranges.usual == ["flex": ChannelRange(low: 3, high: 10)])
        #expect(ranges.people == ["0", "1", "2"] && ranges.still(of: "1") == ["flex"] && ranges.still(of: "2").isEmpty)
    }

    @Test("missing values stay missing")
    func missing() throws {
        let read = try sessions(
            [Self.rows("s", "p", from: 0, to: 100) + "s,p,a,9000,0.5,,1\n"], usual: Self.usual)
        #expect(read[0].values[read[0].values.count - 2].isNaN)
    }

    @Test("neither motion nor a magnetic field has a range")
    func channels() {
        #expect(PersonRanges.channels(among: ["ax", "left.gz", "mx", "flex", "jaw_open"]) == ["flex", "jaw_open"])
    }

    @Test("a data set of a stream of parts has the values that one in memory has")
    func stream() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/r.csv"
            let text = Self.header + "\n" + Self.rows("s", "p", from: 300, to: 500) + Self.rows("t", "q", from: 10, to: 50)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            var reader = RecordingReader()
            reader.channels = .named(WantedChannels(NamedChannels(["flex"]), usual: Self.usual))
            let options = DataSet.Options(labels: LabelRule(kept: ["a"]), window: 10, hop: 5)
            var streamed: [RecordedSession] = []
            try DataSetStream([path], reader: reader, options: options).forEachSession { streamed.append($0) }
            let held = try DataSet(reader.read([path]), options: options)
            #expect(streamed.map(\.values) == held.sessions.map(\.values) && streamed.count == 2)
        }
    }
}
