import Foundation
public import ModelFile
public import Recording
public import ReferenceModel

/// Sets the last layer of a network by a few examples of each label, and nothing else: what the LSTM makes of a window stays, bit
/// for bit.
///
/// A window is named after the mean of the examples that its last hidden state lies nearest to. The distance is Mahalanobis', by
/// what varies between windows of the same label: half of it as strangers' windows vary, of whom there are many, half of it as the
/// examples themselves do, if there are several of a label (linear discriminants: Fisher 1936, Rao 1948). The nearest mean is the
/// largest of as many linear functions, which are the rows of a last layer.
public struct HeadTeacher: Sendable {
    /// A session of the length of one window, at the network's rate, and its label.
    public typealias Example = (session: RecordedSession, label: Int)

    /// What somebody shows and does again: examples, varied as `show` takes them, and windows that the network is then to name.
    public struct Lesson: Sendable {
        public let examples: [Example]
        public let copies: Int
        public let windows: [Example]

        public init(examples: [Example], copies: Int, windows: [Example]) {
            self.examples = examples
            self.copies = copies
            self.windows = windows
        }
    }

    /// How much of what varies is that of a ball: of the narrow directions of many units nobody knows much.
    private static let shrinkage = 0.3
    /// By what logits may be multiplied to be as sure as they should be.
    private static let sharpnesses = (-8...16).map { exp2(Double($0) / 2) }

    private let network: NetworkPair
    /// What was shown, for the model file.
    public private(set) var exemplars: Exemplars

    /// A teacher of a network that nobody has shown anything.
    ///
    /// - Parameters:
    ///   - network: whose windows begin from zero state, with an LSTM.
    ///   - strangers: windows of many labels, each of several people; their labels need not be the network's.
    /// - Returns: nil without an LSTM, or if nothing varies.
    /// - Throws: if the network reads what recordings do not hold.
    public init?(_ network: NetworkPair, strangers: [Example]) throws(MissingFeature) {
        guard let units = network.float.lstm.last?.units else { return nil }
        let states = Dictionary(grouping: try WindowEmbeddings(network, of: strangers).windows, by: \.truth)
        guard let spread = Self.spread(states.values.map { $0.map { reals($0.hidden) } }, units: units) else { return nil }
        self.network = network
        exemplars = Exemplars(units: units, spread: spread.rows.map { Float($0) })
    }

    /// Goes on with a network that was shown something before.
    ///
    /// - Parameter exemplars: of the same network.
    public init(_ network: NetworkPair, knowing exemplars: Exemplars) {
        precondition(network.float.lstm.last?.units == exemplars.units, "examples belong to the network that they were shown to")
        self.network = network
        self.exemplars = exemplars
    }

    /// Adds examples. Varied, that is thirty times or so each: the mean of what the LSTM makes of them says more than one alone.
    ///
    /// - Parameters:
    ///   - examples: each as often as `copies` says, one after the other.
    ///   - label: what the number of an example's label is in the network's list; nil: the same.
    public mutating func show(
        _ examples: [Example], copies: Int, as label: ((Int) -> Int)? = nil
    ) throws(MissingFeature) {
        precondition(copies > 0 && examples.count.isMultiple(of: copies), "each example as often as the others")
        let windows = try WindowEmbeddings(network, of: examples).windows
        for first in stride(from: 0, to: windows.count, by: copies) {
            let group = windows[first..<first + copies]
            let mean = Self.mean(group.map { reals($0.hidden) }, units: exemplars.units)
            exemplars.labels.append(label?(windows[first].truth) ?? windows[first].truth)
            exemplars.states += mean.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        }
    }

    /// Forgets all examples of some labels; those behind them move up.
    public mutating func forget(_ forgotten: Set<Int>) {
        exemplars = exemplars.filter { !forgotten.contains(exemplars.labels[$0]) }
        exemplars.labels = exemplars.labels.map { label in label - forgotten.count { $0 < label } }
    }

    /// Finds out how sure the layer may be: as sure as it is right in these lessons, of people who show a few examples and do them
    /// again. They leave no other trace.
    public mutating func sharpen(by lessons: [Lesson]) throws(MissingFeature) {
        var losses = [Double](repeating: 0, count: Self.sharpnesses.count)
        for lesson in lessons {
            var pupil = HeadTeacher(network, knowing: exemplars.filter { _ in false })
            pupil.exemplars.sharpness = 1
            try pupil.show(lesson.examples, copies: lesson.copies)
            guard let layer = pupil.layer() else { continue }
            for window in try WindowEmbeddings(network, of: lesson.windows).windows {
                let logits = layer.logits(of: reals(window.hidden))
                for (index, factor) in Self.sharpnesses.enumerated() {
                    let sharp = logits.map { $0 * factor }
                    let most = sharp.max() ?? 0
                    losses[index] += log(sharp.reduce(0) { $0 + exp($1 - most) }) + most - sharp[window.truth]
                }
            }
        }
        guard let best = losses.indices.min(by: { losses[$0] < losses[$1] }), losses[best] > 0 else { return }
        exemplars.sharpness = Float(Self.sharpnesses[best])
    }

    /// The last layer, a row for each label.
    ///
    /// - Returns: nil if a label has no example, or nothing varies.
    public func layer() -> DenseLayer? { Self.layer(exemplars) }

    /// Each example named by all others: how many are named right, of how many whose label has another one.
    public func leavingOut() -> (right: Int, all: Int) {
        var (right, all) = (0, 0)
        let counts = Dictionary(exemplars.labels.map { ($0, 1) }, uniquingKeysWith: +)
        for example in exemplars.labels.indices where counts[exemplars.labels[example], default: 0] > 1 {
            guard let layer = Self.layer(exemplars.filter { $0 != example }) else { continue }
            let logits = layer.logits(of: reals(exemplars[example]))
            right += logits.indices.max { logits[$0] < logits[$1] } == exemplars.labels[example] ? 1 : 0
            all += 1
        }
        return (right, all)
    }

    private static func layer(_ exemplars: Exemplars) -> DenseLayer? {
        let units = exemplars.units
        let states = Dictionary(grouping: exemplars.labels.indices, by: { exemplars.labels[$0] }).mapValues {
            $0.map { reals(exemplars[$0]) }
        }
        let labels = (states.keys.max() ?? -1) + 1
        guard labels > 0, states.count == labels else { return nil }
        var within = SymmetricMatrix(count: units, rows: exemplars.spread.map { Double($0) })
        let groups = (0..<labels).map { states[$0] ?? [] }
        if let own = spread(groups, units: units) { within.add(own, times: 1) }
        within.scale(by: 1 / within.trace)
        within.shrink(by: shrinkage)
        guard let factor = within.cholesky() else { return nil }
        let means = groups.map { mean($0, units: units) }
        let centre = mean(means, units: units)
        // −½ (h − m)ᵀ W⁻¹ (h − m), but for what all labels have in common: (W⁻¹ (m − c)) · h − ½ mᵀ W⁻¹ m + ½ cᵀ W⁻¹ c.
        func bent(_ vector: [Double]) -> [Double] { factor.solvedTransposed(factor.solved(vector)) }
        let middle = dot(centre, bent(centre)) / 2
        let sharpness = Double(exemplars.sharpness)
        let rows = means.map { mean in bent(zip(mean, centre).map { $0 - $1 }).map { Float($0 * sharpness) } }
        let bias = means.map { Float((middle - dot($0, bent($0)) / 2) * sharpness) }
        return DenseLayer(
            weights: FloatMatrix(rows: labels, columns: units, values: rows.flatMap { $0 }), bias: bias, rectified: false)
    }

    private static func mean(_ states: [[Double]], units: Int) -> [Double] {
        (0..<units).map { unit in states.reduce(0) { $0 + $1[unit] } / Double(max(1, states.count)) }
    }

    /// What varies about the means of the groups, its trace 1; nil if nothing does.
    private static func spread(_ groups: [[[Double]]], units: Int) -> SymmetricMatrix? {
        var spread = SymmetricMatrix(count: units)
        for states in groups where states.count > 1 {
            let mean = mean(states, units: units)
            for state in states { spread.add(zip(state, mean).map { $0 - $1 }) }
        }
        guard spread.trace > 0 else { return nil }
        spread.scale(by: 1 / spread.trace)
        return spread
    }
}

/// Of Q15.
private func reals(_ values: some Collection<Int16>) -> [Double] { values.map { Double($0) / 32_768 } }

private func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

extension DenseLayer {
    fileprivate func logits(of hidden: [Double]) -> [Double] {
        bias.indices.map { row in hidden.indices.reduce(Double(bias[row])) { $0 + Double(weights[row, $1]) * hidden[$1] } }
    }
}
