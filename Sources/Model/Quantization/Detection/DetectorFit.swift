import Formatting
import Models
public import MotionCore
public import Recordings

/// Fits what tells windows that are unlike all that was learned: the last hidden states of the windows that were learned, whitened
/// by what varies within their classes and projected onto the plane in which the classes' means lie (Fisher 1936, Rao 1948), the
/// mean of every class, and how far from it a window may lie. The squared distance there is that of Mahalanobis, less what all
/// classes have in common.
///
/// What was learned lies far closer together than the same gestures of anybody else: a network knows its windows by heart. They are
/// to be varied as they were in training, which stands for people who were not recorded. Those who were kept out then say how much
/// farther out they are (`judgement`), within bounds, because few say little. Of strokes nobody need say it: counterexamples, made
/// of the strokes that were learned, lie where new ones do.
///
/// Rest is not told from what is unknown, for both mean that nothing was meant: nothing that is taken for rest is unknown.
public struct DetectorFit: Sendable {
    /// Of the gestures that were not learned from, the part that may be taken for unknown.
    public static let mostRejected = 0.03

    /// Constants that were chosen on recordings.
    private struct Rule {
        /// How much of the covariance is that of a ball: a few hundred windows say little about the narrow directions of many
        /// units.
        let shrinkage: Double
        /// How many times the squared distance within which 97 % of the varied windows lie the limit may be; the most where nobody
        /// is there to judge.
        let bounds: ClosedRange<Double>
        /// Whether all labels have the same limit, or each its own, by the windows that were learned as it.
        let isForAllLabels: Bool

        /// Sitting varies less than walking.
        static let windows = Rule(shrinkage: 0.05, bounds: 1...4, isForAllLabels: false)
        /// How much strokes of one label vary says more of those that were learned than of new people's.
        static let strokes = Rule(shrinkage: 0.8, bounds: 1...3, isForAllLabels: true)
    }

    /// The part of the counterexamples' median squared distance within which a stroke may lie, chosen on five people's letters.
    private static let shareOfCounterexamples = 0.55
    /// Fewer of them say little.
    private static let fewestCounterexamples = 30

    private let rule: Rule
    /// Each limit is the median squared distance of the windows that have a say in it from their label; none of rest.
    private let detector: QuantizedDetector
    private let rest: Int?
    /// How many of those medians 97 % of the windows have at most.
    private let spread: Double
    /// What the counterexamples say the limit is.
    private let limit: UInt32?

    /// Whether counterexamples tell the limit, so that nobody is asked.
    public var isByCounterexamples: Bool { limit != nil }

    /// What people say who were not learned from.
    public struct Judgement: Sendable, Equatable {
        /// How many times the median squared distance behind a limit 97 % of their gestures' windows have at most.
        public let factor: Double
        /// Windows of gestures that it was found on.
        public let windows: Int
    }

    /// For a network whose windows begin from zero state.
    ///
    /// - Parameters:
    ///   - pair: with an LSTM.
    ///   - windows: what was learned, varied: sessions of the length of one window, at the network's rate, and labels of its.
    ///   - counterexamples: strokes that are none of them, varied alike; none of windows.
    /// - Returns: nil if there is nothing that it could be fitted on: fewer than two classes, no LSTM, or hardly any windows.
    public init?(
        _ pair: NetworkPair, learned windows: [(session: RecordedSession, label: Int)], counterexamples: [RecordedSession] = []
    ) throws {
        guard !pair.quantized.lstm.isEmpty else { return nil }
        let others = WindowEmbeddings(pair, of: counterexamples.map { (session: $0, label: 0) }).windows
        try self.init(pair, WindowEmbeddings(pair, of: windows).windows, counterexamples: others)
    }

    /// Fits a network that carries its state, with what was learned as it was recorded.
    ///
    /// - Parameter data: at the network's rate, its windows and classes those of the network.
    public init?(_ pair: NetworkPair, learned data: DataSet) throws {
        guard !pair.quantized.lstm.isEmpty else { return nil }
        try self.init(pair, WindowEmbeddings(pair, of: data).windows)
    }

    private init?(
        _ pair: NetworkPair, _ windows: [WindowEmbeddings.Window], counterexamples: [WindowEmbeddings.Window] = []
    ) throws {
        guard let units = pair.quantized.lstm.last.map({ $0.rows / 4 }) else { return nil }
        rest = pair.description.restIndex
        rule = pair.description.strokes == nil ? .windows : .strokes
        let labels = pair.description.labels.count
        guard let space = DiscriminantSpace(windows, labels: labels, rest: rest, units: units, shrinkage: rule.shrinkage),
            let projection = Self.projection(space)
        else { return nil }
        let steps = exp2(projection.outputFractionBits)
        let prototypes = space.means.flatMap { mean in mean.map { Int16(saturating: ($0 * steps).rounded()) } }
        var detector = QuantizedDetector(
            projection: projection, prototypes: prototypes, limits: [UInt32](repeating: .max, count: labels))
        var distances: [Int: [UInt32]] = [:]
        for window in windows where window.truth != rest {
            distances[window.truth, default: []].append(detector.distance(of: window.hidden, from: window.truth))
        }
        let common = rule.isForAllLabels ? distances.values.joined().median : nil
        for (label, own) in distances { detector.limits[label] = max(1, common ?? own.median ?? 0) }
        self.detector = detector
        let others = counterexamples.filter { $0.taken != pair.description.restIndex }
            .map { detector.distance(of: $0.hidden, from: $0.taken) }
        limit =
            others.count < Self.fewestCounterexamples
            ? nil : UInt32(saturating: max(1, (Double(others.median ?? 0) * Self.shareOfCounterexamples).rounded()))
        spread = Self.factor(windows, detector, rest: rest)?.factor ?? 1
    }

    /// What people say who were not learned from: the windows of their gestures that are not taken for rest.
    ///
    /// - Returns: nil without any.
    public func judgement(_ pair: NetworkPair, of others: DataSet) -> Judgement? {
        Self.factor(WindowEmbeddings(pair, of: others).windows, detector, rest: rest)
    }

    /// The network with its detector.
    ///
    /// - Parameters:
    ///   - pair: that was fitted, or the same network learned from more people.
    ///   - judgement: how far out new people's gestures lie; nil if nobody can say it.
    public func network(_ pair: NetworkPair, _ judgement: Judgement?) throws(NetworkError) -> QuantizedNetwork {
        try pair.quantized.detecting(with: limited(judgement))
    }

    /// The detector with its limits.
    private func limited(_ judgement: Judgement?) -> QuantizedDetector {
        let factor =
            judgement.map { min(max($0.factor, spread * rule.bounds.lowerBound), spread * rule.bounds.upperBound) }
            ?? spread * rule.bounds.upperBound
        var detector = detector
        for label in detector.limits.indices where label != rest {
            detector.limits[label] =
                limit ?? UInt32(saturating: min(Double(UInt32.max), (Double(detector.limits[label]) * factor).rounded()))
        }
        return detector
    }

    private static func factor(
        _ windows: [WindowEmbeddings.Window], _ detector: QuantizedDetector, rest: Int?
    ) -> Judgement? {
        let factors = windows.filter { $0.truth != rest && $0.taken != rest }.map {
            Double(detector.distance(of: $0.hidden, from: $0.taken)) / Double(detector.limits[$0.taken])
        }
        return factors.quantile(1 - mostRejected, .nearest).map { Judgement(factor: $0, windows: factors.count) }
    }

    /// The map in integers, in a format in which twice what was learned fits; nil if no scale can carry it.
    private static func projection(_ space: DiscriminantSpace) -> QuantizedAffine? {
        let bits = Quantizer.fractionBits(for: space.reach * 4)
        var builder = AffineBuilder(
            terms: [AffineTerm(space.matrix, fractionBits: 15)], bias: space.bias, outputBits: bits, rounding: nil)
        return builder.build() ? builder.result : nil
    }
}
