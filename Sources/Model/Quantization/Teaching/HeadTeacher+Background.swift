import Models
public import MotionCore
public import Recordings

extension HeadTeacher {
    /// Squared distance of the limit, as a part of that at which background lies that is to stay out: other people's lies nearer.
    /// Chosen on recordings of thirteen people's daily life (docs/results/STROKES.md).
    private static let margin = 0.5

    /// What strokes of background led to.
    public struct Rejection: Sendable {
        public let detector: QuantizedDetector
        /// Strokes of background, and those that are still taken for a label.
        public let strokes: Int
        public let taken: Int
        /// Examples that the others name right and that are not unknown, of those whose label has another one.
        public let known: Int
        public let all: Int
    }

    /// What tells windows that are unlike all examples, so narrow that motion in which nothing is meant stays out: also in the
    /// directions in which that lies apart from the examples.
    ///
    /// - Parameters:
    ///   - background: strokes that were cut out of such motion, each a session of the length of one window.
    ///   - allowed: how many of them may be taken for a label, 0 or more.
    /// - Returns: nil with fewer than two labels.
    /// - Throws: if the network reads what recordings do not hold.
    public func rejection(
        of background: [RecordedSession], allowed: Int
    ) -> Rejection? {
        let states = embeddings(of: background)
        guard let space = ExemplarSpace(exemplars), space.means.count > 1 else { return nil }
        let rows = space.directions(QuantizedDetector.mostRows, apartFrom: states)
        let distances = states.map { distance($0, space, rows).squared }.sorted()
        let own = limit(space, rows: rows, apartFrom: states)
        let kept = allowed < distances.count ? distances[allowed] * Self.margin : .infinity
        let limit = min(own ?? .infinity, kept)
        guard limit.isFinite, let detector = detector(space, rows: rows, limit: limit) else { return nil }
        let found = leavingOut(limit: limit, apartFrom: states)
        return Rejection(
            detector: detector, strokes: states.count, taken: distances.count { $0 <= limit }, known: found.right, all: found.all)
    }

    /// How far a window lies from the label that it is taken for.
    private func distance(
        _ state: [Double], _ space: ExemplarSpace, _ rows: [[Double]]
    ) -> (label: Int, squared: Double) {
        // The nearest mean in all directions is what the last layer names.
        let label = space.means.indices.min { space.squared(state, $0) < space.squared(state, $1) } ?? 0
        let difference = zip(state, space.means[label]).map { $0 - $1 }
        return (label, rows.reduce(0) { $0 + dot($1, difference) * dot($1, difference) })
    }

    private func leavingOut(limit: Double, apartFrom states: [[Double]]) -> (right: Int, all: Int) {
        var (right, all) = (0, 0)
        for example in exemplars.labels.indices {
            let others = exemplars.filter { $0 != example }
            guard others.labels.contains(exemplars.labels[example]), let space = ExemplarSpace(others) else { continue }
            let rows = space.directions(QuantizedDetector.mostRows, apartFrom: states)
            let found = distance(reals(exemplars[example]), space, rows)
            right += found.label == exemplars.labels[example] && found.squared <= limit ? 1 : 0
            all += 1
        }
        return (right, all)
    }
}
