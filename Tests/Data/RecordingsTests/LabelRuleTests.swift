import Recordings
import Testing

@Suite("A label rule")
struct LabelRuleTests {
    @Test("makes every label a class, as they come, if none are named; but not the empty one")
    func all() {
        #expect(LabelRule().classes(among: ["walk", "", "run", "walk"]) == ["walk", "run"])
    }

    @Test("keeps the order in which labels were recorded, over sessions and recordings")
    func recorded() throws {
        let first = Recording(
            path: "a.csv", sessions: [labelled([("rest", 10), ("shake", 10), ("rest", 10)]), labelled([("chop", 10)])])
        let second = Recording(path: "b.csv", sessions: [labelled([("bow", 10), ("chop", 10)])])
        let set = try DataSet([first, second], options: DataSet.Options(window: 10, hop: 10))
        #expect(set.classes == ["rest", "shake", "chop", "bow"])
        #expect(set.windows.map(\.label) == [0, 1, 0, 2, 3, 2])
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
