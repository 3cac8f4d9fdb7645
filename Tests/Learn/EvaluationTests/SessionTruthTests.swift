import Evaluation
import Testing

@Suite("What a window truly is")
struct SessionTruthTests {
    @Test(
        "the label of most samples; of equals the later one; unscored samples are a class of their own",
        arguments: [
            ([0, 0, 0, 1] as [Int?], 0, "most"), ([0, 0, 1, 1], 1, "of equals the later"),
            ([1, 1, 0, 0], 0, "of equals the later"),
            ([nil, nil, nil, 1], nil, "unscored wins"), ([nil, 0, 0, 1], 0, "unscored loses"),
            ([0, 0, nil, nil], nil, "unscored later"),
            ([nil, nil, 2, 2], 2, "unscored earlier"),
        ])
    func majority(_ samples: [Int?], _ wanted: Int?, _ description: String) {
        #expect(SessionTruth(samples).label(endingAt: 4, length: 4) == wanted, "\(description)")
    }

    @Test("only the window's own samples count")
    func window() { #expect(SessionTruth([0, 0, 0, 1, 1, 2, 2]).label(endingAt: 5, length: 3) == 1) }
}
