import MotionCore
import Randomness

/// Strokes that nobody means, made of those that somebody does: half of one and half of another label's, one backwards, one in a
/// mirror. They are as strong, as long and as smooth as the strokes that are meant, and none of them.
///
/// Of gestures one may be another's mirror image or the other way round, and half of a stroke is sometimes the whole of it: what
/// comes out as near to a stroke that was recorded as strokes of one label lie to each other is left out.
extension DataSet {
    /// Draws counterexamples of a data set of strokes, in its form. The same arguments give the same ones.
    ///
    /// - Parameters:
    ///   - count: how many are tried; fewer come out where some are like what was recorded.
    ///   - seed: draws of what they are made.
    ///   - draw: another one gives others.
    /// - Returns: sessions of the length of one window, whose labels say nothing; none of windows that are no strokes, of other
    ///   channels than six axes, or without two labels.
    package func counterexamples(_ count: Int, seed: UInt64, draw: Int) -> [RecordedSession] {
        let strokes = sources.flatMap(\.strokes)
        guard let form = options.strokes, channels == .sixAxes, Set(strokes.map(\.label)).count > 1 else { return [] }
        let likeness = StrokeLikeness(windows.map { (values: Array(values(of: $0)), label: $0.label) })
        return (0..<count).compactMap { number in
            var random = SeededGenerator(seed: seed, stream: 4, draw, number)
            let made = Self.counterexample(of: strokes, &random)
            guard made.motion.count >= RecordedSession.leastStroke else { return nil }
            let stroke = made.motion.stroke(as: form, window: options.window, rate: rate, from: made.rate)
            return likeness.hasLike(stroke.values) ? nil : stroke
        }
    }

    /// One of four: halves twice as often as each of the others.
    private static func counterexample(
        of strokes: [PreparedSession.Stroke], _ random: inout SeededGenerator
    ) -> PreparedSession.Stroke {
        let one = strokes[Int.random(in: strokes.indices, using: &random)]
        var result = one
        switch Int.random(in: 0..<4, using: &random) {
        case 0: result.motion.reverseMotion()
        case 1: result.motion.mirrorMotion(axis: Int.random(in: 0..<3, using: &random))
        default:
            let others = strokes.filter { $0.label != one.label }
            let other = others[Int.random(in: others.indices, using: &random)]
            let alike = one.rate == other.rate ? other.motion : other.motion.resampled(to: one.rate, from: other.rate)
            result.motion = one.motion.joined(with: alike, at: random.uniform(0.35...0.65))
        }
        return result
    }
}

extension RecordedSession {
    /// As if made from its end to its beginning: accelerations stay as they are, rotations turn round.
    mutating func reverseMotion() {
        let old = self
        for index in 0..<count {
            for (channel, value) in old.sample(count - 1 - index).enumerated() {
                values[index * 6 + channel] = channel < 3 ? value : -value
            }
        }
    }

    /// As if seen in a mirror that lies across an axis, gravity where it was.
    ///
    /// - Parameter axis: 0 for x … 2 for z.
    mutating func mirrorMotion(axis: Int) {
        let centres = channelCentres
        for place in values.indices {
            let channel = place % 6
            let turnsRound = channel < 3 ? channel == axis : channel - 3 != axis
            if turnsRound { values[place] = Float(2 * centres[channel] - Double(values[place])) }
        }
    }

    /// Its beginning and the other's end, which is made as strong and about the same gravity.
    ///
    /// - Parameters:
    ///   - other: at the same rate.
    ///   - share: of each, where the one ends and the other goes on.
    func joined(with other: RecordedSession, at share: Double) -> RecordedSession {
        func cut(_ session: RecordedSession) -> Int {
            min(max(Int(saturating: share * Double(session.count)), 1), session.count - 1)
        }
        var end = other.part(cut(other)..<other.count)
        let (centres, others) = (channelCentres, other.channelCentres)
        let factors = Self.strengthGroups.flatMap { channels in
            let strength = other.strength(of: channels)
            return channels.map { _ in strength > 0 ? self.strength(of: channels) / strength : 1 }
        }
        for place in end.values.indices {
            let channel = place % 6
            end.values[place] = Float(centres[channel] + (Double(end.values[place]) - others[channel]) * factors[channel])
        }
        var result = part(0..<cut(self))
        let period = (timestamps[count - 1] - timestamps[0]) / Double(count - 1)
        end.timestamps = end.timestamps.indices.map { result.timestamps[0] + Double(result.count + $0) * period }
        result.append(end)
        return result
    }
}
