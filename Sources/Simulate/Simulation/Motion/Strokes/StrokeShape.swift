import Foundation
import MotionCore
import Randomness

/// A letter of no alphabet: the way from point to point that everybody who writes it goes, and how the hand turns along it.
struct StrokeShape: Sendable {
    /// As many for every shape, so that shapes of few corners have points on straight lines.
    static let points = 7

    /// Around 0, each about 1 away from it.
    let points: [SIMD3<Double>]
    /// How the sensor lies in the hand for it: any way.
    let hold: Rotation
    /// Radians that the hand turns about each axis for a way of 1 along x, y and z.
    let turning: LinearMap

    /// A random one, 3 to 7 corners near a plane, drawn out or curled up.
    init(using random: inout SeededGenerator) {
        let corners = Int.random(in: 3...Self.points, using: &random)
        let momentum = random.uniform(-0.6...0.6)
        var (place, step) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        var walk = [place]
        while walk.count < corners {
            // Writing stays near a plane.
            step = momentum * step + random.normals() * SIMD3(1, 1, 0.3)
            place += step
            walk.append(place)
        }
        let way = (0..<Self.points).map { Self.place(on: walk, at: Double($0) / Double(Self.points - 1)) }
        let centre = way.reduce(SIMD3.zero, +) / Double(way.count)
        let size = (way.reduce(0) { $0 + (($1 - centre) * ($1 - centre)).sum() } / Double(way.count)).squareRoot()
        points = way.map { ($0 - centre) / max(size, 1e-9) }
        hold = Rotation(by: 2 * random.normals())
        // About the elbow the hand turns with x around the upright axis, and with y around the level one.
        let lever = random.uniform(0.2...1.2) / 2
        let pointing = LinearMap(x: SIMD3(0, 0, -lever), y: SIMD3(lever, 0, 0), z: .zero)
        turning = pointing + 0.25 * LinearMap(using: &random)
    }

    /// A place on a way of straight lines, each taking the same time; `part` from 0 to 1.
    static func place(on way: [SIMD3<Double>], at part: Double, dwelling: Double = 0) -> SIMD3<Double> {
        let position = part * Double(way.count - 1)
        let index = min(Int(saturating: position), way.count - 2)
        let share = position - Double(index)
        // Whoever dwells is slow at corners.
        let eased = (1 - dwelling) * share + dwelling * share * share * (3 - 2 * share)
        return way[index] + eased * (way[index + 1] - way[index])
    }
}
