import Foundation
import MotionCore
import Testing

@Suite("Tanh and sigmoid tables")
struct TanhTableTests {
    private static let arguments = Int16.min...Int16.max

    @Test("tanh is within 6.7e-5 of the real function at all 65,536 arguments")
    func tanhError() {
        let worst = Self.arguments.map { (Double(TanhTable.tanh($0)) / 32768 - tanh(Double($0) / 4096)).magnitude }.max() ?? 1
        #expect(worst <= 6.7e-5)
    }

    @Test("sigmoid is within 4.9e-5 of the real function at all 65,536 arguments")
    func sigmoidError() {
        let worst =
            Self.arguments.map { (Double(TanhTable.sigmoid($0)) / 32768 - 1 / (1 + exp(-Double($0) / 2048))).magnitude }.max() ?? 1
        #expect(worst <= 4.9e-5)
    }

    @Test("tanh is odd, but for the argument that has no opposite")
    func tanhIsOdd() {
        #expect((1...Int16.max).allSatisfy { TanhTable.tanh(-$0) == -TanhTable.tanh($0) })
        #expect(TanhTable.tanh(.min) == -TanhTable.tanh(.max))
    }

    @Test("tanh and sigmoid never fall")
    func neverFalls() {
        for (left, right) in zip(Self.arguments.dropLast(), Self.arguments.dropFirst()) {
            #expect(TanhTable.tanh(left) <= TanhTable.tanh(right))
            #expect(TanhTable.sigmoid(left) <= TanhTable.sigmoid(right))
        }
    }

    @Test("tanh at 0 is 0, and both ends saturate within the range of Q15")
    func knownValues() {
        #expect(TanhTable.tanh(0) == 0)
        #expect(TanhTable.tanh(.max) == 32767)
        #expect(TanhTable.sigmoid(.max) == 32767)
        #expect(TanhTable.sigmoid(.min) == 0)
        #expect(TanhTable.sigmoid(0) == 16384)
    }

    @Test("every node is within two steps of the rounded function")
    func nodesAreNearTheFunction() {
        for index in 0..<257 {
            let real = min(32767, (tanh(Double(index) / 32) * 32768).rounded())
            #expect((Double(TanhTable.nodes[index]) - real).magnitude <= 2)
        }
    }
}

@Suite("Exponential table")
struct ExponentialTableTests {
    @Test("the exponential is within 1.5 steps of 2^-16 for every difference below the limit")
    func error() {
        let worst =
            (0..<ExponentialTable.limit).map { difference in
                let real = exp(-Double(difference) / 4096) * 65536
                return (Double(ExponentialTable.exponential(ofNegated: difference)) - real).magnitude
            }.max() ?? 9
        #expect(worst <= 1.5)
    }

    @Test("no difference gives 1, a large one 0")
    func ends() {
        #expect(ExponentialTable.exponential(ofNegated: 0) == 65536)
        #expect(ExponentialTable.exponential(ofNegated: ExponentialTable.limit) == 0)
        #expect(ExponentialTable.exponential(ofNegated: .max) == 0)
    }

    @Test("the nodes are the rounded powers of two")
    func nodes() {
        for index in 0..<257 {
            #expect(Double(ExponentialTable.nodes[index]) == (65536 * pow(2, -Double(index) / 256)).rounded())
        }
    }
}

@Suite("Q15 operations")
struct Q15Tests {
    struct Product: Sendable {
        let description: String
        let a: Int16
        let b: Int16
        let result: Int16
    }

    @Test(
        "products round to nearest and ties upwards",
        arguments: [
            Product(description: "half of a half", a: 16384, b: 16384, result: 8192),
            Product(description: "almost one squared", a: 32767, b: 32767, result: 32766),
            Product(description: "minus one times minus one saturates", a: -32768, b: -32768, result: 32767),
            Product(description: "minus one times almost one", a: -32768, b: 32767, result: -32767),
            Product(description: "a tie goes up", a: 1, b: 16384, result: 1),
            Product(description: "a negative tie goes up", a: -1, b: 16384, result: 0),
        ])
    func products(_ product: Product) {
        #expect(multiplyQ15(product.a, product.b) == product.result, "\(product.description)")
    }

    @Test("a rounding shift is the nearest quotient, ties upwards")
    func roundingShift() {
        for (value, shift) in [(7, 2), (6, 2), (5, 2), (-5, 2), (-6, 2), (-7, 2), (123_456_789, 13), (-1, 0), (1 << 29, 30)] {
            let expected = (Double(value) / pow(2, Double(shift)) + 0.5).rounded(.down)
            #expect(Double(roundingShiftRight(Int32(value), by: UInt8(shift))) == expected)
        }
    }

    @Test("saturation keeps what fits and clamps what does not")
    func saturation() {
        #expect(saturateToInt16(Int32(32767)) == 32767)
        #expect(saturateToInt16(Int32(32768)) == 32767)
        #expect(saturateToInt16(Int32.min) == -32768)
        #expect(saturateToInt16(Int64.max) == 32767)
        #expect(saturateToInt16(Int64(-5)) == -5)
    }
}
