/// A straight line through points, some of which may lie far off: the median of the slopes between each point of the first half and
/// its counterpart in the second (Theil 1950, with as many pairs as are cheap).
struct Slope {
    private var points: [(x: Double, y: Double)] = []

    var count: Int { points.count }

    /// More would not tell more.
    private static let most = 20_000

    /// Whether as many were added as there may be.
    func isOfAll(_ count: Int) -> Bool { points.count == min(count, Self.most) }

    mutating func add(_ place: Double, _ value: Double) {
        if points.count < Self.most { points.append((place, value)) }
    }

    /// From the first point to the last; nil with fewer than two places.
    var mean: Double? {
        guard let first = points.first, let last = points.last, last.x > first.x else { return nil }
        return (last.y - first.y) / (last.x - first.x)
    }

    /// nil with fewer than two places.
    var slope: Double? {
        let half = points.count / 2
        let slopes = (0..<half).compactMap { index in
            let (first, second) = (points[index], points[index + points.count - half])
            return second.x > first.x ? (second.y - first.y) / (second.x - first.x) : nil
        }.sorted()
        guard !slopes.isEmpty else { return nil }
        return (slopes[(slopes.count - 1) / 2] + slopes[slopes.count / 2]) / 2
    }
}

/// The usual rate that a measured one is, in Hz, if one is within 1.5 % of it; else the measured one, to a tenth.
func usualRate(_ measured: Double) -> (hertz: Double, isUsual: Bool) {
    let usual = [10, 12.5, 20, 25, 26, 50, 52, 60, 62.5, 100, 104, 119, 120, 125, 200, 208, 238, 250, 400, 416, 500, 800, 1000]
    let nearest = usual.min { abs($0 - measured) < abs($1 - measured) } ?? measured
    let isUsual = abs(nearest - measured) <= measured * 0.015
    return (isUsual ? nearest : (measured * 10).rounded() / 10, isUsual)
}
