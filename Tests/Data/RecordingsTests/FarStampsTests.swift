import Recordings
import Testing

@Suite("Stamps that lie far apart")
struct FarStampsTests {
    @Test(
        "have lost samples of which many can be added up",
        arguments: [
            [0, 20, 40, 60, 1e308, 1e308], [0, 1e-300, 2e-300, 3e-300, 4e-300, 1e12], [-1e308, 0, 20, 40, 60, 80],
            [0, 20, 40, 60, .infinity],
        ])
    func far(_ stamps: [Double]) {
        let lost = SampleClock(stamps)?.gaps.map(\.lost) ?? []
        #expect(lost.allSatisfy { (1...1_000_000_000).contains($0) }, "\(lost)")
    }
}
