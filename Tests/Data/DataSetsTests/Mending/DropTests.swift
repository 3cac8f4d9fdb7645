import DataSets
import Foundation
import Randomness
import Recordings
import Testing

@Suite("Dropping a part of a data set")
struct DropTests {
    @Test("takes out what is selected, and keeps every other byte but the name of the session after it")
    func rows() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4), CurationWorld.swings("p2", swings: 4)])
        defer { world.remove() }
        let mended = try world.mend(.drop, RowSelection(sessions: ["p1-1"], labels: ["swing"], from: 3, to: 4))
        #expect(mended.stretches == 1 && mended.samples == 50 && mended.changed == 1)
        let (before, after) = try (world.lines("in/0.csv"), world.lines("out/0.csv"))
        let expected = before[...150].map(String.init) + before[201...].map { "p1-1.2" + $0.dropFirst("p1-1".count) }
        #expect(after.map(String.init) == expected)
        #expect(try world.bytes("in/1.csv") == world.bytes("out/1.csv"))
    }

    @Test("leaves the original as it was")
    func original() throws {
        let text = CurationWorld.swings("p1", swings: 4)
        let world = try CurationWorld([text])
        defer { world.remove() }
        _ = try world.mend(.drop, RowSelection(labels: ["swing"]))
        #expect(try world.text("in/0.csv") == text && world.names("in") == ["0.csv"])
    }

    @Test("of what is unlike the others leaves a data set without such")
    func outliers() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 12, weak: 5), CurationWorld.swings("p2", swings: 12)])
        defer { world.remove() }
        #expect(try world.survey().outliers.count == 1)
        _ = try world.mend(.drop, RowSelection(onlyOutliers: true))
        #expect(try world.survey(of: "out").outliers.isEmpty)
    }

    /// Stamps that come in packets hide a gap of few samples from the clock.
    @Test("leaves no window across what was dropped, however the stamps come and whatever is dropped", arguments: 0..<40)
    func windows(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let packet = [1, 1, 4, 10][Int.random(in: 0..<4, using: &generator)]
        var text = CurationWorld.header
        var number = 0
        for session in 0..<3 {
            for sample in 0..<200 {
                // Every sample is known by its first value.
                let label = ["rest", "a", "b"][sample / 20 % 3]
                text += "s\(session),u,\(label),\((sample / packet + 1) * packet * 20),\(Double(number) / 10000),0,1,0,0,0\n"
                number += 1
            }
        }
        let world = try CurationWorld([text])
        defer { world.remove() }
        let from = Double.random(in: 0...3, using: &generator)
        let selection = RowSelection(
            sessions: seed % 3 == 0 ? ["s1"] : [], labels: seed % 2 == 0 ? ["a"] : [], from: from,
            to: from + Double.random(in: 0.01...1, using: &generator))
        // Where nothing lies between the times there is nothing to drop.
        guard let mended = try? world.mend(.drop, selection) else { return }
        let sessions = try world.read("out/0.csv")
        #expect(sessions.reduce(0) { $0 + $1.count } + mended.samples == 600)
        #expect(Set(sessions.map(\.name)).count == sessions.count)
        for session in sessions {
            let numbers = (0..<session.count).map { Int((session.values[$0 * 6] * 10000).rounded()) }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(session.name)")
        }
    }

    @Test("finds its rows in a session that is read in parts")
    func parts() throws {
        let count = RecordingStream.longestPart + 100
        var text = CurationWorld.header
        for sample in 0..<count { text += "s,u,\(sample / 50 % 2 == 0 ? "rest" : "a"),\(sample * 20),0,0,1,0,0,0\n" }
        let world = try CurationWorld([text])
        defer { world.remove() }
        let seconds = Double(RecordingStream.longestPart) / 50
        let mended = try world.mend(.drop, RowSelection(from: seconds - 0.5, to: seconds + 0.5))
        #expect(mended.samples == 50)
        #expect(try world.read("out/0.csv").map(\.count) == [RecordingStream.longestPart - 25, 75])
    }

    @Test("drops what is left of a packet alone, too: nobody could read a session without a time")
    func timeless() throws {
        var text = CurationWorld.header
        for sample in 0..<100 { text += "s,u,a,\(sample / 10 * 200),0,0,1,0,0,0\n" }
        let world = try CurationWorld([text])
        defer { world.remove() }
        let mended = try world.mend(.drop, RowSelection(from: 0.1, to: 1))
        #expect(mended.timeless == 10 && mended.samples == 50)
        #expect(try world.read("out/0.csv").map(\.count) == [50])
    }

    @Test("makes two sessions of one name, between which everything is dropped, not one")
    func sameNames() throws {
        var text = CurationWorld.header
        for (session, label) in [("s", "a"), ("t", "b"), ("s", "a")] {
            for sample in 0..<50 { text += "\(session),u,\(label),\(sample * 20),0,0,1,0,0,0\n" }
        }
        let world = try CurationWorld([text])
        defer { world.remove() }
        _ = try world.mend(.drop, RowSelection(sessions: ["t"]))
        let sessions = try world.read("out/0.csv")
        #expect(sessions.map(\.name) == ["s", "s.2"] && sessions.map(\.count) == [50, 50])
    }

    @Test("gives a session that is cut a name that no session has, in no file")
    func newNames() throws {
        let taken = CurationWorld.swings("p1", swings: 2).replacingOccurrences(of: "p1-1,", with: "p1-1.2,")
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4), taken])
        defer { world.remove() }
        _ = try world.mend(.drop, RowSelection(sessions: ["p1-1"], from: 3, to: 4))
        #expect(try world.read("out/0.csv").map(\.name) == ["p1-1", "p1-1.3"])
    }

    @Test("keeps what it cannot read nothing of: line ends, spaces, blank lines, columns of others, a byte order mark")
    func oddBytes() throws {
        let rows = (0..<100).map { "s , x , u,\($0 < 50 ? "a" : "b"),\($0 * 20),0.10,0,1e0,0,0,0 ,note \($0)\r\n" }
        let header = "\u{FEFF}session,extra,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,note\r\n"
        let text = header + rows[..<50].joined() + "   \r\n" + rows[50...].joined().dropLast(2)
        let world = try CurationWorld([text])
        defer { world.remove() }
        _ = try world.mend(.relabel(as: "c"), RowSelection(labels: ["a"], from: 0.2))
        let expected =
            header + rows[..<10].joined() + rows[10..<50].joined().replacingOccurrences(of: "u,a,", with: "u,c,")
            + "   \r\n" + rows[50...].joined().dropLast(2)
        #expect(try world.text("out/0.csv") == expected)
        _ = try world.mend(.drop, RowSelection(labels: ["b"]), to: "less")
        #expect(try world.text("less/0.csv") == header + rows[..<50].joined() + "   \r\n")
    }

    @Test("leaves a recording out of which nothing is left, and its sidecar")
    func emptyRecording() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4), CurationWorld.swings("p2", swings: 4)])
        defer { world.remove() }
        try world.write("{\"prompts\":[]}\n", "in/0.json")
        let mended = try world.mend(.drop, RowSelection(sessions: ["p1-1"]))
        #expect(try world.names() == ["1.csv"] && mended.leftOut == 1)
    }

    @Test("splits where there are no time stamps at all")
    func bookColumns() throws {
        let rows = (0..<60).map { "1,\($0 / 20 == 1 ? "chop" : "rest"),0,0,0,0,0,0,0,0,1,\($0),0,0" }
        let world = try CurationWorld([rows.joined(separator: "\n") + "\n"])
        defer { world.remove() }
        _ = try world.mend(.drop, RowSelection(labels: ["chop"]))
        let sessions = try world.read("out/0.csv")
        #expect(sessions.map(\.name) == ["1", "1.2"] && sessions.map(\.count) == [20, 20])
    }
}
