import Foundation
import Recordings
import TestSupport
import Testing

@Suite("MCAP files, written and read by dataset convert and record")
struct MCAPConvertTests {
    private static let rows = """
        \(RecordedText.header),flex_0
        s1,ann,rest,0.0,0.1,0.2,0.9,0.01,0.02,-0.03,512
        s1,ann,shake,20.25,-0.1,0.3,1.1,1e-05,0.5,-0.25,
        s2,,,0.0,0.0,0.0,1.0,0.0,0.0,0.0,7.5

        """

    private func convert(_ motionq: Motionq, _ input: String, _ output: String, _ others: String...) throws -> Motionq.Result {
        try motionq.start(["dataset", "convert", motionq.path(input), "-o", motionq.path(output)] + others).wait()
    }

    private func all(_ path: String) throws -> [RecordedSession] {
        var reader = RecordingReader()
        reader.channels = .all
        return try reader.read(path).sessions
    }

    @Test("a recording becomes one, and comes back the same, whatever the file is called")
    func thereAndBack() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        try Self.rows.write(toFile: motionq.path("in.csv"), atomically: true, encoding: .utf8)
        let there = try convert(motionq, "in.csv", "out.mcap")
        #expect(there.status == 0, "\(there.errors)")
        #expect(there.output.contains("out.mcap, 3 samples, 3 messages of sensor_msgs/msg/Imu"))
        try FileManager.default.moveItem(atPath: motionq.path("out.mcap"), toPath: motionq.path("anything.dat"))
        let back = try convert(motionq, "anything.dat", "back.csv", "--json")
        #expect(back.status == 0, "\(back.errors)")
        #expect(back.output.contains(#""sessions":2,"samples":3,"topics":[{"topic":"/motion","kind":"motionq.Sample","samples":3"#))
        let (read, wanted) = (try all(motionq.path("back.csv")), try all(motionq.path("in.csv")))
        #expect(read.map(\.description) == wanted.map(\.description))
        #expect(read.map(\.labels) == wanted.map(\.labels) && read.map(\.timestamps) == wanted.map(\.timestamps))
        #expect(read.flatMap(\.values).map(\.bitPattern) == wanted.flatMap(\.values).map(\.bitPattern))
    }

    @Test("neither replaces a file, nor makes a folder, nor leaves anything of a damaged file")
    func refusals() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        try Self.rows.write(toFile: motionq.path("in.csv"), atomically: true, encoding: .utf8)
        #expect(try convert(motionq, "in.csv", "out.mcap").status == 0)
        let again = try convert(motionq, "in.csv", "out.mcap")
        #expect(again.status == 74 && again.errors.contains("is there already"), "\(again.errors)")
        let folder = try convert(motionq, "in.csv", "none/out.mcap")
        #expect(folder.status == 74 && folder.errors.contains("there is no folder"), "\(folder.errors)")
        let whole = try Data(contentsOf: URL(filePath: motionq.path("out.mcap")))
        try whole.prefix(whole.count / 2).write(to: URL(filePath: motionq.path("half.mcap")))
        let half = try convert(motionq, "half.mcap", "half.csv")
        #expect(half.status == 65 && half.errors.contains("mcap recover"), "\(half.errors)")
        #expect(!FileManager.default.fileExists(atPath: motionq.path("half.csv")))
        let table = try convert(motionq, "out.mcap", "other.csv", "--columns", "ax=1")
        #expect(table.status == 64 && table.errors.contains("a conversion from or to MCAP takes"), "\(table.errors)")
        let twice = try convert(motionq, "out.mcap", "other.mcap")
        #expect(twice.status == 64 && twice.errors.contains("name a recording to write"), "\(twice.errors)")
    }

    @Test("record --mcap writes the recording as one, too, with the same samples")
    func recorded() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = motionq.path("board")
        let device = try motionq.start(["simulate", "--follow-lights", "--subjects", "0", "--link", board, "--speed", "8"])
        #expect(device.waits(for: "ready"))
        let recorded = try motionq.start([
            "record", "--port", board, "--output", motionq.path("recordings"), "--quiet", "--json", "--subject", "ana", "--labels",
            "shake", "--repetitions", "1", "--mcap",
        ]).wait()
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(recorded.output.contains(#"{"type":"mcap","file":""#) && recorded.output.contains("ana-1.mcap"))
        #expect(try convert(motionq, "recordings/ana-1.mcap", "back.csv").status == 0)
        let read = try RecordingReader().read(motionq.path("back.csv")).sessions
        #expect(try RecordingReader().read(motionq.path("recordings/ana-1.csv")).sessions == read)
        device.end()
    }
}
