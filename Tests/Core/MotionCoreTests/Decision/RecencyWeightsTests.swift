import Foundation
import MotionCore
import Testing

@Suite("Recency weights")
struct RecencyWeightsTests {
    @Test("are within one Q15 step of ((1 + position) / N)^0.3 for N = 1 … 64")
    func againstPow() {
        for count in 1...64 {
            for position in 0..<count {
                let exact = (pow(Double(position + 1) / Double(count), 0.3) * 32768).rounded()
                let weight = RecencyWeights.weight(position: position, of: count)
                #expect(abs(Double(weight) - exact) <= 1, "position \(position) of \(count)")
            }
        }
    }

    @Test("give the newest window the largest Q15 number, whatever N is")
    func newest() {
        for count in 1...64 { #expect(RecencyWeights.weight(position: count - 1, of: count) == 32767) }
    }

    @Test("grow from window to window")
    func rising() {
        for count in 2...64 {
            for position in 1..<count {
                let older = RecencyWeights.weight(position: position - 1, of: count)
                #expect(RecencyWeights.weight(position: position, of: count) > older, "position \(position) of \(count)")
            }
        }
    }
}
