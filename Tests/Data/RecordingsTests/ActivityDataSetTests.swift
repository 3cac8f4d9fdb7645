import Recordings
import TestSupport
import Testing

@Suite("The data set of six activities", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct ActivityDataSetTests {
    private static let training: Set = [1, 3, 5, 6, 7, 8, 11, 14, 15, 16, 17, 19, 21, 22, 23, 25, 26]
    private static let activities = [
        "walking", "walking_upstairs", "walking_downstairs", "sitting", "standing", "laying",
    ]

    /// The training subjects' recordings, read once.
    private static let recordings = Result {
        try recordingFiles(at: ["\(SharedData.folder)/hapt"])
            .filter { path in training.contains { path.contains($0 < 10 ? "_user0\($0)." : "_user\($0).") } }
            .map(RecordingReader().read)
    }

    private func set(_ mixed: DataSet.MixedWindows) throws -> DataSet {
        let options = DataSet.Options(labels: LabelRule(kept: Self.activities), rate: 25, window: 64, hop: 32, mixed: mixed)
        return try DataSet(Self.recordings.get(), options: options)
    }

    @Test("has 5,698 windows of one activity each at 25 Hz, 64 samples, hop 32")
    func pureWindows() throws {
        #expect(try set(.drop).windows.count == 5_698)
    }

    @Test("has 6,647 windows of which most samples are one activity")
    func majorityWindows() throws {
        let set = try set(.majority)
        #expect(set.windows.count == 6_647)
        #expect(set.windows.count + set.leftOut.unlabelledWindows == 9_978)
    }

    @Test("has 17 people, whose sessions have no gaps")
    func people() throws {
        let set = try set(.majority)
        #expect(set.subjects.count == 17)
        #expect(set.leftOut.gaps == 0)
    }
}
