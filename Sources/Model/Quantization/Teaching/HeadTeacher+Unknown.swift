import Formatting
import Models
public import MotionCore

extension HeadTeacher {
    /// The limit, in units of the geometric mean of how far examples lie from the others of their label and labels from each other
    /// (squared distances): chosen on real letters.
    private static let reach = 1.25

    /// What tells windows that are unlike all examples: their distance from the mean of their label's examples, in the directions
    /// in which labels lie apart.
    ///
    /// - Returns: nil with fewer than two labels, or a single example of one.
    public func detector() -> QuantizedDetector? {
        guard let space = ExemplarSpace(exemplars), space.means.count > 1 else { return nil }
        let rows = space.directions(QuantizedDetector.mostRows)
        return limit(space, rows: rows).flatMap { detector(space, rows: rows, limit: $0) }
    }

    /// - Parameter limit: the squared distance along the rows from a label's mean beyond which a window is unknown.
    func detector(_ space: ExemplarSpace, rows: [[Double]], limit: Double) -> QuantizedDetector? {
        let offsets = rows.map { -dot($0, space.centre) }
        func place(_ state: [Double]) -> [Double] { zip(rows, offsets).map { dot($0, state) + $1 } }
        let farthest = exemplars.labels.indices.reduce(1) { most, example in
            place(reals(exemplars[example])).reduce(most) { max($0, abs($1)) }
        }
        let bits = Quantizer.fractionBits(for: farthest * 4)
        let matrix = FloatMatrix(rows: rows.count, columns: exemplars.units, values: rows.flatMap { $0.map { Float($0) } })
        var builder = AffineBuilder(
            terms: [AffineTerm(matrix, fractionBits: 15)], bias: offsets.map { Float($0) }, outputBits: bits, rounding: nil)
        guard builder.build() else { return nil }
        let steps = exp2(bits)
        let prototypes = space.means.flatMap { place($0).map { Int16(saturating: ($0 * steps).rounded()) } }
        let largest = UInt32(saturating: max(1, min(Double(UInt32.max), (limit * steps * steps).rounded())))
        return QuantizedDetector(
            projection: builder.result, prototypes: prototypes, limits: [UInt32](repeating: largest, count: space.means.count))
    }

    /// - Parameter background: rows of background by which the others were chosen.
    /// - Returns: nil with a single example of a label.
    func limit(_ space: ExemplarSpace, rows: [[Double]], apartFrom background: [[Double]] = []) -> Double? {
        func squared(_ rows: [[Double]], _ a: [Double], _ b: [Double]) -> Double {
            let difference = zip(a, b).map { $0 - $1 }
            return rows.reduce(0) { sum, row in
                let step = dot(row, difference)
                return sum + step * step
            }
        }
        func nearest(_ rows: [[Double]], _ place: [Double], of means: [[Double]]) -> Double {
            means.map { squared(rows, place, $0) }.min() ?? 0
        }
        var away = 0.0
        for example in exemplars.labels.indices {
            let others = exemplars.filter { $0 != example }
            guard let space = ExemplarSpace(others), others.labels.contains(exemplars.labels[example]) else { return nil }
            let own = space.directions(QuantizedDetector.mostRows, apartFrom: background)
            away += nearest(own, reals(exemplars[example]), of: space.means)
        }
        let gaps = space.means.indices.map { label in
            nearest(rows, space.means[label], of: space.means.indices.filter { $0 != label }.map { space.means[$0] })
        }
        return Self.reach * (away / Double(exemplars.count) * (gaps.median ?? 0)).squareRoot()
    }
}
