import Foundation
import Testing
import Training

@Suite("The optimiser")
struct OptimiserTests {
    private static let plan = NetworkPlan(inputs: 1, lstmUnits: [1], classes: 1)

    /// The last layer has one weight and one bias.
    private static func probe(_ change: (inout OptimiserOptions) -> Void = { _ in }) -> OptimiserProbe {
        var options = OptimiserOptions()
        options.weightDecay = 0
        options.averaging = 0
        options.gradientNorm = 1e9
        change(&options)
        let probe = OptimiserProbe(plan, options: options)
        probe.lastLayer = [1, -2]
        return probe
    }

    /// (p²)/2 has the gradient p. By hand: the first step has the length of the rate, whatever the gradient.
    @Test("goes down a parabola as Kingma and Ba write it")
    func parabola() throws {
        let probe = Self.probe()
        var (p, m, v) = ([1.0, -2.0], [0.0, 0.0], [0.0, 0.0])
        for step in 1...5 {
            _ = probe.advance(probe.lastLayer, rate: 0.1)
            for index in p.indices {
                m[index] = 0.9 * m[index] + 0.1 * p[index]
                v[index] = 0.999 * v[index] + 0.001 * p[index] * p[index]
                let time = Double(step)
                p[index] -= 0.1 * (m[index] / (1 - pow(0.9, time))) / (v[index] / (1 - pow(0.999, time))).squareRoot()
            }
            #expect(zip(probe.lastLayer, p).allSatisfy { abs(Double($0) - $1) < 1e-5 }, "step \(step)")
        }
    }

    @Test("first goes by the learning rate, whatever the gradient's size", arguments: [0.001, 1, 1000] as [Float])
    func firstStep(_ size: Float) throws {
        let probe = Self.probe()
        _ = probe.advance([size, -size], rate: 0.25)
        #expect(abs(probe.lastLayer[0] - 0.75) < 1e-4 && abs(probe.lastLayer[1] + 1.75) < 1e-4)
    }

    @Test("gives the norm of the mean gradient, before it is shortened")
    func norm() throws {
        let probe = Self.probe { $0.gradientNorm = 0.1 }
        #expect(abs(probe.advance([6, 8], sampleWeight: 2, rate: 0.1) - 5) < 1e-6)
    }

    @Test("shortens long gradients and leaves short ones alone")
    func clipping() throws {
        // After a gradient of 1, a gradient of 1000 counts like one of 1, because it is clipped; one of 0.5 counts as it is.
        let bounded = Self.probe { $0.gradientNorm = 1 }
        let free = Self.probe()
        for (large, plain) in [([1, 0], [1, 0]), ([1000, 0], [1, 0]), ([0.5, 0], [0.5, 0])] as [([Float], [Float])] {
            _ = bounded.advance(large, rate: 0.1)
            _ = free.advance(plain, rate: 0.1)
        }
        #expect(zip(bounded.lastLayer, free.lastLayer).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("shrinks weights apart from the gradient and leaves biases alone")
    func decay() throws {
        let probe = Self.probe { $0.weightDecay = 0.5 }
        _ = probe.advance([0, 0], rate: 0.1)
        #expect(abs(probe.lastLayer[0] - 0.95) < 1e-6 && probe.lastLayer[1] == -2)
    }

    @Test("changes nothing where the gradient is no number", arguments: [Float.nan, .infinity])
    func divergence(_ value: Float) throws {
        let probe = Self.probe()
        #expect(!probe.advance([value, 1], rate: 0.1).isFinite)
        #expect(probe.lastLayer == [1, -2])
    }

    @Test("keeps an average that follows the parameters by a hundredth in the long run")
    func averaging() throws {
        let probe = Self.probe { $0.averaging = 0.99 }
        for _ in 0..<300 { _ = probe.advance([1, 1], rate: 0.01) }
        let (before, beforeAverage) = (probe.lastLayer[0], probe.average[0])
        _ = probe.advance([1, 1], rate: 0.01)
        #expect(abs(probe.average[0] - beforeAverage - 0.01 * (probe.lastLayer[0] - beforeAverage)) < 1e-5)
        #expect(before < beforeAverage)
    }

    @Test("keeps the parameters themselves where no average is wanted")
    func noAveraging() throws {
        let probe = Self.probe()
        for _ in 0..<3 { _ = probe.advance([1, -3], rate: 0.1) }
        #expect(zip(probe.average, probe.lastLayer).allSatisfy { abs($0 - $1) < 1e-6 })
    }
}

@Suite("The learning rate")
struct LearningRateTests {
    private static var rates: [Double] {
        var options = OptimiserOptions()
        options.learningRate = 1
        options.warmUp = 0.1
        return options.schedule(of: 100)
    }

    @Test("rises evenly to its largest value")
    func rise() {
        #expect(zip(Self.rates.prefix(10), 1...10).allSatisfy { abs($0 - Double($1) / 10) < 1e-12 })
    }

    @Test("falls along half a cosine: half way down in the middle")
    func fall() {
        #expect(abs(Self.rates[10] - 1) < 1e-12 && abs(Self.rates[55] - 0.505) < 1e-12)
        #expect(zip(Self.rates[10...], Self.rates[11...]).allSatisfy { $0 > $1 })
    }

    @Test("ends near a hundredth")
    func end() {
        #expect((0.01...0.0111).contains(Self.rates[99]))
    }

    @Test("is above zero also with one step only")
    func oneStep() {
        #expect(OptimiserOptions().schedule(of: 1).allSatisfy { $0 > 0 })
    }
}
