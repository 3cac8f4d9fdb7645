import Foundation
public import Models
import MotionCore
public import Recordings

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

    /// By what logits may be multiplied to be as sure as they should be.
    private static let sharpnesses = (-8...16).map { exp2(Double($0) / 2) }

    private let network: NetworkPair
    /// What was shown, for the model file.
    public private(set) var exemplars: Exemplars
    /// Whether integers alone set the layer, as a device does it: in the metric of strangers only.
    private let isAlone: Bool
    /// Of strangers, of a teacher of a network that nobody has shown anything.
    private var strangers: [[Double]] = []

    /// A teacher of a network that nobody has shown anything.
    ///
    /// - Parameters:
    ///   - network: whose windows begin from zero state, with an LSTM.
    ///   - strangers: windows of many labels, each of several people; their labels need not be the network's.
    ///   - isAlone: whether integers alone set the layer, as a device does it (ARITHMETIC.md §16): an example is then one window as
    ///     it is, and `fixMetric` is due before the first one.
    /// - Returns: nil without an LSTM, or if nothing varies.
    /// - Throws: if the network reads what recordings do not hold.
    public init?(_ network: NetworkPair, strangers: [Example], isAlone: Bool = false) {
        guard let units = network.float.lstm.last?.units else { return nil }
        let states = Dictionary(grouping: WindowEmbeddings(network, of: strangers).windows, by: \.truth)
        // In the order of the labels: sums in another one differ in their last bits.
        let groups = states.keys.sorted().map { (states[$0] ?? []).map { reals($0.hidden) } }
        guard let within = SymmetricMatrix(scatterOf: groups, units: units),
            let between = SymmetricMatrix(scatterOf: [groups.map { mean($0, units: units) }], units: units)
        else { return nil }
        self.network = network
        self.isAlone = isAlone
        if isAlone { self.strangers = groups.flatMap { $0 } }
        exemplars = Exemplars(units: units, within: within.rows.map { Float($0) }, between: between.rows.map { Float($0) })
    }

    /// Goes on with a network that was shown something before.
    ///
    /// - Parameter exemplars: of the same network.
    public init(_ network: NetworkPair, knowing exemplars: Exemplars) {
        precondition(network.float.lstm.last?.units == exemplars.units, "examples belong to the network that they were shown to")
        self.init(network, exemplars, isAlone: exemplars.metric != nil)
    }

    private init(_ network: NetworkPair, _ exemplars: Exemplars, isAlone: Bool) {
        (self.network, self.exemplars, self.isAlone) = (network, exemplars, isAlone)
    }

    /// Adds examples. Varied, that is thirty times or so each: the mean of what the LSTM makes of them says more than one alone.
    ///
    /// - Parameters:
    ///   - examples: each as often as `copies` says, one after the other.
    ///   - label: what the number of an example's label is in the network's list; nil: the same.
    public mutating func show(
        _ examples: [Example], copies: Int, as label: ((Int) -> Int)? = nil
    ) {
        precondition(copies > 0 && examples.count.isMultiple(of: copies), "each example as often as the others")
        let windows = WindowEmbeddings(network, of: examples).windows
        for first in stride(from: 0, to: windows.count, by: copies) {
            let group = windows[first..<first + copies]
            let mean = mean(group.map { reals($0.hidden) }, units: exemplars.units)
            exemplars.labels.append(label?(windows[first].truth) ?? windows[first].truth)
            exemplars.states += mean.map { Int16(saturating: max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        }
    }

    /// The last hidden states of windows whose labels do not matter.
    func embeddings(of windows: [RecordedSession]) -> [[Double]] {
        WindowEmbeddings(network, of: windows.map { ($0, 0) }).windows.map { reals($0.hidden) }
    }

    /// Forgets all examples of some labels; those behind them move up.
    public mutating func forget(_ forgotten: Set<Int>) {
        exemplars = exemplars.filter { !forgotten.contains(exemplars.labels[$0]) }
        exemplars.labels = exemplars.labels.map { label in label - forgotten.count { $0 < label } }
    }

    /// Finds out how sure the layer may be: as sure as it is right in these lessons, of people who show a few examples and do them
    /// again. They leave no other trace.
    public mutating func sharpen(by lessons: [Lesson]) {
        var losses = [Double](repeating: 0, count: Self.sharpnesses.count)
        for lesson in lessons {
            var pupil = HeadTeacher(network, exemplars.filter { _ in false }, isAlone: isAlone)
            pupil.exemplars.sharpness = 1
            pupil.show(lesson.examples, copies: lesson.copies)
            guard let layer = pupil.layer() else { continue }
            for window in WindowEmbeddings(network, of: lesson.windows).windows {
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

    /// Makes the metric of strangers into integers, once it is known how sure the layer may be.
    ///
    /// - Returns: false if its numbers leave their formats; nothing can be taught then.
    public mutating func fixMetric() -> Bool {
        precondition(isAlone && exemplars.count == 0, "the metric is that of strangers, before anything is shown")
        guard let inverse = ExemplarSpace.strangersInverse(exemplars) else { return false }
        let sharpness = Double(exemplars.sharpness)
        exemplars.metric = HeadMetric(
            inverse.map { $0.map { $0 * sharpness } }, centre: mean(strangers, units: exemplars.units), states: strangers)
        return exemplars.metric != nil
    }

    /// The last layer, a row for each label.
    ///
    /// - Returns: nil if a label has no example, or nothing varies; of integers alone also if an example lies too far off.
    public func layer() -> DenseLayer? { layer(exemplars) }

    /// The last layer as integers alone set it; nil as above.
    ///
    /// - Parameter labels: how many there are.
    public func integerHead(labels: Int) -> IntegerHead? { IntegerHead(exemplars, labels: labels) }

    /// Each example named by all others: how many are named right, of how many whose label has another one.
    public func leavingOut() -> (right: Int, all: Int) {
        var (right, all) = (0, 0)
        let counts = Dictionary(exemplars.labels.map { ($0, 1) }, uniquingKeysWith: +)
        for example in exemplars.labels.indices where counts[exemplars.labels[example], default: 0] > 1 {
            guard let layer = layer(exemplars.filter { $0 != example }) else { continue }
            let logits = layer.logits(of: reals(exemplars[example]))
            right += logits.indices.max { logits[$0] < logits[$1] } == exemplars.labels[example] ? 1 : 0
            all += 1
        }
        return (right, all)
    }

    private func layer(_ exemplars: Exemplars) -> DenseLayer? {
        if exemplars.metric != nil { return IntegerHead(exemplars, labels: (exemplars.labels.max() ?? -1) + 1)?.layer }
        guard let space = ExemplarSpace(exemplars, isOthersOnly: isAlone) else { return nil }
        // −½ (h − m)ᵀ W⁻¹ (h − m), but for what all labels have in common: (W⁻¹ (m − c)) · h − ½ mᵀ W⁻¹ m + ½ cᵀ W⁻¹ c.
        let middle = dot(space.centre, space.bent(space.centre)) / 2
        let sharpness = Double(exemplars.sharpness)
        let rows = space.means.map { mean in
            space.bent(zip(mean, space.centre).map { $0 - $1 }).map { Float($0 * sharpness) }
        }
        let bias = space.means.map { Float((middle - dot($0, space.bent($0)) / 2) * sharpness) }
        return DenseLayer(
            weights: FloatMatrix(rows: rows.count, columns: exemplars.units, values: rows.flatMap { $0 }), bias: bias,
            rectified: false)
    }
}

extension DenseLayer {
    fileprivate func logits(of hidden: [Double]) -> [Double] {
        bias.indices.map { row in hidden.indices.reduce(Double(bias[row])) { $0 + Double(weights[row, $1]) * hidden[$1] } }
    }
}
