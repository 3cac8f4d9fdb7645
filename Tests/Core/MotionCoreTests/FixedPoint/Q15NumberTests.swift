import MotionCore
import Testing

@Suite("Numbers in Q15")
struct Q15NumberTests {
    @Test("every Q15 number comes back from what it stands for")
    func roundTrip() {
        #expect((Int16.min...Int16.max).allSatisfy { Int16(q15: $0.q15Value) == $0 })
    }

    @Test(
        "are the nearest, ties away from zero, and saturate",
        arguments: [
            (0.0, 0), (0.5, 16384), (-0.5, -16384), (1, 32767), (2, 32767), (-1, -32768), (-2, -32768), (0.5 / 32768, 1),
            (-0.5 / 32768, -1), (0.49 / 32768, 0), (.nan, 32767),
        ] as [(Double, Int16)])
    func nearest(_ value: Double, _ expected: Int16) {
        #expect(Int16(q15: value) == expected)
    }
}
