import DataSets
import Foundation
import Testing

@Suite("The sidecar of a recording that changes")
struct SidecarTests {
    /// Of `swings`: three of its swings were asked for, of which the second lost samples, and something that nobody here knows.
    private static let sidecar = """
        {"recording":"0.csv","program":"x","rest":"rest","measured_rate":50.010,"samples":400,"lost_samples":7,"prompts":[\
        {"session":"p1-1","label":"swing","repetition":1,"from_ms":1000,"to_ms":2000.0,"lost_samples":0},\
        {"session":"p1-1","label":"swing","repetition":2,"from_ms":3000,"to_ms":4000,"lost_samples":5},\
        {"session":"p1-1","label":"swing","repetition":3,"from_ms":5000,"to_ms":6000,"lost_samples":0}],"later":{"a":[1e3,"\\u0041"]}}

        """

    private struct Prompt: Decodable, Equatable {
        var session: String
        var label: String
        var repetition: Int
        var from_ms: Double
        var to_ms: Double
        var lost_samples: Int
    }

    private struct Sidecar: Decodable {
        var samples: Int
        var lost_samples: Int
        var prompts: [Prompt]
    }

    private func mended(_ change: DataSetChange, _ selection: RowSelection = RowSelection()) throws -> (
        text: String, sidecar: Sidecar
    ) {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        try world.write(Self.sidecar, "in/0.json")
        _ = try world.mend(change, selection)
        return (try world.text("out/0.json"), try JSONDecoder().decode(Sidecar.self, from: world.bytes("out/0.json")))
    }

    @Test("forgets a repetition that is dropped, with its samples and its losses, and follows the names of sessions")
    func dropped() throws {
        let (_, sidecar) = try mended(.drop, RowSelection(labels: ["swing"], from: 3, to: 4))
        #expect(sidecar.samples == 350 && sidecar.lost_samples == 2)
        #expect(sidecar.prompts.map(\.repetition) == [1, 3] && sidecar.prompts.map(\.session) == ["p1-1", "p1-1.2"])
    }

    @Test("tells the new label, and keeps the spelling of all else")
    func relabelled() throws {
        let (text, _) = try mended(.relabel(as: "wave"), RowSelection(from: 3, to: 4))
        let expected = Self.sidecar.replacingOccurrences(
            of: "\"label\":\"swing\",\"repetition\":2", with: "\"label\":\"wave\",\"repetition\":2")
        #expect(text == expected)
    }

    @Test("tells where trimmed repetitions begin and end")
    func trimmed() throws {
        let (_, sidecar) = try mended(.trim(begin: .seconds(0.2), end: .seconds(0.1), rest: "rest"))
        #expect(sidecar.samples == 400 && sidecar.lost_samples == 7)
        #expect(sidecar.prompts.map(\.from_ms) == [1200, 3200, 5200] && sidecar.prompts.map(\.to_ms) == [1880, 3880, 5880])
    }

    @Test("of a repetition that is cut in two holds both parts, each in its session")
    func cut() throws {
        let (_, sidecar) = try mended(.drop, RowSelection(from: 3.4, to: 3.6))
        #expect(sidecar.prompts.map(\.repetition) == [1, 2, 2, 3])
        #expect(sidecar.prompts.map(\.session) == ["p1-1", "p1-1", "p1-1.2", "p1-1.2"])
        #expect(sidecar.prompts.map(\.lost_samples) == [0, 5, 0, 0] && sidecar.lost_samples == 7)
    }

    @Test(
        "that is none of ours is copied as it is",
        arguments: ["no JSON", "{\"prompts\": 3}", "[]", "{\"prompts\":[{\"label\":1}]}"])
    func foreign(_ text: String) throws {
        let world = try CurationWorld([CurationWorld.swings("p1", swings: 4)])
        defer { world.remove() }
        try world.write(text, "in/0.json")
        _ = try world.mend(.drop, RowSelection(from: 3))
        #expect(try world.text("out/0.json") == text)
    }
}
