import Foundation
import Randomness
import SignalProcessing

/// Motion whose truth is known: still for four seconds, then turned about all axes and shaken, with noise and a gyroscope's bias.
/// The same formula, in Python, gave VQF's and imufusion's lines in vqf.csv.
struct MadeUpTurning {
    /// `samples × 6`, in g and rad/s.
    private(set) var values: [Float] = []
    /// Upwards in the sensor's frame, of each sample.
    private(set) var up: [SIMD3<Double>] = []

    /// - Parameter bias: of the gyroscope, in degrees a second.
    init(bias: SIMD3<Double>, rate: Double = 50, seconds: Double = 60) {
        let bias = bias * .pi / 180
        let steps = 20
        let step = 1 / rate / Double(steps)
        var attitude = (w: cos(0.3), vector: SIMD3(sin(0.3) * 0.6, sin(0.3) * 0.8, 0))
        var noise: UInt64 = 12345
        func next() -> Double {
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(noise >> 11) / 9_007_199_254_740_992 - 0.5
        }
        for index in 0..<Int(rate * seconds) {
            var mean = SIMD3<Double>.zero
            for part in 0..<steps {
                let rotation = Self.rotation((Double(index * steps + part) + 0.5) * step)
                mean += rotation / Double(steps)
                attitude = Self.turned(attitude, by: rotation * step / 2)
            }
            let (x, y, z, w) = (attitude.vector.x, attitude.vector.y, attitude.vector.z, attitude.w)
            let rows = [
                SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
            ]
            let time = Double(index + 1) / rate
            let gate = min(max(time - 4, 0), 1)
            let first = rows[0] * (gate * 0.25 * sin(6.1 * time))
            let second = rows[1] * (gate * 0.2 * cos(7.3 * time + 1))
            let acceleration = first + second + rows[2] * (1 + gate * 0.2 * sin(5.7 * time + 2))
            let noises = (0..<6).map { _ in next() }
            for axis in 0..<3 { values.append(Float(acceleration[axis] + 0.01 * noises[axis])) }
            for axis in 0..<3 { values.append(Float(mean[axis] + bias[axis] + 0.006 * noises[3 + axis])) }
            up.append(rows[2])
        }
    }

    private static func rotation(_ time: Double) -> SIMD3<Double> {
        let gate = min(max(time - 4, 0), 1)
        return gate
            * SIMD3(
                1.1 * sin(1.7 * time) + 0.6 * sin(4.1 * time + 1), 0.9 * sin(2.3 * time + 2) - 0.5 * cos(5.3 * time),
                0.8 * cos(1.3 * time) + 0.7 * sin(3.7 * time + 0.5))
    }

    private static func turned(
        _ attitude: (w: Double, vector: SIMD3<Double>), by half: SIMD3<Double>
    ) -> (w: Double, vector: SIMD3<Double>) {
        let (v, h) = (attitude.vector, half)
        let cross = SIMD3(v.y * h.z - v.z * h.y, v.z * h.x - v.x * h.z, v.x * h.y - v.y * h.x)
        let turned = (w: attitude.w - (v * h).sum(), vector: v + attitude.w * h + cross)
        let length = (turned.w * turned.w + (turned.vector * turned.vector).sum()).squareRoot()
        return (turned.w / length, turned.vector / length)
    }
}

/// What the filter tells of each sample.
func derived(_ values: [Float], rate: Double) -> (quantities: [[Float]], filter: OrientationFilter) {
    var filter = OrientationFilter(rate: rate)
    var told: [[Float]] = []
    var one = [Float](repeating: 0, count: OrientationFilter.quantities.count)
    for start in stride(from: 0, to: values.count, by: 6) {
        values.withUnsafeBufferPointer { values in
            one.withUnsafeMutableBufferPointer { one in
                guard let first = values.baseAddress, let result = one.baseAddress else { return }
                filter.push(first + start, into: result)
            }
        }
        told.append(one)
    }
    return (told, filter)
}

/// Degrees between two directions.
func angle(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    let (first, second) = (one / (one * one).sum().squareRoot(), other / (other * other).sum().squareRoot())
    let apart = first - second
    return 2 * asin(min(1, (apart * apart).sum().squareRoot() / 2)) * 180 / .pi
}

/// The root of the mean square.
func rms(_ values: [Double]) -> Double { (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot() }

func gravity(_ quantities: [Float]) -> SIMD3<Double> {
    SIMD3(Double(quantities[3]), Double(quantities[4]), Double(quantities[5]))
}

/// A sensor that is mounted otherwise.
struct Mount {
    private let rows: [SIMD3<Double>]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = (0..<4).map { _ in random.uniform(-1...1) }
        let length = parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let (w, x, y, z) = (parts[0] / length, parts[1] / length, parts[2] / length, parts[3] / length)
        rows = [
            SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]
    }

    /// - Parameter values: `samples × 6`.
    func turned(_ values: [Float]) -> [Float] {
        stride(from: 0, to: values.count, by: 3).flatMap { first in
            let vector = SIMD3(Double(values[first]), Double(values[first + 1]), Double(values[first + 2]))
            return rows.map { Float(($0 * vector).sum()) }
        }
    }
}
