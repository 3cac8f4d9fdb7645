import Foundation
public import Recording
public import ReferenceModel

/// Sets the last layer of a network by a few examples of each label, and nothing else: what the LSTM makes of a window stays.
///
/// A window is named after the mean of the examples that its last hidden state lies nearest to. The distance is Mahalanobis',
/// by what varies between windows of the same label: half of it as strangers' windows vary, of whom there are many, half of it as
/// the examples themselves do (linear discriminants: Fisher 1936, Rao 1948). The nearest mean is the largest of as many linear
/// functions, which are the rows of a last layer.
///
/// Examples are to be given varied, thirty times or so each: one alone says nothing about what varies.
public struct HeadTeacher: Sendable {
    /// A session of the length of one window, at the network's rate, and its label.
    public typealias Example = (session: RecordedSession, label: Int)

    /// What somebody shows and does again: examples, and windows that the network is then to name.
    public struct Lesson: Sendable {
        public let examples: [Example]
        public let windows: [Example]

        public init(examples: [Example], windows: [Example]) {
            self.examples = examples
            self.windows = windows
        }
    }

    /// How much of what varies is that of a ball: of the narrow directions of many units nobody knows much.
    private static let shrinkage = 0.03
    /// By what logits may be multiplied to be as sure as they should be.
    private static let sharpnesses = (-4...16).map { exp2(Double($0) / 2) }

    private let network: NetworkPair
    private let units: Int
    /// What varies between strangers' windows of the same label, its trace 1.
    private let strangers: SymmetricMatrix
    private var sharpness = 1.0

    /// - Parameters:
    ///   - network: whose windows begin from zero state, with an LSTM.
    ///   - strangers: windows of many labels, each of several people; their labels need not be the network's.
    /// - Returns: nil without an LSTM, or if nothing varies.
    /// - Throws: if the network reads what recordings do not hold.
    public init?(_ network: NetworkPair, strangers: [Example]) throws(MissingFeature) {
        guard let units = network.float.lstm.last?.units else { return nil }
        self.network = network
        self.units = units
        let states = Self.byLabel(try WindowEmbeddings(network, of: strangers).windows)
        guard let scatter = Self.scatter(states.values, units: units) else { return nil }
        self.strangers = scatter
    }

    /// Finds out how sure the layer may be: as sure as it is right in these lessons, of people who show a few examples and do them
    /// again.
    public mutating func sharpen(by lessons: [Lesson]) throws(MissingFeature) {
        var losses = [Double](repeating: 0, count: Self.sharpnesses.count)
        sharpness = 1
        for lesson in lessons {
            guard let layer = try layer(lesson.examples) else { continue }
            for window in try WindowEmbeddings(network, of: lesson.windows).windows {
                let logits = layer.logits(of: window.hidden)
                for (index, factor) in Self.sharpnesses.enumerated() {
                    let sharp = logits.map { $0 * factor }
                    let most = sharp.max() ?? 0
                    losses[index] += log(sharp.reduce(0) { $0 + exp($1 - most) }) + most - sharp[window.truth]
                }
            }
        }
        guard let best = losses.indices.min(by: { losses[$0] < losses[$1] }), losses[best] > 0 else { return }
        sharpness = Self.sharpnesses[best]
    }

    /// The last layer, a row for each label.
    ///
    /// - Parameter examples: of the labels 0, 1, … without a gap, at least two of one of them.
    /// - Returns: nil if a label has no example, or nothing varies.
    public func layer(_ examples: [Example]) throws(MissingFeature) -> DenseLayer? {
        let states = Self.byLabel(try WindowEmbeddings(network, of: examples).windows)
        let labels = (states.keys.max() ?? -1) + 1
        guard labels > 0, states.count == labels, var within = Self.scatter(states.values, units: units) else { return nil }
        within.add(strangers, times: 1)
        within.shrink(by: Self.shrinkage)
        guard let factor = within.cholesky() else { return nil }
        let means = (0..<labels).map { Self.mean(states[$0] ?? [], units: units) }
        let centre = Self.mean(means, units: units)
        // −½ (h − m)ᵀ W⁻¹ (h − m), but for what all labels have in common: (W⁻¹ (m − c)) · h − ½ mᵀ W⁻¹ m + ½ cᵀ W⁻¹ c.
        func bent(_ vector: [Double]) -> [Double] { factor.solvedTransposed(factor.solved(vector)) }
        let middle = dot(centre, bent(centre)) / 2
        let rows = means.map { mean in bent(zip(mean, centre).map { $0 - $1 }).map { Float($0 * sharpness) } }
        let bias = means.map { Float((middle - dot($0, bent($0)) / 2) * sharpness) }
        return DenseLayer(
            weights: FloatMatrix(rows: labels, columns: units, values: rows.flatMap { $0 }), bias: bias, rectified: false)
    }

    /// What windows would be named by a layer that these examples set.
    ///
    /// - Returns: nil if they set none.
    public func names(_ windows: [Example], by examples: [Example]) throws(MissingFeature) -> [Int]? {
        guard let layer = try layer(examples) else { return nil }
        return try WindowEmbeddings(network, of: windows).windows.map { window in
            let logits = layer.logits(of: window.hidden)
            return logits.indices.max { logits[$0] < logits[$1] } ?? 0
        }
    }

    /// Hidden states by label, in real numbers.
    private static func byLabel(_ windows: [WindowEmbeddings.Window]) -> [Int: [[Double]]] {
        Dictionary(grouping: windows, by: \.truth).mapValues { $0.map { $0.hidden.map { Double($0) / 32768 } } }
    }

    private static func mean(_ states: [[Double]], units: Int) -> [Double] {
        (0..<units).map { unit in states.reduce(0) { $0 + $1[unit] } / Double(max(1, states.count)) }
    }

    /// What varies about the means of the groups, its trace 1; nil if nothing does.
    private static func scatter(_ groups: some Collection<[[Double]]>, units: Int) -> SymmetricMatrix? {
        var scatter = SymmetricMatrix(count: units)
        for states in groups {
            let mean = mean(states, units: units)
            for state in states { scatter.add(zip(state, mean).map { $0 - $1 }) }
        }
        guard scatter.trace > 0 else { return nil }
        scatter.scale(by: 1 / scatter.trace)
        return scatter
    }
}

private func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

extension DenseLayer {
    /// - Parameter hidden: Q15.
    fileprivate func logits(of hidden: [Int16]) -> [Double] {
        bias.indices.map { row in
            hidden.indices.reduce(Double(bias[row])) { $0 + Double(weights[row, $1]) * Double(hidden[$1]) / 32768 }
        }
    }
}
