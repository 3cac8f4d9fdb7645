import DataSets
import Foundation
import Testing

@Suite("What is in a data set")
struct DataSetSurveyTests {
    private static func survey(_ texts: String...) throws -> DataSetSurvey {
        let world = try CurationWorld(texts)
        defer { world.remove() }
        return try world.survey()
    }

    @Test("is told by person: sessions, samples, minutes of each label, what is missing")
    func people() throws {
        let survey = try Self.survey(CurationWorld.swings("p10", swings: 8, lost: 7), CurationWorld.swings("p9", swings: 4))
        #expect(survey.people.map(\.name) == ["p9", "p10"])
        #expect(survey.people.map(\.samples) == [400, 800] && survey.people.map(\.sessions) == [1, 1])
        #expect(survey.people.map(\.lost) == [0, 7] && survey.people.map(\.gaps) == [0, 1])
        #expect(abs((survey.people[1].secondsByLabel["swing"] ?? 0) - 8) < 0.1)
        #expect(survey.labels == ["rest", "swing"] && survey.passageCounts == ["rest": 12, "swing": 12])
        #expect(survey.rates.map { abs($0.lowerBound - 50) < 0.1 && abs($0.upperBound - 50) < 0.1 } == true)
    }

    @Test("tells which stretch of a label is unlike the others, and no other")
    func outlier() throws {
        let survey = try Self.survey(CurationWorld.swings("p1", swings: 9, weak: 5))
        let found = try #require(survey.outliers.first)
        #expect(survey.outliers.count == 1 && found.passage.label == "swing" && abs(found.passage.begin - 11) < 0.01)
        #expect(found.strength < 0.1)
    }

    @Test("lists no rest among what is unlike the others, however short or lively")
    func rest() throws {
        var text = CurationWorld.swings("p1", swings: 9)
        // A single sample of rest, and a second of it in which the hand shakes.
        text += "p1-2,p1,rest,0,0,0,1,0,0,0\n"
        for sample in 0..<50 { text += "p1-3,p1,rest,\(sample * 20),\(sample % 2),0,1,0,9,0\n" }
        #expect(try Self.survey(text).outliers.isEmpty)
    }

    @Test("knows what rest is called here, if it is told")
    func namedRest() throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 9, weak: 5)])
        defer { world.remove() }
        #expect(try world.survey(rest: "swing").outliers.isEmpty)
    }

    @Test("has no outliers where all are alike")
    func alike() throws {
        #expect(try Self.survey(CurationWorld.swings("p1", swings: 9)).outliers.isEmpty)
    }
}
