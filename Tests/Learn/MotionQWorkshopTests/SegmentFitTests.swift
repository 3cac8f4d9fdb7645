import Formatting
import Foundation
import MotionQWorkshop
import SignalProcessing
import Testing

@Suite("Settings of segments")
struct SegmentFitTests {
    /// Rest with a probability of 0.9, motion with one of 0.3, two windows a second.
    private static func stretch(_ dip: Double) -> (rest: [Double], labels: [String]) {
        var (rest, labels): ([Double], [String]) = ([], [])
        for passage in 0..<6 {
            rest += [Double](repeating: 0.9, count: 12)
            labels += [String](repeating: "rest", count: 12)
            rest += (0..<10).map { $0 == 5 && passage % 2 == 0 ? dip : 0.3 }
            labels += [String](repeating: "wave", count: 10)
        }
        return (rest + [Double](repeating: 0.9, count: 12), labels + [String](repeating: "rest", count: 12))
    }

    @Test("finds no passages where nothing is labelled, as in a recording that is shorter than a window")
    func nothing() { #expect(LabelledSegment.passages(of: [], rest: ["rest"]).isEmpty) }

    @Test("that are fitted find every passage, and no other, of what they were fitted on")
    func fits() throws {
        var fit = SegmentFit(.rest)
        let (rest, labels) = Self.stretch(0.85)
        fit.add(restProbabilities: rest, labels: labels, rest: ["rest"], rate: 2)
        let (settings, scores) = try #require(fit.fitted())
        #expect(scores.found == 6 && scores.falseSegments == 0 && settings.isValid)
        #expect((0.2...0.7).contains(settings.start))
    }

    @Test("cannot be fitted without motion, nor without rest")
    func empty() {
        var fit = SegmentFit(.rest)
        #expect(fit.fitted() == nil)
        fit.add(restProbabilities: [0.1, 0.1], labels: ["wave", "wave"], rest: ["rest"], rate: 2)
        #expect(fit.fitted() == nil)
    }

    @Test("cannot be fitted to passages that no gesture takes, as time stamps of another unit have them")
    func slowClock() {
        var fit = SegmentFit(.motion)
        let labels = (0..<900).map { $0 / 150 % 2 == 1 ? "shake" : "rest" }
        let values = labels.enumerated().flatMap { sample, label -> [Float] in
            let motion = label == "shake" ? Float(sample % 7 - 3) / 2 : 0
            return [motion, 0, 1, 0, motion, 0]
        }
        for rate in [0.05, 1e-6] {
            fit = SegmentFit(.motion)
            fit.add(values: values, labels: labels, rest: ["rest"], rate: rate)
            #expect(fit.fitted() == nil && (fit.shortPassage ?? 0) > SegmentFit.longestPassage)
        }
        // A clock that is slow, and could be one.
        fit = SegmentFit(.motion)
        fit.add(values: values, labels: labels, rest: ["rest"], rate: 1)
        #expect(fit.fitted()?.settings.isValid == true)
    }

    private static func inFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        try body(path)
    }

    @Test("are read back as they were written")
    func roundTrip() throws {
        var settings = SegmentSettings.motion(shortest: 0.8)
        settings.preRoll = 0.25
        settings.trim = 0.125
        settings.least = 0.75
        settings.smoothing = 0.375
        try Self.inFile(settings.json.line + "\n") { path in
            let found = try SegmentSettings(readingFileAt: path)
            #expect(found == settings)
        }
    }

    @Test(
        "that no detector can work with are refused with a sentence",
        arguments: [
            "", "[]", "{\"type\":\"model\"}",
            SegmentSettings.rest.json.line.replacingOccurrences(of: "\"start\":0.6", with: "\"start\":2"),
            SegmentSettings.rest.json.line.replacingOccurrences(of: "\"rest\"", with: "\"luck\""),
            SegmentSettings.rest.json.line.replacingOccurrences(of: "\"pause_s\":0.5", with: "\"pause_s\":-1"),
        ])
    func refused(text: String) throws {
        try Self.inFile(text) { path in
            #expect(throws: SegmentSettingsError.self) { try SegmentSettings(readingFileAt: path) }
        }
    }

    @Test("a segment finds a passage if each is more than half of the other; one finds one")
    func scores() {
        var scores = SegmentScores()
        let labels =
            [String](repeating: "rest", count: 10) + [String](repeating: "a", count: 10)
            + [String](repeating: "Rest", count: 5) + [String](repeating: "b", count: 20) + [String](repeating: "", count: 5)
        let truth = LabelledSegment.passages(of: labels, rest: ["rest"])
        #expect(
            truth == [
                LabelledSegment(label: "a", segment: Segment(begin: 10, end: 20)),
                LabelledSegment(label: "b", segment: Segment(begin: 25, end: 45)),
            ])
        scores.add(
            [
                (Segment(begin: 12, end: 21), label: "a"), (Segment(begin: 25, end: 35), label: "b"),
                (Segment(begin: 30, end: 45), label: "a"),
            ], truth: truth, restSeconds: 60)
        #expect(scores.passages == 2 && scores.found == 2 && scores.falseSegments == 1 && scores.falsePerMinute == 1)
        #expect(scores.labelled == 3 && scores.labelledRight == 1)
        #expect(scores.beginnings == [2, 5] && scores.ends == [1, 0])
    }

    @Test("a segment is what its windows say on average, rest aside")
    func labels() throws {
        var labeller = SegmentLabeller(window: 10, restLabel: 0)
        for end in stride(from: 10, through: 100, by: 5) {
            labeller.push(endingAt: end, probabilities: (40..<70).contains(end - 5) ? [0.5, 0.2, 0.3] : [0.1, 0.8, 0.1])
        }
        let found = try #require(labeller.label(of: Segment(begin: 40, end: 70)))
        #expect(found.label == 2 && abs(found.probability - 0.3) < 1e-9)
        // Too short for a window's middle: the nearest.
        #expect(labeller.label(of: Segment(begin: 51, end: 53))?.label == 2)
        labeller.restart()
        #expect(labeller.label(of: Segment(begin: 40, end: 70)) == nil)
    }
}
