import Curation
import Foundation
import Recording
import TestSupport
import Testing

@Suite("What is in a data set")
struct DataSetSurveyTests {
    /// Rest and swings of a second each at 50 Hz; the swing at `weak` hardly moves, and so many samples are missing after a second.
    private static func recording(_ subject: String, swings: Int, weak: Int? = nil, lost: Int = 0) -> String {
        var text = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz\n"
        for sample in 0..<swings * 100 {
            let (swing, isRest) = (sample / 100, sample % 100 < 50)
            let strength = isRest ? 0.001 : swing == weak ? 0.05 : 1 + 0.1 * Double(swing % 4)
            let value = sample % 2 == 0 ? strength : -strength
            let time = Double(sample + (sample >= 50 ? lost : 0)) * 20
            text += "\(subject)-1,\(subject),\(isRest ? "rest" : "swing"),\(time),\(value),0,1,0,\(value),0\n"
        }
        return text
    }

    private static func survey(_ texts: String...) throws -> DataSetSurvey {
        var survey = DataSetSurvey()
        let world = try Motionq()
        defer { world.remove() }
        for (index, text) in texts.enumerated() {
            let path = world.path("\(index).csv")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            try survey.add(RecordingReader().stream(path))
        }
        return survey
    }

    @Test("is told by person: sessions, samples, minutes of each label, what is missing")
    func people() throws {
        let survey = try Self.survey(Self.recording("p10", swings: 8, lost: 7), Self.recording("p9", swings: 4))
        #expect(survey.people.map(\.name) == ["p9", "p10"])
        #expect(survey.people.map(\.samples) == [400, 800] && survey.people.map(\.sessions) == [1, 1])
        #expect(survey.people.map(\.lost) == [0, 7] && survey.people.map(\.gaps) == [0, 1])
        #expect(abs((survey.people[1].secondsByLabel["swing"] ?? 0) - 8) < 0.1)
        #expect(survey.labels == ["rest", "swing"] && survey.passageCounts == ["rest": 12, "swing": 12])
        #expect(survey.rates.map { abs($0.lowerBound - 50) < 0.1 && abs($0.upperBound - 50) < 0.1 } == true)
    }

    @Test("tells which stretch of a label is unlike the others, and no other")
    func outlier() throws {
        let survey = try Self.survey(Self.recording("p1", swings: 9, weak: 5))
        let found = try #require(survey.outliers.first)
        #expect(survey.outliers.count == 1 && found.passage.label == "swing" && abs(found.passage.begin - 11) < 0.01)
        #expect(found.strength < 0.1)
    }

    @Test("has no outliers where all are alike")
    func alike() throws {
        #expect(try Self.survey(Self.recording("p1", swings: 9)).outliers.isEmpty)
    }
}
