import CAllocationCounter
import Foundation
import MotionQ15
import TestSupport
import Testing

@Suite(
    "Samples through the front door",
    .enabled(if: allocation_counter_works(), "malloc can be counted with glibc and without a sanitizer only"))
struct FrontDoorTests {
    @Test("allocate nothing, but for the windows that they complete")
    func samples() throws {
        try count(MotionRecogniser(MotionModel(contentsOf: Repository.demoModelFile)), windows: 900)
    }

    @Test("allocate nothing where they are resampled, either")
    func resampled() throws {
        try count(MotionRecogniser(MotionModel(contentsOf: Repository.demoModelFile), rate: 100), windows: 450)
    }

    /// Pushes 5,000 samples.
    ///
    /// - Parameter least: windows that are completed, at least.
    private func count(_ recogniser: MotionRecogniser, windows least: UInt64) {
        var sample = [Double](repeating: 0, count: 6)
        var (between, ending, windows): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for index in 0..<5_000 {
            sample[index % 6] = Double(index % 17) / 8 - 1
            allocation_counter_begin()
            let completed = recogniser.push(sample.span)
            let blocks = allocation_counter_end()
            if completed.isEmpty { between += blocks } else { (ending, windows) = (ending + blocks, windows + 1) }
        }
        #expect(between == 0)
        #expect(windows > least)
        #expect(ending <= 4 * windows, "\(ending) blocks in \(windows) windows")
    }
}
