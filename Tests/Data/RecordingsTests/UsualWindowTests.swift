import Recordings
import Testing

@Suite("The window that suits what is labelled")
struct UsualWindowTests {
    /// Stretches of so many samples at 50 Hz, rest of two seconds between them.
    private func seconds(_ stretches: [(String, Int)], resting: Set<String> = ["rest"], rule: LabelRule = LabelRule()) -> Double {
        var labels: [String] = []
        for (label, count) in stretches {
            labels += [String](repeating: label, count: count) + [String](repeating: "rest", count: 100)
        }
        let session = RecordedSession(
            name: "s", subject: "p", labels: labels, timestamps: labels.indices.map { Double($0) * 20 },
            values: [Float](repeating: 0, count: labels.count * 6))
        return [Recording(path: "r", sessions: [session])].windowSeconds(labels: rule, resting: resting)
    }

    @Test("is half of the median gesture, in quarters of a second")
    func half() {
        #expect(seconds([("a", 75), ("a", 80), ("b", 70)]) == 0.75)
        #expect(seconds([("a", 145), ("b", 150), ("b", 140)]) == 1.5)
    }

    @Test("is not shorter than half a second, nor longer than two")
    func bounds() {
        #expect(seconds([("a", 20), ("b", 20)]) == 0.5)
        #expect(seconds([("walk", 3000), ("sit", 3000)]) == 2)
    }

    @Test("is told by what is learned alone: neither by rest, however it is called, nor by labels left out")
    func classes() {
        #expect(seconds([("a", 75), ("pause", 1000), ("pause", 1000)], resting: ["rest", "pause"]) == 0.75)
        #expect(seconds([("a", 75), ("b", 1000), ("b", 1000)], rule: LabelRule(kept: ["a", "rest"])) == 0.75)
    }

    @Test("is two seconds where there is nothing but rest")
    func nothing() { #expect(seconds([("rest", 10)]) == 2) }
}
