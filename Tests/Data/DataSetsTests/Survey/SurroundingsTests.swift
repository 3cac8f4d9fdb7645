import DataSets
import Recordings
import Testing

@Suite("A stretch to be looked at")
struct SurroundingsTests {
    @Test("comes with the time around it, as far as its session goes")
    func around() throws {
        let world = try CurationWorld([CurationWorld.swings("a", swings: 3), CurationWorld.swings("b", swings: 3)])
        defer { world.remove() }
        let survey = try world.survey()
        let session = try #require(world.read("in/1.csv").first)
        for (place, passage) in survey.passages.enumerated() where passage.session == "b-1" {
            let shown = try #require(try survey.surroundings(of: place, seconds: 0.5, by: RecordingReader()))
            #expect(shown.rate == 50 && shown.samples.count == 50 && shown.session.name == "b-1")
            let first = Int((passage.begin * 50).rounded())
            let from = max(0, first - 25)
            #expect(shown.samples.lowerBound == first - from && shown.session.count == min(300, first + 75) - from)
            let expected = session.samples(from..<from + shown.session.count)
            #expect(shown.session.values.elementsEqual(expected))
        }
    }

    @Test("has its course beside the mean of its label, and what is no repetition has none")
    func comparison() throws {
        let world = try CurationWorld([CurationWorld.swings("a", swings: 4, weak: 2)])
        defer { world.remove() }
        let survey = try world.survey()
        for (place, passage) in survey.passages.enumerated() {
            let found = try survey.comparison(of: place, by: RecordingReader())
            guard passage.label == "swing" else {
                #expect(found == nil)
                continue
            }
            let channel = try #require(found?.panels.first?.channels.first)
            #expect(channel.name == "ax" && channel.mean.count == 51 && channel.single.count == 51)
            let strength = channel.single.map(abs).max() ?? 0
            #expect((strength < 0.1) == (place == 5), "\(place): \(strength)")
        }
    }

    @Test("is nothing where the recording does not hold it any more")
    func gone() throws {
        let world = try CurationWorld([CurationWorld.swings("a", swings: 3)])
        defer { world.remove() }
        let survey = try world.survey()
        try world.write(CurationWorld.swings("a", swings: 1), "in/0.csv")
        #expect(try survey.surroundings(of: 5, seconds: 1, by: RecordingReader()) == nil)
        #expect(try survey.comparison(of: 5, by: RecordingReader()) == nil)
    }
}
