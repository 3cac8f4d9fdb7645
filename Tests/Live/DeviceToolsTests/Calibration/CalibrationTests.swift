import DeviceTools
import MotionCore
import Randomness
import Testing

/// A sensor with errors, that somebody moves.
struct FaultySensor {
    var offset = SIMD3(0.06, -0.04, 0.1)
    var gain = SIMD3(1.02, 0.97, 1.05)
    var bias = SIMD3(0.02, -0.03, 0.01)
    private var random: SeededGenerator

    init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

    /// What it reads of a truth, with a cheap part's noise.
    mutating func read(_ acceleration: SIMD3<Double>, _ rotation: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>) {
        var noise: [Double] = []
        for _ in 0..<6 { noise.append(random.uniform(-0.008...0.008)) }
        return (
            acceleration / gain + offset + SIMD3(noise[0], noise[1], noise[2]),
            rotation + bias + SIMD3(noise[3], noise[4], noise[5])
        )
    }

    /// The six sides, each leaning otherwise by up to ten degrees.
    mutating func sides() -> [SIMD3<Double>] {
        var sides: [SIMD3<Double>] = []
        for axis in 0..<3 {
            for sign in [1.0, -1] {
                var up = SIMD3(random.uniform(-0.12...0.12), random.uniform(-0.12...0.12), random.uniform(-0.12...0.12))
                up[axis] = sign
                sides.append(up / (up * up).sum().squareRoot())
            }
        }
        return sides
    }
}

@Suite("A calibration on six sides")
struct SixPositionsTests {
    @Test("finds offsets, gains and the gyroscope's bias, though sides lean", arguments: 1...20 as ClosedRange<UInt64>)
    func found(_ seed: UInt64) throws {
        var sensor = FaultySensor(seed: seed)
        var (stillness, positions) = (Stillness(rate: 50), SixPositions())
        for side in sensor.sides() {
            #expect(positions.correction == nil)
            for _ in 0..<60 {
                let (acceleration, rotation) = sensor.read(side, SIMD3())
                guard let moment = stillness.push(acceleration: acceleration, rotation: rotation) else { continue }
                _ = positions.add(moment)
            }
        }
        let correction = try #require(positions.correction)
        for axis in 0..<3 {
            #expect(abs(correction.accelerationOffset[axis] - sensor.offset[axis]) < 0.004)
            #expect(abs(correction.accelerationGain[axis] - sensor.gain[axis]) < 0.004)
            #expect(abs(correction.rotationOffset[axis] - sensor.bias[axis]) < 0.002)
        }
    }

    @Test("takes each side once, and none that leans")
    func steps() {
        var positions = SixPositions()
        func moment(_ x: Double, _ y: Double, _ z: Double) -> Stillness.Moment {
            Stillness.Moment(acceleration: SIMD3(x, y, z), rotation: SIMD3())
        }
        #expect(positions.add(moment(0.6, 0, 0.8)) == .leaning)
        let first = positions.add(moment(0, 0, -1))
        guard let side = positions.sides.first else { return #expect(Bool(false), "no side was taken") }
        #expect(side.axis == 2 && side.isNegative && first == .new(side))
        #expect(positions.add(moment(0.1, 0, -1)) == .known(side))
        #expect(positions.sides.count == 1 && positions.missing.count == 5)
    }

    @Test("explains no readings that no likely offset and gain explain")
    func absurd() {
        var positions = SixPositions()
        for axis in 0..<3 {
            for sign in [1.0, -1] {
                var acceleration = SIMD3<Double>()
                acceleration[axis] = axis == 0 ? 1.49 * sign : sign
                _ = positions.add(Stillness.Moment(acceleration: acceleration, rotation: SIMD3()))
            }
        }
        #expect(positions.missing.isEmpty && positions.correction == nil)
    }
}

@Suite("Stillness")
struct StillnessTests {
    @Test("is a second long, and motion begins it anew")
    func second() {
        var sensor = FaultySensor()
        var stillness = Stillness(rate: 50)
        var found: [Int] = []
        for sample in 0..<200 {
            let isMoving = (60..<90).contains(sample)
            let (acceleration, rotation) = sensor.read(SIMD3(0, 0, 1), isMoving ? SIMD3(0, Double(sample % 7), 0) : SIMD3())
            if stillness.push(acceleration: acceleration, rotation: rotation) != nil { found.append(sample) }
        }
        #expect(found.count == 3 && found[0] == 49 && found[1] >= 139 && found[2] == found[1] + 50, "\(found)")
    }

    @Test("is no even turn")
    func turn() {
        var stillness = Stillness(rate: 50)
        for _ in 0..<200 { #expect(stillness.push(acceleration: SIMD3(0, 0, 1), rotation: SIMD3(0, 0, 1)) == nil) }
    }
}

@Suite("How a board sits")
struct AxesFinderTests {
    /// All right-handed ways to sit.
    private static let mounts: [SIMD3<Int8>] = {
        let orders: [(SIMD3<Int8>, Int8)] = [
            (SIMD3(1, 2, 3), 1), (SIMD3(2, 3, 1), 1), (SIMD3(3, 1, 2), 1), (SIMD3(1, 3, 2), -1), (SIMD3(3, 2, 1), -1),
            (SIMD3(2, 1, 3), -1),
        ]
        return orders.flatMap { order, parity in
            (0..<8).compactMap { bits -> SIMD3<Int8>? in
                let signs = SIMD3<Int8>(bits & 1 == 0 ? 1 : -1, bits & 2 == 0 ? 1 : -1, bits & 4 == 0 ? 1 : -1)
                return signs[0] * signs[1] * signs[2] == parity ? order &* signs : nil
            }
        }
    }()

    /// What a board that sits so reads of a vector in the model's frame.
    private func read(_ vector: SIMD3<Double>, _ mount: SIMD3<Int8>) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for axis in 0..<3 { result[axis] = (mount[axis] < 0 ? -1 : 1) * vector[Int(mount[axis].magnitude) - 1] }
        return result
    }

    @Test("is found by laying it down and tipping its front, each of the 24 ways", arguments: mounts)
    func found(_ mount: SIMD3<Int8>) {
        var finder = AxesFinder(rate: 50)
        var steps: [AxesFinder.Step] = []
        for sample in 0..<200 {
            // A second and more of rest, and then the front goes down at 60°/s, not quite about y, with a gyroscope's bias.
            let rotation = sample < 80 ? SIMD3() : SIMD3(0.15, 1.05, -0.1)
            let bias = SIMD3(0.03, -0.02, 0.04)
            if let step = finder.push(
                acceleration: read(SIMD3(0.05, 0.1, 0.99), mount), rotation: read(rotation, mount) + bias), steps.count < 2
            {
                steps.append(step)
            }
        }
        #expect(steps == [.lies, .found(mount)])
    }

    @Test("is not told by a turn about the vertical")
    func vertical() {
        var finder = AxesFinder(rate: 50)
        var steps: [AxesFinder.Step] = []
        for sample in 0..<110 {
            let step = finder.push(acceleration: SIMD3(0, 0, 1), rotation: sample < 60 ? SIMD3() : SIMD3(0, 0, 1.5))
            if let step { steps.append(step) }
        }
        #expect(steps == [.lies, .turnedOtherwise])
    }
}

@Suite("A sensor's correction")
struct SensorCorrectionTests {
    @Test("makes what the sensor reads what is true, whatever the unit of its channels")
    func corrected() {
        var sensor = FaultySensor()
        var about = SensorDescription(rate: 100)
        for axis in 0..<3 as Range<UInt8> {
            about.addChannel(
                ChannelDescription(kind: 0x10 + axis, unit: .metresPerSecondSquared, scale: 0.01, offset: 0.2, fullScale: 0))
        }
        for axis in 0..<3 as Range<UInt8> {
            about.addChannel(ChannelDescription(kind: 0x20 + axis, unit: .degreesPerSecond, scale: 0.05, offset: 0, fullScale: 0))
        }
        var correction = SensorCorrection()
        (correction.accelerationOffset, correction.accelerationGain) = (sensor.offset, sensor.gain)
        correction.rotationOffset = sensor.bias
        let truth = (SIMD3(0.3, -0.9, 0.4), SIMD3(1.0, -2, 0.5))
        let (acceleration, rotation) = sensor.read(truth.0, truth.1)
        let corrected = about.corrected(by: correction)
        for axis in 0..<3 {
            for (reading, channel, expected) in [(acceleration, axis, truth.0[axis]), (rotation, 3 + axis, truth.1[axis])] {
                let (old, new) = (about.channels[channel], corrected.channels[channel])
                let count = (reading[axis] / old.unit.toCanonical - Double(old.offset)) / Double(old.scale)
                let value = (count * Double(new.scale) + Double(new.offset)) * new.unit.toCanonical
                #expect(abs(value - expected) < 0.01)
            }
        }
    }

    @Test("leaves a sensor as it is if it is none")
    func none() {
        var about = SensorDescription(rate: 50, gPerCount: 1.0 / 4096, degreesPerSecondPerCount: 1 / 16.4)
        about.axes = [-2, 1, 3]
        #expect(about.corrected(by: SensorCorrection()).isSame(as: about))
    }

    @Test("turns the board's axes, which the sensor's were turned to")
    func axes() {
        var about = SensorDescription(rate: 50, gPerCount: 1, degreesPerSecondPerCount: 1)
        about.axes = [-2, 1, 3]
        var correction = SensorCorrection()
        correction.axes = SIMD3(3, -1, -2)
        let axes = about.corrected(by: correction).axes
        #expect([axes[0], axes[1], axes[2]] == [1, 3, -2])
    }
}
