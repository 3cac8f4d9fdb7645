import Models

/// What examples say of their labels: where each lies, and the metric in which windows of the same label vary, half of it
/// strangers', half the examples' own, if there are several of a label.
struct ExemplarSpace {
    /// How much of what varies is that of a ball: of the narrow directions of many units nobody knows much.
    private static let shrinkage = 0.3

    /// `[labels][units]`, real numbers.
    let means: [[Double]]
    /// The mean of those.
    let centre: [Double]
    private let between: SymmetricMatrix
    private let factor: LowerTriangle

    /// - Parameter isOthersOnly: whether the metric is strangers' alone, whatever the examples say.
    /// - Returns: nil if a label has no example, or nothing varies.
    init?(_ exemplars: Exemplars, isOthersOnly: Bool = false) {
        let units = exemplars.units
        let states = Dictionary(grouping: exemplars.labels.indices, by: { exemplars.labels[$0] }).mapValues {
            $0.map { reals(exemplars[$0]) }
        }
        let labels = (states.keys.max() ?? -1) + 1
        guard labels > 0, states.count == labels else { return nil }
        let groups = (0..<labels).map { states[$0] ?? [] }
        let own = isOthersOnly ? nil : SymmetricMatrix(scatterOf: groups, units: units)
        guard let factor = Self.factor(exemplars, own) else { return nil }
        self.factor = factor
        means = groups.map { mean($0, units: units) }
        centre = mean(means, units: units)
        between = SymmetricMatrix(count: units, rows: exemplars.between.map { Double($0) })
    }

    /// L with L Lᵀ what varies.
    private static func factor(_ exemplars: Exemplars, _ own: SymmetricMatrix?) -> LowerTriangle? {
        var within = SymmetricMatrix(count: exemplars.units, rows: exemplars.within.map { Double($0) })
        if let own { within.add(own, times: 1) }
        within.scale(by: 1 / within.trace)
        within.shrink(by: shrinkage)
        return within.cholesky()
    }

    /// W⁻¹, W what varies between strangers' windows of the same label.
    static func strangersInverse(_ exemplars: Exemplars) -> [[Double]]? {
        guard let factor = factor(exemplars, nil) else { return nil }
        return (0..<exemplars.units).map { unit in
            factor.solvedTransposed(factor.solved((0..<exemplars.units).map { $0 == unit ? 1 : 0 }))
        }
    }

    /// W⁻¹ v, W what varies.
    func bent(_ vector: [Double]) -> [Double] { factor.solvedTransposed(factor.solved(vector)) }

    /// How much more what is no label counts than each of the others, where it lies apart.
    private static let weightOfOthers = 4.0

    /// The distance from a label's mean in all directions, Mahalanobis' and squared.
    func squared(_ state: [Double], _ label: Int) -> Double {
        let white = factor.solved(zip(state, means[label]).map { $0 - $1 })
        return dot(white, white)
    }

    /// A few directions of the whitened space in which labels lie apart, those of strangers and these, each with equal weight; as
    /// rows that read a hidden state. Distances along them are Mahalanobis'.
    ///
    /// - Parameter others: hidden states of what is no label, from which the labels are to lie apart as well.
    func directions(_ most: Int, apartFrom others: [[Double]] = []) -> [[Double]] {
        let units = centre.count
        // L⁻¹ B L⁻ᵀ: B is symmetric, so that its rows are its columns.
        let half = (0..<units).map { factor.solved(between.row($0)) }
        let columns = (0..<units).map { unit in factor.solved(half.map { $0[unit] }) }
        var apart = SymmetricMatrix(count: units, rows: columns.flatMap { $0 })
        apart.scale(by: 1 / apart.trace)
        let white = means.map { factor.solved(zip($0, centre).map { $0 - $1 }) }
        if let own = SymmetricMatrix(scatterOf: [white], units: units) { apart.add(own, times: 1) }
        if !others.isEmpty {
            var away = SymmetricMatrix(count: units)
            for state in others {
                for mean in means { away.add(factor.solved(zip(state, mean).map { $0 - $1 })) }
            }
            away.scale(by: 1 / away.trace)
            apart.add(away, times: Self.weightOfOthers)
        }
        return apart.mainDirections(min(most, units)).map { factor.solvedTransposed($0) }
    }
}

/// Of Q15.
func reals(_ values: some Collection<Int16>) -> [Double] { values.map { Double($0) / 32_768 } }

func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

func mean(_ states: [[Double]], units: Int) -> [Double] {
    (0..<units).map { unit in states.reduce(0) { $0 + $1[unit] } / Double(max(1, states.count)) }
}

extension SymmetricMatrix {
    /// What varies about the means of groups, its trace 1; nil if nothing does.
    init?(scatterOf groups: [[[Double]]], units: Int) {
        self.init(count: units)
        for states in groups where states.count > 1 {
            let mean = mean(states, units: units)
            for state in states { add(zip(state, mean).map { $0 - $1 }) }
        }
        guard trace > 0 else { return nil }
        scale(by: 1 / trace)
    }
}
