/// Readings of a motion sensor in units that nobody named, thinned to some 50 a second.
public struct ObservedMotion: Sendable {
    /// In the order of time; empty where the sensor measures none.
    let acceleration: [SIMD3<Double>]
    let rotation: [SIMD3<Double>]
    /// Of the thinned readings, a second.
    let rate: Double
    /// Whether every number is whole, as a sensor's counts are.
    let isAccelerationWhole: Bool
    let isRotationWhole: Bool
    /// The largest magnitude of a component, but for two readings that may be damaged.
    let accelerationPeak: Double
    let rotationPeak: Double
    /// Of a component, of all readings.
    let largestRotation: Double

    /// More would hide how fast a hand turns, and cost time.
    private static let usualRate = 50.0

    /// - Parameters:
    ///   - acceleration: along x, y, z of each reading; empty without an accelerometer.
    ///   - rotation: about x, y, z, as many; empty without a gyroscope.
    ///   - rate: readings a second, above 0.
    public init(acceleration: [SIMD3<Double>], rotation: [SIMD3<Double>], rate: Double) {
        precondition(acceleration.isEmpty || rotation.isEmpty || acceleration.count == rotation.count)
        let together = max(1, Int(exactly: (rate / Self.usualRate).rounded(.down)) ?? 1)
        self.acceleration = Self.thinned(acceleration, together)
        self.rotation = Self.thinned(rotation, together)
        self.rate = rate / Double(together)
        isAccelerationWhole = acceleration.allSatisfy { $0 == $0.rounded(.toNearestOrEven) }
        isRotationWhole = rotation.allSatisfy { $0 == $0.rounded(.toNearestOrEven) }
        accelerationPeak = Self.peak(acceleration)
        rotationPeak = Self.peak(rotation)
        largestRotation = rotation.reduce(0) { max($0, $1.largest) }
    }

    /// How many thinned readings some seconds have.
    func samples(in seconds: Double) -> Int { MotionUnits.samples(in: seconds, at: rate) }

    /// Seconds.
    var duration: Double { Double(max(acceleration.count, rotation.count)) / rate }

    /// The mean of so many readings at a time.
    private static func thinned(_ values: [SIMD3<Double>], _ together: Int) -> [SIMD3<Double>] {
        guard together > 1 else { return values }
        return stride(from: 0, through: values.count - together, by: together).map { first in
            values[first..<first + together].reduce(.zero, +) / Double(together)
        }
    }

    private static func peak(_ values: [SIMD3<Double>]) -> Double {
        var largest = SIMD3<Double>.zero
        for value in values {
            let length = value.largest
            if length > largest.x {
                largest = [length, largest.x, largest.y]
            } else if length > largest.y {
                largest = [largest.x, length, largest.y]
            } else if length > largest.z {
                largest.z = length
            }
        }
        return values.count > 3 ? largest.z : 0
    }
}

extension SIMD3<Double> {
    /// The largest magnitude of a component.
    var largest: Double { Swift.max(x.magnitude, y.magnitude, z.magnitude) }
    var length: Double { (self * self).sum().squareRoot() }
    /// Length 1; zero stays zero.
    var direction: SIMD3<Double> { length > 0 ? self / length : self }

    func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        [y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x]
    }
}

/// How many readings some seconds have at a rate.
func samples(in seconds: Double, at rate: Double) -> Int { Int(exactly: max(0, seconds * rate).rounded()) ?? .max }

/// Running means, twice the same width, of which only whole ones are given: a triangle of weights.
func smoothed(_ values: [SIMD3<Double>], width: Int) -> [SIMD3<Double>] {
    func means(_ values: [SIMD3<Double>]) -> [SIMD3<Double>] {
        guard values.count >= width else { return [] }
        var sum = values[..<width].reduce(.zero, +)
        var result = [sum / Double(width)]
        for place in width..<values.count {
            sum += values[place] - values[place - width]
            result.append(sum / Double(width))
        }
        return result
    }
    return means(means(values))
}
