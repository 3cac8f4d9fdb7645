import EvaluationReports
import Testing

@Suite("A difference between models")
struct MeasuredDifferenceTests {
    private let names = ["[1]", "[2]", "[3]"]

    @Test("is not measured where the intervals overlap, however far the figures are apart")
    func overlap() {
        let difference = MeasuredDifference(.accuracy, [0.95, 0.8], intervals: [0.88...0.98, 0.6...0.9])
        #expect(!difference.isMeasured && difference.best == [0, 1])
        #expect(difference.sentence(of: names) == "accuracy, Q15: no difference measured (the intervals of 95 % overlap)")
    }

    @Test("is measured where they do not")
    func apart() {
        let difference = MeasuredDifference(.accuracy, [0.7, 0.95], intervals: [0.6...0.8, 0.9...0.98])
        #expect(difference.isMeasured && difference.best == [1])
        #expect(difference.sentence(of: names) == "accuracy, Q15: [2] is better than [1], beyond 95 %")
    }

    @Test("leaves two of three models best together")
    func three() {
        let difference = MeasuredDifference(.eventsFound, [0.9, 0.5, 0.88], intervals: [0.85...0.95, 0.4...0.6, 0.8...0.93])
        #expect(
            difference.sentence(of: names)
                == "events found: [1], [3] are better (no difference measured between these) than [2], beyond 95 %")
    }

    @Test("prefers fewer false events")
    func falseEvents() {
        let difference = MeasuredDifference(.falseEvents, [40, 2], intervals: [30...50, 0.2...7])
        #expect(difference.best == [1] && difference.isMeasured)
    }

    @Test("is not measured with one person, who gives no interval")
    func onePerson() {
        let difference = MeasuredDifference(.accuracy, [0.5, 0.9], intervals: [nil, nil])
        #expect(
            difference.sentence(of: names) == "accuracy, Q15: no difference measured (fewer than two people give no interval)")
    }

    @Test("is not told of a figure that one model alone has")
    func alone() {
        let difference = MeasuredDifference(.eventsFound, [nil, 0.9], intervals: [nil, 0.8...0.95])
        #expect(difference.sentence(of: names) == "events found: known of [2] only")
    }
}
