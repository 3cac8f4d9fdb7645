import Recordings
import Testing

@Suite("The label of a window")
struct WindowLabelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let samples: [Int?]
        let mixed: DataSet.MixedWindows
        let label: DataSet.WindowLabel
    }

    static let cases = [
        Case(testDescription: "all samples'", samples: [2, 2, 2], mixed: .majority, label: .label(2)),
        Case(testDescription: "most samples'", samples: [1, 0, 1, 0, 1], mixed: .majority, label: .label(1)),
        Case(testDescription: "the later of two as frequent", samples: [1, 1, 0, 0], mixed: .majority, label: .label(0)),
        Case(
            testDescription: "the one that stands latest of three", samples: [0, 1, 2, 1, 0, 2], mixed: .majority, label: .label(2)),
        Case(testDescription: "none if most have none", samples: [nil, nil, 3], mixed: .majority, label: .unlabelled),
        Case(
            testDescription: "none if none is more frequent than each other", samples: [0, 1, nil, nil, 2], mixed: .majority,
            label: .unlabelled),
        Case(
            testDescription: "none if none ties and stands later", samples: [5, 5, nil, nil], mixed: .majority, label: .unlabelled),
        Case(
            testDescription: "not none if none ties and stands earlier", samples: [nil, nil, 5, 5], mixed: .majority,
            label: .label(5)),
        Case(testDescription: "none if all have none", samples: [nil, nil], mixed: .majority, label: .unlabelled),
        Case(testDescription: "all samples', strictly", samples: [2, 2, 2], mixed: .drop, label: .label(2)),
        Case(testDescription: "mixed if one differs, strictly", samples: [2, 2, 1], mixed: .drop, label: .mixed),
        Case(testDescription: "mixed if one has none, strictly", samples: [2, 2, nil], mixed: .drop, label: .mixed),
        Case(testDescription: "none if all have none, strictly", samples: [nil, nil], mixed: .drop, label: .unlabelled),
    ]

    @Test("is", arguments: cases)
    func label(_ example: Case) {
        #expect(DataSet.labelOfWindow(example.samples[...], mixed: example.mixed) == example.label)
    }

    @Test("is judged by the window alone, not by what stands around it")
    func slice() {
        let samples: [Int?] = [0, 0, 0, 0, 1, 1, nil, nil, nil]
        #expect(DataSet.labelOfWindow(samples[3..<7], mixed: .majority) == .label(1))
    }
}
