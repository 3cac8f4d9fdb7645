import Foundation
public import MotionCore

/// By how much a field points below the horizon, as a device that is turned in it tells: the same in every attitude, if the
/// magnetometer's axes are those of the accelerometer and no magnet comes near.
public struct FieldDip: Sendable {
    /// Below the horizon, −90 … 90 degrees.
    public let degrees: Double
    /// Standard deviation over all attitudes, in degrees.
    public let spread: Double

    /// A magnetometer whose axes are the accelerometer's shows less, in degrees.
    public static let mostSpread = 12.0

    /// - Parameters:
    ///   - moments: where acceleration is gravity's: which way is up, and what the magnetometer read, along the axes of each.
    ///   - iron: about the magnetometer.
    /// - Returns: nil of fewer than ten moments.
    public init?(_ moments: [(up: SIMD3<Double>, reading: SIMD3<Double>)], iron: IronCorrection) {
        guard moments.count >= 10 else { return nil }
        let dips = moments.map { moment in
            let field = iron.field(of: moment.reading)
            let lengths = ((moment.up * moment.up).sum() * (field * field).sum()).squareRoot()
            return asin(max(-1, min(1, -(moment.up * field).sum() / max(lengths, 1e-9)))) * 180 / .pi
        }
        let mean = dips.reduce(0, +) / Double(dips.count)
        degrees = mean
        spread = (dips.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(dips.count)).squareRoot()
    }
}
