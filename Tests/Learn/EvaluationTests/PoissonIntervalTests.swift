import Evaluation
import Testing

@Suite struct PoissonIntervalTests {
    /// From the table of Garwood (1936), 95 %.
    @Test(arguments: [(0, 0, 3.689), (1, 0.0253, 5.572), (5, 1.624, 11.668), (10, 4.795, 18.390), (50, 37.111, 65.919)])
    func `is the exact one of the tables`(count: Int, lower: Double, upper: Double) {
        let interval = PoissonInterval(count: count)
        #expect(abs(interval.lower - lower) < 0.001 && abs(interval.upper - upper) < 0.001, "\(interval)")
    }

    @Test func `narrows about the count as this grows`() {
        let interval = PoissonInterval(count: 10_000)
        #expect(abs(interval.lower - 9805) < 2 && abs(interval.upper - 10_198) < 2, "\(interval)")
    }
}
