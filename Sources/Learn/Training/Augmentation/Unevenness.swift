import Foundation
import MotionCore
import Randomness

/// One draw of how unevenly a motion is made: here quicker, there slower (time warping, as of Um et al. 2017), cut out with more or
/// less of its ends, and off its course. `Variation` is what stays the same for all samples of a sequence; this changes along it.
///
/// Pace and drift follow curves that are straight between normally distributed numbers, evenly spaced over a window.
struct Unevenness {
    /// Of each step, in steps; empty where the pace is even.
    private var positions: [Double] = []
    /// [channel][step], in the channel's unit; empty without drift.
    private var drift: [[Float]] = []

    /// Straight stretches of a window's curve. Both were chosen on five people's letters.
    private static let stretchesOfPace = 3
    private static let stretchesOfDrift = 7

    /// An even pace, the ends where they were, and no drift.
    init() {}

    /// Draws only what is wanted, so that without it everything else is drawn as if this did not exist.
    ///
    /// - Parameters:
    ///   - steps: of the sequence.
    ///   - window: length of a window in steps.
    ///   - deviations: of the channels.
    init(_ options: AugmentationOptions, steps: Int, window: Int, deviations: [Float], random: inout SeededGenerator) {
        if options.pace > 0, steps > 1 {
            let logarithms = Self.curve(steps, stretch: Double(window - 1) / Double(Self.stretchesOfPace), &random)
            positions = Self.travelled(at: logarithms.map { exp($0 * options.pace) })
        }
        if options.ends > 0, steps > 1 {
            let reach = options.ends * Double(window - 1)
            let (first, end) = (random.uniform(-reach...reach), random.uniform(-reach...reach))
            let last = Double(steps - 1)
            positions = (0..<steps).map { step in
                let place = position(at: step)
                return place + first + (end - first) * place / last
            }
        }
        if options.drift > 0 {
            let stretch = Double(window - 1) / Double(Self.stretchesOfDrift)
            drift = deviations.map { deviation in
                Self.curve(steps, stretch: stretch, &random).map { Float($0 * options.drift) * deviation }
            }
        }
    }

    /// Where the motion is at a step, in steps of an even pace. The pace leaves the first and the last step where they are.
    @inline(__always)
    func position(at step: Int) -> Double { positions.isEmpty ? Double(step) : positions[step] }

    /// What is added to a channel at a step, in its unit.
    @inline(__always)
    func drift(of channel: Int, at step: Int) -> Float { drift.isEmpty ? 0 : drift[channel][step] }

    /// The values at the steps of a curve through normally distributed numbers, `stretch` steps from one to the next.
    private static func curve(_ steps: Int, stretch: Double, _ random: inout SeededGenerator) -> [Double] {
        let stretch = max(1, stretch)
        let knots = (0...Int(saturating: (Double(steps - 1) / stretch).rounded(.up))).map { _ in random.normal() }
        return (0..<steps).map { step in
            let place = Double(step) / stretch
            let knot = min(Int(saturating: place), knots.count - 1)
            let next = min(knot + 1, knots.count - 1)
            return knots[knot] + (place - Double(knot)) * (knots[next] - knots[knot])
        }
    }

    /// The way after each step, brought to the length that an even pace has.
    private static func travelled(at paces: [Double]) -> [Double] {
        var way = 0.0
        var ways = [0.0]
        for pace in paces.dropFirst() {
            way += pace
            ways.append(way)
        }
        let share = Double(paces.count - 1) / way
        return ways.map { $0 * share }
    }
}
