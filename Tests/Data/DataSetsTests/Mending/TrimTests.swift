import DataSets
import Recordings
import Testing

@Suite("Trimming the repetitions of a data set")
struct TrimTests {
    private func world() throws -> CurationWorld { try CurationWorld([CurationWorld.swings("p1", swings: 4)]) }

    /// Labels of the samples, as runs.
    private func runs(_ session: RecordedSession) -> [(label: String, count: Int)] {
        var runs: [(label: String, count: Int)] = []
        for label in session.labels {
            if runs.last?.label == label { runs[runs.count - 1].count += 1 } else { runs.append((label, 1)) }
        }
        return runs
    }

    @Test("gives what is cut off to rest, in seconds and in shares")
    func toRest() throws {
        let world = try world()
        defer { world.remove() }
        let mended = try world.mend(.trim(begin: .seconds(0.2), end: .share(0.1), rest: "rest"))
        let session = try #require(world.read("out/0.csv").first)
        #expect(mended.stretches == 4 && mended.samples == 60)
        #expect(runs(session).filter { $0.label == "swing" }.map(\.count) == [35, 35, 35, 35])
        #expect(runs(session).map(\.count) == [60, 35, 65, 35, 65, 35, 65, 35, 5])
        #expect(try session.values == world.read("in/0.csv").first?.values)
    }

    @Test("takes out what is cut off, and cuts the session there")
    func dropped() throws {
        let world = try world()
        defer { world.remove() }
        _ = try world.mend(.trim(begin: .seconds(0.2), end: .seconds(0), rest: nil))
        #expect(try world.read("out/0.csv").map(\.count) == [50, 90, 90, 90, 40])
    }

    @Test("takes whole repetitions of which something is selected")
    func selected() throws {
        let world = try world()
        defer { world.remove() }
        let selection = RowSelection(from: 3.5, to: 3.6)
        #expect(try world.mend(.trim(begin: .seconds(0.2), end: .seconds(0), rest: "rest"), selection).stretches == 1)
        #expect(try world.text("out/0.csv").split(separator: "\n")[151].contains(",rest,3000"))
    }

    @Test("leaves one that is no longer than what would be cut off, and says so")
    func tooShort() throws {
        let short = "p1-2,p1,swing,0,0,0,1,0,0,0\np1-2,p1,swing,20,0,0,1,0,0,0\n"
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4) + short])
        defer { world.remove() }
        let mended = try world.mend(.trim(begin: .seconds(0.1), end: .seconds(0), rest: "rest"))
        #expect(mended.tooShort == 1 && mended.stretches == 4)
        #expect(try world.text("out/0.csv").hasSuffix(short))
    }

    @Test("reads lengths as seconds and as shares, and nothing else")
    func lengths() {
        #expect(TrimLength("0.25") == .seconds(0.25) && TrimLength("10%") == .share(0.1))
        for text in ["", "-1", "nan", "inf", "101%", "%", "1s", "x%"] { #expect(TrimLength(text) == nil, "\(text)") }
    }
}
