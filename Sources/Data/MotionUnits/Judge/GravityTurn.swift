import Foundation

/// How fast gravity turns, against how fast the gyroscope says that the board does.
enum GravityTurn {
    /// Seconds over which an acceleration is smoothed, so that gravity stays; over which turns are looked at; and by which the two
    /// sensors may be out of step.
    private static let smoothing = 0.4
    private static let spans = [0.5, 1, 2, 3]
    private static let outOfStep = 0.6
    /// Seconds that must agree.
    private static let agreeing = 0.1
    /// Radians: a smaller turn may be a hand's push.
    private static let leastTurn = 25 * Double.pi / 180
    /// Of the median length: at other lengths something else than gravity is felt.
    private static let mostOff = 0.25

    /// The largest ratio of the angle by which gravity turned to the way that the gyroscope went in the same time, in rad/s a unit;
    /// 0 where gravity does not turn.
    ///
    /// The angle between two directions is at most the length of the way between them. So a unit of the rotation is worth at least
    /// this many rad/s, and a unit that is worth much less is refuted.
    static func ratio(_ motion: ObservedMotion) -> Double {
        let width = max(1, motion.samples(in: smoothing))
        let gravity = smoothed(motion.acceleration, width: width)
        guard gravity.count > motion.samples(in: 1) else { return 0 }
        let lengths = gravity.map(\.length)
        guard let median = lengths.middle, median > 0 else { return 0 }
        let directions = gravity.map(\.direction)
        let isClear = lengths.map { ($0 / median - 1).magnitude < mostOff }
        var way = [0.0]
        for rotation in motion.rotation { way.append(way[way.count - 1] + rotation.length / motion.rate) }
        let slack = motion.samples(in: outOfStep)
        let enough = max(1, motion.samples(in: agreeing))
        var best = 0.0
        for seconds in spans {
            let span = motion.samples(in: seconds)
            var ratios: [Double] = []
            for end in span..<max(span, gravity.count) where isClear[end] && isClear[end - span] {
                let cosine = (directions[end] * directions[end - span]).sum()
                let angle = acos(min(1, max(-1, cosine)))
                guard angle > leastTurn else { continue }
                let from = max(0, end - span + width - 1 - slack)
                let to = min(way.count - 1, end + width - 1 + slack)
                ratios.append(angle / max(way[to] - way[from], 1e-12))
            }
            guard !ratios.isEmpty else { continue }
            ratios.sort(by: >)
            best = max(best, ratios[min(ratios.count, enough) - 1])
        }
        return best
    }
}

extension [Double] {
    /// The upper of the two middle ones; nil of none.
    var middle: Double? { isEmpty ? nil : sorted()[count / 2] }
}
