import DataSets
import Foundation
import MotionCore
import Recordings
import TestSupport
import Testing

@Suite("A data set of named channels")
struct NamedChannelSurveyTests {
    /// A finger that bends and straightens, a second each with rest between; at `weak` it hardly does. Samples of 50 Hz.
    private static func fingers(_ columns: String, bends: Int, weak: Int? = nil) -> String {
        var text = "session,subject,label,timestamp_ms\(columns)\n"
        let width = columns.count { $0 == "," }
        for sample in 0..<bends * 100 {
            let isRest = sample % 100 < 50
            let bend =
                isRest ? 0 : sin(Double(sample % 50) / 50 * .pi) * (sample / 100 == weak ? 5 : 300 + Double(sample / 100 % 3))
            let values = (0..<width).map { ",\($0 == 0 ? 600 - bend : Double(sample % 2))" }.joined()
            text += "s,p,\(isRest ? "rest" : "bend"),\(sample * 20)\(values)\n"
        }
        return text
    }

    private func survey(_ world: CurationWorld) throws -> (survey: DataSetSurvey, reader: RecordingReader) {
        let files = try recordingFiles(at: [world.motionq.path("in")])
        let reader = try RecordingReader().takingCommonChannels(of: files)
        var survey = DataSetSurvey(channels: reader.channels.channels, wantsCourses: true)
        for path in files { try survey.add(reader.stream(path)) }
        return (survey, reader)
    }

    @Test("tells which repetition is unlike the others by what their channels change by")
    func outlier() throws {
        let world = try CurationWorld([Self.fingers(",flex", bends: 9, weak: 6)])
        defer { world.remove() }
        let found = try survey(world).survey.outliers
        #expect(found.count == 1 && abs((found.first?.passage.begin ?? 0) - 13) < 0.01)
        #expect((found.first?.strength ?? 1) < 0.1)
    }

    @Test("has the channels that all recordings have, and is drawn with them")
    func common() throws {
        let world = try CurationWorld([Self.fingers(",flex,lip", bends: 6), Self.fingers(",flex,other,lip", bends: 6)])
        defer { world.remove() }
        let (survey, reader) = try survey(world)
        #expect(survey.channels.names == ["flex", "lip"] && survey.passageCounts == ["bend": 12, "rest": 12])
        let page = try DataSetPage(survey, of: ["in"], by: reader).html
        #expect(page.contains(">flex<") && page.contains(">lip<") && !page.contains(">other<") && !page.contains(">ax<"))
    }

    @Test("without a channel in common is refused with those of both")
    func nothingCommon() throws {
        let world = try CurationWorld([Self.fingers(",flex", bends: 1), Self.fingers(",lip", bends: 1)])
        defer { world.remove() }
        let error = #expect(throws: RecordingError.self) { try self.survey(world) }
        #expect(error?.description.contains("no channel flex; it has lip") == true)
    }

    @Test("is written again without what is dropped, its other rows byte for byte")
    func dropped() throws {
        let text = Self.fingers(",flex,note", bends: 6)
        let world = try CurationWorld([text])
        defer { world.remove() }
        let (survey, reader) = try survey(world)
        var selection = RowSelection()
        selection.labels = ["bend"]
        var mended = try MendedDataSet(.drop, of: selection, in: survey, by: reader)
        try mended.write(to: world.motionq.path("out"))
        // What is left before and after a dropped repetition are sessions of their own.
        func withoutSession(_ line: Substring) -> Substring { line.drop { $0 != "," } }
        let kept = text.split(separator: "\n").filter { !$0.contains(",bend,") }.map(withoutSession)
        #expect(try world.lines("out/0.csv").map(withoutSession) == kept)
    }
}
