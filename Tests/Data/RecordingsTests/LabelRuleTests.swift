import Recordings
import Testing

@Suite("A label rule")
struct LabelRuleTests {
    @Test("makes every label a class, by name, if none are named; but not the empty one")
    func all() {
        #expect(LabelRule().classes(among: ["walk", "", "run"]) == ["run", "walk"])
    }

    @Test("keeps the named classes in their order, each once, also those that do not occur")
    func kept() {
        #expect(LabelRule(kept: ["z", "a", "z", "q"]).classes(among: ["a", "b", "z"]) == ["z", "a", "q"])
    }

    @Test("makes no class of what is dropped")
    func dropped() {
        #expect(LabelRule(dropped: ["none"]).classes(among: ["a", "none"]) == ["a"])
        #expect(LabelRule(kept: ["a", "none"], dropped: ["none"]).classes(among: ["a", "none"]) == ["a"])
    }

    @Test("renames first, so that two labels can be one class")
    func renamed() throws {
        let recording = Recording(path: "r.csv", sessions: [labelled([("up", 10), ("down", 10), ("flat", 10)])])
        let options = DataSet.Options(
            labels: LabelRule(kept: ["stairs", "flat"], renamed: ["up": "stairs", "down": "stairs"]), window: 10, hop: 10)
        let set = try DataSet([recording], options: options)
        #expect(set.windows.map(\.label) == [0, 0, 1])
        #expect(set.sessions.first?.labels.first == "stairs")
    }
}
