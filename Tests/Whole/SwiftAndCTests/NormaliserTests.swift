import CMotionQClassifier
import MotionCore
import Randomness
import Testing
import WireProtocol

@Suite("The normaliser in C")
struct NormaliserTests {
    /// Counts at which something may go wrong, and some others.
    private static func counts(_ generator: inout SeededGenerator) -> [Int16] {
        [.min, .min + 1, -1, 0, 1, .max - 1, .max] + (0..<20).map { _ in Int16.random(in: .min ... .max, using: &generator) }
    }

    /// A number of either sign whose binary exponent is one of the range.
    private static func number(_ exponents: ClosedRange<Int>, _ generator: inout SeededGenerator) -> Double {
        let exponent = Int.random(in: exponents, using: &generator)
        let significand = 1 + Double.random(in: 0..<1, using: &generator)
        return Double(sign: Bool.random(using: &generator) ? .plus : .minus, exponent: exponent, significand: significand)
    }

    private static func isSame(_ c: mq_normaliser, _ swift: ChannelNormaliser, _ counts: [Int16]) -> Bool {
        guard c.multiplier == swift.multiplier, c.addend == swift.addend, c.shift == swift.shift else { return false }
        return withUnsafePointer(to: c) { c in counts.allSatisfy { mq_normaliser_input(c, $0) == swift.input(forCount: $0) } }
    }

    @Test("makes the same map of a gain and a bias, and the same input of every count")
    func gainAndBias() throws {
        var generator = SeededGenerator(seed: 1)
        var refused = 0
        for round in 0..<10_000 {
            let gain = Self.number(-40...17, &generator)
            let bias = Self.number(-40...31, &generator)
            let swift = ChannelNormaliser(gain: gain, bias: bias)
            var c = mq_normaliser()
            try #require(mq_normaliser_begin(&c, gain, bias) == (swift != nil), "\(round): \(gain), \(bias)")
            if let swift {
                try #require(Self.isSame(c, swift, Self.counts(&generator)), "\(round): \(gain), \(bias)")
            } else {
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    @Test(
        "draws the line where the engine does",
        arguments: [
            (0, 0), (-0.0, 1), (65535.999, 0), (65536, 0), (-65536, 0), (1, 1_073_741_824), (1, -1_073_741_825),
            (1, 1_073_741_824.1),
            (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (.leastNonzeroMagnitude, .leastNonzeroMagnitude),
            (16383.99999, 0.5), (0.000015258789, 16),
        ] as [(Double, Double)])
    func limits(_ gain: Double, _ bias: Double) {
        var generator = SeededGenerator(seed: 2)
        let swift = ChannelNormaliser(gain: gain, bias: bias)
        var c = mq_normaliser()
        #expect(mq_normaliser_begin(&c, gain, bias) == (swift != nil))
        if let swift { #expect(Self.isSame(c, swift, Self.counts(&generator))) }
    }

    @Test("makes a sensor's map as the host does for a device that says the same in its HELLO")
    func sensor() throws {
        var generator = SeededGenerator(seed: 3)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: ChannelBinding.bytes(inputs: 1), alignment: 8)
        defer { memory.deallocate() }
        let units: [(unit: ChannelUnit, factor: Double)] = [
            (.g, 1), (.radiansPerSecond, 1), (.metresPerSecondSquared, MQ_METRES_PER_SECOND_SQUARED),
            (.degreesPerSecond, MQ_DEGREES_PER_SECOND),
        ]
        var made = 0
        for round in 0..<10_000 {
            let (unit, factor) = units[Int.random(in: 0..<4, using: &generator)]
            let isTurned = Bool.random(using: &generator)
            let scale = Float(Self.number(-20...2, &generator))
            let offset = Float(Self.number(-10...6, &generator))
            let featureOffset = Float(Self.number(-10...4, &generator))
            let featureScale = Float(Self.number(-4...4, &generator))
            let fractionBits = Int.random(in: 0...15, using: &generator)
            let kind = ChannelKind.accelerationX.rawValue
            var sensorDescription = SensorDescription(rate: 50)
            sensorDescription.addChannel(ChannelDescription(kind: kind, unit: unit, scale: scale, offset: offset, fullScale: 0))
            if isTurned { sensorDescription.axes = [-1, 2, 3] }
            var feature = mq_network_input(kind: kind, offset: featureOffset, scale: featureScale)
            let inputs = NetworkInputs(&feature, count: 1, fractionBits: fractionBits, rate: nil, strokes: nil, names: nil)
            let host = try? ChannelBinding(sensorDescription, to: inputs, memory: memory)[0].normaliser
            var sensor = mq_sensor_scale(scale: Double(scale), offset: Double(offset), factor: isTurned ? -factor : factor)
            var c = mq_normaliser()
            let isMade = mq_normaliser_begin_sensor(
                &c, &sensor, Double(featureOffset), Double(featureScale), UInt32(fractionBits))
            try #require(isMade == (host != nil), "round \(round)")
            guard let host else { continue }
            made += 1
            try #require(Self.isSame(c, host, Self.counts(&generator)), "round \(round): \(sensor), \(feature)")
        }
        #expect(made > 9_000)
    }
}
