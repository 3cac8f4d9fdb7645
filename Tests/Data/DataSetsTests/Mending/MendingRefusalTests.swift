import DataSets
import Foundation
import Recordings
import TestSupport
import Testing

@Suite("A change of a data set is refused in a sentence")
struct MendingRefusalTests {
    private func refusal(_ change: DataSetChange, _ selection: RowSelection) throws -> String {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        do {
            _ = try world.mend(change, selection)
            return "none"
        } catch {
            #expect(!FileManager.default.fileExists(atPath: world.motionq.path("out")))
            return "\(error)"
        }
    }

    @Test("that names what is not there, and tells what is")
    func unknown() throws {
        #expect(
            try refusal(.drop, RowSelection(sessions: ["p2-1"])) == "there is no session p2-1 in the recordings; there is p1-1")
        #expect(
            try refusal(.drop, RowSelection(labels: ["chop"])) == "there is no label chop in the recordings; there are rest, swing")
    }

    @Test("that selects nothing")
    func nothing() throws {
        let sentence = try refusal(.drop, RowSelection(labels: ["swing"], from: 100))
        #expect(sentence.hasPrefix("nothing is selected: no sample meets all of “label: swing” “from: 100”"))
    }

    @Test("that would leave nothing")
    func everything() throws {
        #expect(try refusal(.drop, RowSelection(from: 0)) == "nothing would be left of the recordings; select less")
    }

    @Test("that changes nothing")
    func same() throws {
        let sentence = try refusal(.relabel(as: "swing"), RowSelection(labels: ["swing"]))
        #expect(sentence == "nothing would change: all that is selected is called swing already")
    }

    @Test("that would put two files of one name into the folder")
    func sameName() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        try world.write(CurationWorld.swings("p2", swings: 4), "other/0.csv")
        var survey = DataSetSurvey(between: TimeSpan(from: 3))
        for path in ["in/0.csv", "other/0.csv"] { try survey.add(RecordingReader().stream(world.motionq.path(path))) }
        var mended = try MendedDataSet(.drop, of: RowSelection(from: 3), in: survey, by: RecordingReader())
        let error = #expect(throws: CurationError.self) { try mended.write(to: world.motionq.path("out")) }
        #expect(error?.description.contains("would both be 0.csv in the new folder") == true)
        #expect(!FileManager.default.fileExists(atPath: world.motionq.path("out")))
    }

    @Test("of a recording that grew after it was looked at")
    func changed() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        var mended = try MendedDataSet(
            .drop, of: RowSelection(from: 3), in: world.survey(between: TimeSpan(from: 3)), by: RecordingReader())
        try world.write(CurationWorld.swings("p1", swings: 5), "in/0.csv")
        let error = #expect(throws: RecordingError.self) { try mended.write(to: world.motionq.path("out")) }
        #expect(error?.description.contains("changed while it was read") == true)
    }

    @Test("into a folder that holds something, and leaves that")
    func holdsSomething() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        try world.write("mine", "out/note.txt")
        #expect(throws: RecordingError.self) { try world.mend(.drop, RowSelection(from: 3)) }
        #expect(try world.names() == ["note.txt"])
    }
}
