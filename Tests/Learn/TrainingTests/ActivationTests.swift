import Foundation
import Testing
import Training

/// Sigmoid, tanh and the exponential below them, over sweeps of their arguments.
@Suite("The activations of the training kernels")
struct ActivationTests {
    /// Sigmoid and tanh of some numbers, through the cell's input gate and its fourth gate.
    private static func values(_ name: String, _ numbers: [Float]) throws -> [(sigmoid: Float, tanh: Float)] {
        let probe = try KernelProbe(name)
        let padded = numbers + [Float](repeating: 0, count: (16 - numbers.count % 16) % 16)
        let gates = probe.forward(
            gateArguments: padded + padded + padded + padded, cellBefore: [Float](repeating: 0, count: padded.count)
        ).gates
        return numbers.indices.map { (gates[$0], gates[3 * padded.count + $0]) }
    }

    private static let sweep: [Float] = stride(from: -30, through: 30, by: 1.0 / 512).map { $0 }

    @Test("sigmoid is right to 1.5e-7", arguments: KernelTests.names)
    func sigmoid(_ name: String) throws {
        let values = try Self.values(name, Self.sweep)
        #expect(zip(Self.sweep, values).allSatisfy { abs(Double($1.sigmoid) - 1 / (1 + exp(-Double($0)))) < 1.5e-7 })
    }

    @Test("tanh is right to 2.5e-7", arguments: KernelTests.names)
    func tangent(_ name: String) throws {
        let values = try Self.values(name, Self.sweep)
        #expect(zip(Self.sweep, values).allSatisfy { abs(Double($1.tanh) - tanh(Double($0))) < 2.5e-7 })
    }

    /// Far on the negative side sigmoid is the exponential, but for a sum and a quotient of half a unit each.
    @Test("the exponential is right to five units in the last place up to 87", arguments: KernelTests.names)
    func exponential(_ name: String) throws {
        let numbers: [Float] = stride(from: -87, through: -20, by: 1.0 / 256).map { $0 }
        let values = try Self.values(name, numbers)
        let errors = zip(numbers, values).map { number, value in
            let exact = 1 / (1 + exp(-Double(number)))
            return abs(Double(value.sigmoid) - exact) / Double(Float(exact).ulp)
        }
        #expect((errors.max() ?? .infinity) < 5)
    }

    @Test("arguments beyond any bound saturate", arguments: KernelTests.names)
    func saturation(_ name: String) throws {
        let far: [Float] = [100, 1e10, .greatestFiniteMagnitude, .infinity]
        let (above, below) = (try Self.values(name, far), try Self.values(name, far.map { -$0 }))
        #expect(above.allSatisfy { $0.sigmoid == 1 && $0.tanh == 1 })
        #expect(below.allSatisfy { $0.sigmoid >= 0 && $0.sigmoid < 1e-37 && $0.tanh == -1 })
    }

    @Test("what is no number stays none, so that a divergence is seen", arguments: KernelTests.names)
    func notANumber(_ name: String) throws {
        let values = try Self.values(name, [.nan, -.nan])
        #expect(values.allSatisfy { $0.sigmoid.isNaN && $0.tanh.isNaN })
    }
}
