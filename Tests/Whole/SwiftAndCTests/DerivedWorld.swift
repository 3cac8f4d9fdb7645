import MotionCore

/// A made-up device and its counts, from integers alone: those of firmware-protocol/inference/tests/derived.c.
struct DerivedWorld {
    var name: String
    var rate: Float
    var axes: [Int8]
    var accelerationUnit: ChannelUnit
    var rotationUnit: ChannelUnit
    var hasRotationFirst: Bool
    var acceleration: (scale: Float, offset: Float)
    var rotation: (scale: Float, offset: Float)
    /// Counts of one g.
    var g: Int
    var fractionBits: Int
    private var seed: UInt32
    private var walk = [Int](repeating: 0, count: 6)
    private var sample = 0

    static let all = [
        DerivedWorld(
            name: "50 Hz, g and degrees", rate: 50, axes: [1, 2, 3], accelerationUnit: .g, rotationUnit: .degreesPerSecond,
            hasRotationFirst: false, acceleration: (0.00048828125, 0), rotation: (0.06097561, 0), g: 2048, fractionBits: 11, seed: 1
        ),
        DerivedWorld(
            name: "104 Hz, turned axes, m/s2 and rad", rate: 104, axes: [-2, 1, 3], accelerationUnit: .metresPerSecondSquared,
            rotationUnit: .radiansPerSecond, hasRotationFirst: true, acceleration: (0.0023942017, 0.031),
            rotation: (0.0010652645, -0.013), g: 4096, fractionBits: 9, seed: 2),
        DerivedWorld(
            name: "7 Hz, coarse", rate: 7, axes: [3, -1, 2], accelerationUnit: .g, rotationUnit: .degreesPerSecond,
            hasRotationFirst: false, acceleration: (0.0078125, -0.02), rotation: (0.5, 1.5), g: 128, fractionBits: 15, seed: 3),
    ]

    var sensor: SensorDescription {
        var sensor = SensorDescription(rate: rate)
        for (axis, board) in axes.enumerated() { sensor.axes[axis] = board }
        for family in hasRotationFirst ? [0x20, 0x10] : [0x10, 0x20] as [UInt8] {
            let (unit, map) = family == 0x10 ? (accelerationUnit, acceleration) : (rotationUnit, rotation)
            for axis in 0..<3 as Range<UInt8> {
                sensor.addChannel(
                    ChannelDescription(kind: family + axis, unit: unit, scale: map.scale, offset: map.offset, fullScale: 0))
            }
        }
        return sensor
    }

    /// 0 ..< most
    private mutating func drawn(_ most: Int) -> Int {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return Int(seed >> 16) % most
    }

    /// Of 500 samples 200 lie nearly still, 250 wander, and 50 are as wild as counts can be.
    mutating func next() -> [Int16] {
        let phase = sample % 500
        sample += 1
        var counts = [Int16](repeating: 0, count: 6)
        for axis in 0..<6 {
            let step = axis < 3 ? g / 16 + 1 : 120
            let most = axis < 3 ? g / 2 : 3000
            walk[axis] += drawn(2 * step + 1) - step
            if abs(walk[axis]) > most { walk[axis] /= 2 }
            var value = drawn(5) - 2 + (axis == 5 ? 9 : axis == 2 ? g : 0)
            if phase >= 450 {
                value = drawn(65536) - 32768
            } else if phase >= 200 {
                value += walk[axis]
            }
            counts[(axis + (hasRotationFirst ? 3 : 0)) % 6] = Int16(max(-32768, min(32767, value)))
        }
        return counts
    }
}
