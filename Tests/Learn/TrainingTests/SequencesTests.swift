import Recordings
import Testing
import Training

@Suite("What a trainer makes of a data set")
struct SequencesTests {
    @Test("statistics: mean and deviation over all windows, 1 for a channel that does not move")
    func statistics() throws {
        let data = try dataSet(
            [session("u", count: 64, label: { $0 < 32 ? "a" : "b" }) { [$0 % 2 == 0 ? 3 : 1, 0.5, 0, 0, 0, 0] }])
        let found = SequenceProbe.statistics(data)
        #expect(found.mean == [2, 0.5, 0, 0, 0, 0] && found.deviation == [1, 1, 1, 1, 1, 1])
    }

    @Test("a window on its own has its target after its last sample")
    func single() throws {
        let probe = SequenceProbe(try dataSet([countingSession()]), plan: .singleWindow, augmentation: .none)
        #expect(probe.supervisedSteps == [15] && probe.places.map(\.start) == Array(stride(from: 0, through: 80, by: 8)))
    }

    @Test(
        "several windows have supervised steps evenly in each hop, and where a window of the schedule ends",
        arguments: [5, 6, 7, 8, 25])
    func supervisedSteps(_ hop: Int) throws {
        let window = 4 * hop
        let data = try dataSet([countingSession(count: 400)], window: window, hop: hop)
        let supervisedSteps = SequenceProbe(data, plan: SequencePlan(windows: 3), augmentation: .none).supervisedSteps
        #expect(supervisedSteps.first == window - 1 && supervisedSteps.last == 3 * window - 1 && supervisedSteps.count == 8 * 4 + 1)
        #expect(stride(from: window - 1, to: 3 * window, by: hop).allSatisfy(supervisedSteps.contains))
    }

    @Test("a hop of fewer samples than it is to have supervised steps has one at each")
    func smallHop() throws {
        let data = try dataSet([countingSession()], window: 4, hop: 2)
        #expect(SequenceProbe(data, plan: SequencePlan(windows: 2), augmentation: .none).supervisedSteps == Array(3...7))
    }

    @Test("a session shorter than several windows is one sequence: its last sample is repeated, without targets")
    func shortSession() throws {
        let data = try dataSet([countingSession(count: 40, label: { $0 < 20 ? "a" : "b" })])
        let probe = SequenceProbe(data, plan: SequencePlan(windows: 4), augmentation: .none)
        #expect(probe.places.map(\.start) == [0])
        let shown = probe.load(0, seed: 1)
        #expect(shown.samples.map { $0[0] } == (0..<64).map { Float(min($0, 39)) })
        #expect(zip(probe.supervisedSteps, shown.targets).allSatisfy { ($0 < 40) == ($1 != nil) })
    }

    @Test("a stretch without a label has no target, but is shown")
    func unlabelled() throws {
        let data = try dataSet([countingSession(label: { (40..<80).contains($0) ? "" : $0 < 40 ? "a" : "b" })])
        let shown = SequenceProbe(data, plan: SequencePlan(windows: 6), augmentation: .none).load(session: 0, start: 0)
        #expect(Set(shown.targets) == [0, nil, 1] && shown.samples[60][0] == 60)
    }

    @Test("a carried state wants a hop that divides the window, and says which does")
    func hop() throws {
        let data = try dataSet([countingSession()], window: 20, hop: 6)
        let error = #expect(throws: TrainingError.hopDoesNotDivideWindow(hop: 6, window: 20)) {
            try Trainer(training: data, validation: nil, features: ["ax"], options: .carrying(windows: 2))
        }
        #expect(error?.description.contains("take a hop of 5") == true)
    }

    @Test("windows on their own may have any hop")
    func anyHop() throws {
        let data = try dataSet([countingSession()], window: 20, hop: 6)
        #expect(throws: Never.self) {
            try Trainer(training: data, validation: nil, features: ["ax"], options: .singleWindows)
        }
    }

    @Test("more than 127 labels are classes", arguments: [128, 255])
    func manyClasses(_ count: Int) throws {
        let data = try dataSet([countingSession(count: 16 * count, label: { "l\($0 / 16)" })], hop: 16)
        #expect(throws: Never.self) {
            try Trainer(training: data, validation: nil, features: ["ax"], options: .singleWindows)
        }
    }

    @Test("more labels than a model can hold are refused")
    func tooManyClasses() throws {
        let data = try dataSet([countingSession(count: 16 * 256, label: { "l\($0 / 16)" })], hop: 16)
        #expect(throws: TrainingError.tooManyClasses(count: 256, most: 255)) {
            try Trainer(training: data, validation: nil, features: ["ax"], options: .singleWindows)
        }
    }

    @Test("a feature that no recording holds is refused by its name")
    func features() throws {
        let data = try dataSet([countingSession()])
        #expect(throws: TrainingError.missingFeature(name: "mx", known: data.channels.quantityNames)) {
            try Trainer(training: data, validation: nil, features: ["ax", "mx"], options: .singleWindows)
        }
    }
}
