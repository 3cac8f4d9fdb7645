import MotionCore
import Testing

@Suite("The nearest integer, without the C library")
struct NearestIntegerTests {
    @Test("is what rounded() gives, also a bit above and below every half")
    func halves() {
        for half in stride(from: -40_000.5, through: 40_000.5, by: 1) {
            for value in [half.nextDown, half, half.nextUp] { #expect(nearestInteger(value) == Int64(value.rounded())) }
        }
    }

    @Test("is what rounded() gives for numbers of every size up to 2⁶²")
    func sizes() {
        var generator = SystemRandomNumberGenerator()
        for exponent in -60...61 {
            for sign in [1.0, -1.0] {
                let value = sign * Double(sign: .plus, exponent: exponent, significand: .random(in: 1..<2, using: &generator))
                #expect(nearestInteger(value) == Int64(value.rounded()), "\(value)")
            }
        }
    }
}
