import Foundation

/// Accelerations carried into the frame of the first reading, by rotations taken to be so many rad/s a unit, and summed.
///
/// There gravity stands still, if the unit is right, and what a hand adds comes to no more than its change of speed. So the length
/// of a mean is near 1 g, and small beside the accelerations themselves where the unit is much too large.
struct SumsInOneFrame {
    /// Of the readings before each place.
    private var sums: [SIMD3<Double>] = [.zero]
    private var squares: [Double] = [0]

    /// - Parameter radiansPerSecond: of a unit of the rotation; 0: nothing is turned.
    init(_ motion: ObservedMotion, radiansPerSecond: Double) {
        var turn = Turn()
        let seconds = 1 / motion.rate
        for (place, acceleration) in motion.acceleration.enumerated() {
            if place > 0, radiansPerSecond > 0 {
                // By the mean of two readings, over the time between them.
                turn.turn(by: (motion.rotation[place] + motion.rotation[place - 1]) * (0.5 * radiansPerSecond * seconds))
            }
            sums.append(sums[place] + turn.carried(acceleration))
            squares.append(squares[place] + (acceleration * acceleration).sum())
        }
    }

    var count: Int { sums.count - 1 }

    /// The length of the mean, and the root of the mean of squares.
    func mean(_ range: Range<Int>) -> (length: Double, effective: Double) {
        let count = Double(range.count)
        let sum = sums[range.upperBound] - sums[range.lowerBound]
        let square = squares[range.upperBound] - squares[range.lowerBound]
        return (sum.length / count, (max(square, 0) / count).squareRoot())
    }

    /// Of windows that overlap, as many as there are room for.
    func means(of samples: Int, every hop: Int) -> [(length: Double, effective: Double)] {
        stride(from: 0, through: count - samples, by: max(1, hop)).map { mean($0..<$0 + samples) }
    }
}

/// An orientation against that at the beginning, as a unit quaternion.
private struct Turn {
    private var real = 1.0
    private var imaginary = SIMD3<Double>.zero

    /// - Parameter rotation: radians about the body's own axes.
    mutating func turn(by rotation: SIMD3<Double>) {
        let angle = rotation.length
        guard angle > 0 else { return }
        let (sine, cosine) = (sin(angle / 2), cos(angle / 2))
        let axis = rotation * (sine / angle)
        let turned = (
            real * cosine - (imaginary * axis).sum(), axis * real + imaginary * cosine + imaginary.cross(axis)
        )
        // Rounding makes it a little longer or shorter than 1.
        let length = (turned.0 * turned.0 + (turned.1 * turned.1).sum()).squareRoot()
        (real, imaginary) = (turned.0 / length, turned.1 / length)
    }

    func carried(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let across = imaginary.cross(vector) * 2
        return vector + across * real + imaginary.cross(across)
    }
}
