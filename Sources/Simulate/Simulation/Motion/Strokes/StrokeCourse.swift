import Foundation
import MotionCore
import Randomness

/// Where the hand is and how it is turned at even steps through one writing of a shape.
struct StrokeCourse: Sendable {
    /// In units of the shape's size, around 0.
    let places: [SIMD3<Double>]
    let poses: [Rotation]

    /// One writing of a shape by somebody.
    ///
    /// - Parameter steps: how many, 2 or more.
    init(_ shape: StrokeShape, by hand: StrokeHand, steps: Int, using random: inout SeededGenerator) {
        let points = hand.points(of: shape, using: &random)
        let pace = Pace(using: &random)
        let dwelling = random.uniform(0...1)
        let corners = (0..<steps).map {
            StrokeShape.place(on: points, at: pace.part(at: Double($0) / Double(steps - 1)), dwelling: dwelling)
        }
        let places = Self.smoothed(corners, deviation: random.uniform(0.015...0.05) * Double(steps))
        let wobble = Self.wobble(steps: steps, size: random.uniform(0.01...0.08), using: &random)
        let turning = shape.turning + 0.08 * LinearMap(using: &random)
        poses = zip(places, wobble).map { Rotation(by: turning * $0 + $1) }
        self.places = places
    }

    /// How far one is at which part of the time: nobody is evenly fast.
    private struct Pace {
        private let waves: [Double]
        private let ease: Double

        init(using random: inout SeededGenerator) {
            waves = [0.08, 0.05, 0.03].map { $0 * random.normal() }
            ease = random.uniform(0...1)
        }

        func part(at time: Double) -> Double {
            var part = time
            for (number, wave) in waves.enumerated() { part += wave * sin(Double(number + 1) * .pi * time) }
            part = max(0, min(1, part))
            return (1 - ease) * part + ease * part * part * (3 - 2 * part)
        }
    }

    /// Slow unrest of the wrist, radians.
    private static func wobble(steps: Int, size: Double, using random: inout SeededGenerator) -> [SIMD3<Double>] {
        let noise = smoothed((0..<steps).map { _ in random.normals() }, deviation: 0.08 * Double(steps))
        let squares = noise.reduce(SIMD3.zero) { $0 + $1 * $1 } / Double(steps)
        return noise.map { size * $0 / squares.squareRoot() }
    }

    /// Averages with the weights of a Gaussian; beyond its ends the course runs back.
    private static func smoothed(_ course: [SIMD3<Double>], deviation: Double) -> [SIMD3<Double>] {
        let reach = min(course.count - 1, Int(saturating: (4 * deviation).rounded(.up)))
        let weights = (-reach...reach).map { exp(-0.5 * pow(Double($0) / deviation, 2)) }
        let sum = weights.reduce(0, +)
        // Plain loops: this is most of the time that made-up strokes take.
        let mirrored = course[..<reach].reversed() + course + course[(course.count - reach)...].reversed()
        return course.indices.map { first in
            var total = SIMD3<Double>.zero
            var place = 0
            while place < weights.count {
                total += weights[place] * mirrored[first + place]
                place += 1
            }
            return total / sum
        }
    }
}
