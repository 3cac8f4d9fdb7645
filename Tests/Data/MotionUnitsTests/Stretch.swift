import Foundation
import MotionUnits
import Recordings
import TestSupport

/// Some seconds of a recording in g and rad/s, at a rate of one's own choice.
struct Stretch {
    var acceleration: [SIMD3<Double>]
    var rotation: [SIMD3<Double>]
    let rate: Double
    /// Degrees between the two directions of gravity that lie farthest apart, smoothed over a second.
    let turn: Double

    /// A second of hanning weights.
    private static func gravity(_ values: [SIMD3<Double>], _ rate: Double) -> [SIMD3<Double>] {
        let width = Int(rate / 2) * 2 + 1
        let weights = (1...width).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(width + 1)) }
        return stride(from: 0, through: values.count - width, by: max(1, Int(rate / 4))).map { first in
            let sum = (0..<width).reduce(SIMD3<Double>.zero) { $0 + values[first + $1] * weights[$1] }
            return sum / (sum * sum).sum().squareRoot()
        }
    }

    init(_ acceleration: [SIMD3<Double>], _ rotation: [SIMD3<Double>], rate: Double) {
        (self.acceleration, self.rotation, self.rate) = (acceleration, rotation, rate)
        let gravity = Self.gravity(acceleration, rate)
        var least = 1.0
        for one in gravity { for other in gravity { least = min(least, (one * other).sum()) } }
        turn = acos(max(-1, least)) * 180 / .pi
    }

    /// Whether all recordings are judged, and not one of some.
    static let isAll = ProcessInfo.processInfo.environment["MOTIONQ_UNITS"] == "all"

    /// Of each folder, read once for all tests.
    private static let recordings: [String: Result<[Recording], any Error>] = {
        let folders = [("hapt", 5), ("gestureit", 1), ("watch", 2), ("background", 3)]
        return Dictionary(
            uniqueKeysWithValues: folders.map { folder, every in
                (
                    folder,
                    Result {
                        let files = try recordingFiles(at: ["\(SharedData.folder)/\(folder)"])
                        let read = files.indices.filter { isAll || $0 % every == 0 }.map { files[$0] }
                        return try RecordingReader().read(read)
                    }
                )
            })
    }()

    /// All of a folder's recordings, cut; sample after sample, as if they had been even.
    ///
    /// - Parameters:
    ///   - own: the recordings' rate.
    ///   - every: only one of so many.
    ///   - isJoined: whether a file's sessions are one motion, that jumps where they meet.
    static func all(
        _ folder: String, own: Double, seconds: Double, rate: Double, every: Int = 1, isJoined: Bool = false
    ) throws -> [Stretch] {
        let samples = Int(seconds * own)
        var result: [Stretch] = []
        var number = 0
        for recording in try recordings[folder]?.get() ?? [] {
            for values in isJoined ? [recording.sessions.flatMap(\.values)] : recording.sessions.map(\.values) {
                for first in stride(from: 0, through: values.count / 6 - samples, by: samples) {
                    defer { number += 1 }
                    guard number % every == 0 else { continue }
                    func value(_ channel: Int, _ place: Double) -> Double {
                        let whole = min(Int(place), samples - 2)
                        let part = place - Double(whole)
                        let at = (first + whole) * 6 + channel
                        return Double(values[at]) * (1 - part) + Double(values[at + 6]) * part
                    }
                    let count = Int(Double(samples - 1) / own * rate) + 1
                    let places = (0..<count).map { Double($0) * own / rate }
                    result.append(
                        Stretch(
                            places.map { [value(0, $0), value(1, $0), value(2, $0)] },
                            places.map { [value(3, $0), value(4, $0), value(5, $0)] }, rate: rate))
                }
            }
        }
        return result
    }

    /// As a sketch prints it: in these units, rounded, counts limited to 16 bits.
    ///
    /// - Parameters:
    ///   - perG: counts of 1 g.
    ///   - perDegree: counts of 1 °/s.
    func printed(
        _ accelerationUnit: AccelerationUnit, _ rotationUnit: RotationUnit, perG: Double = 16_384, perDegree: Double = 131
    ) -> ObservedMotion {
        let (acceleration, rotation) = raw(accelerationUnit, rotationUnit, perG: perG, perDegree: perDegree)
        return ObservedMotion(acceleration: acceleration, rotation: rotation, rate: rate)
    }

    /// The numbers of `printed`.
    func raw(
        _ accelerationUnit: AccelerationUnit, _ rotationUnit: RotationUnit, perG: Double = 16_384, perDegree: Double = 131
    ) -> (acceleration: [SIMD3<Double>], rotation: [SIMD3<Double>]) {
        func rounded(_ values: [SIMD3<Double>], _ factor: Double, _ steps: Double, _ limit: Double) -> [SIMD3<Double>] {
            let most = SIMD3<Double>(repeating: limit)
            return values.map { value in
                let scaled = (value * factor * steps).rounded(.toNearestOrAwayFromZero) / steps
                return scaled.clamped(lowerBound: -most - (limit < 1e9 ? 1 : 0), upperBound: most)
            }
        }
        let (accelerationFactor, accelerationSteps) =
            switch accelerationUnit {
            case .g: (1.0, 100.0)
            case .applesG: (-1.0, 1000.0)
            case .milliG: (1000.0, 1.0)
            case .metresPerSecondSquared: (9.80665, 100.0)
            case .counts: (perG, 1.0)
            }
        let (rotationFactor, rotationSteps) =
            switch rotationUnit {
            case .radiansPerSecond: (1.0, 100.0)
            case .milliradiansPerSecond: (1000.0, 1.0)
            case .degreesPerSecond: (180 / .pi, 100.0)
            case .millidegreesPerSecond: (180_000 / .pi, 1.0)
            case .counts: (perDegree * 180 / .pi, 1.0)
            }
        return (
            rounded(acceleration, accelerationFactor, accelerationSteps, accelerationUnit == .counts ? 32_767 : 1e12),
            rounded(rotation, rotationFactor, rotationSteps, rotationUnit == .counts ? 32_767 : 1e12)
        )
    }
}

extension TurningBoard {
    var stretch: Stretch { Stretch(acceleration, rotation, rate: rate) }
}
