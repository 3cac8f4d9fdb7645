import Foundation
import Randomness
import Recordings
import Testing

@Suite("A recording that grows")
struct RelabelledRecordingTests {
    @Test("calls samples otherwise and goes back, in any order, and holds at every moment what it should", arguments: 0..<12)
    func relabels(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let folder = FileManager.default.temporaryDirectory.appending(path: "relabelled-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.csv"
        let file = try GrowingRecording(creating: path, session: "s", subject: "ana", keepsRows: true)
        var expected: [(label: String, value: Float)] = []
        var kept = 0
        var marks: [(GrowingRecording.Mark, Int)] = []
        func check() throws {
            try file.write()
            guard !expected.isEmpty else { return }
            let session = try #require(try RecordingReader().read(path).sessions.first)
            try #require(session.labels == expected.map(\.label))
            let values = (0..<session.count).map { session.values[$0 * 6] }
            try #require(values == expected.map(\.value))
        }
        for step in 0..<80 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                for _ in 0..<Int.random(in: 1...90, using: &random) {
                    let value = Float(expected.count % 512) / 512
                    let milliseconds = Double(step * 10_000 + expected.count) * 20
                    try file.append(label: "rest", milliseconds: milliseconds, values: [value, 0, 0, 0, 0, 0])
                    expected.append(("rest", value))
                }
            case 6, 7:
                guard expected.count - kept > 4 else { continue }
                let first = Int.random(in: kept..<expected.count - 2, using: &random)
                let end = Int.random(in: first + 1...expected.count, using: &random)
                let called = try file.relabel(first..<end, as: "g\(step)")
                for sample in first..<end { expected[sample].label = "g\(step)" }
                marks.removeAll { $0.1 > first }
                marks.append((called.mark, first))
                try check()
            case 8:
                kept = max(kept, expected.count - Int.random(in: 0...120, using: &random))
                file.forgetRows(before: kept)
            default:
                guard let (mark, count) = marks.popLast() else { continue }
                try file.back(to: mark)
                expected.removeSubrange(count...)
                kept = count
                try check()
            }
        }
        try check()
        guard !expected.isEmpty else { return }
        try file.finish()
        let session = try #require(try RecordingReader().read(path).sessions.first)
        #expect(session.labels == expected.map(\.label))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == ["a.csv"])
    }
}
