/// Rounds a row of a map so that its errors cancel on the inputs that were seen, instead of each weight to its nearest step: what
/// one weight is wrong by, the columns after it, and at last the bias, make up for as far as they go together with its input.
///
/// The idea is that of optimal brain compression and GPTQ (Frantar and Alistarh, 2022), here as error feedback. With the moments
/// factored as U D Uᵀ (U upper triangular, ones on its diagonal), input k is Σ over j ≥ k of U[k, j] · r[j] with residuals r that
/// do not go together, so that the row's error on residual j is Σ over k ≤ j of δ[k] · U[k, j]: weight j is rounded to make that
/// small.
struct CompensatedRounding: Sendable, Equatable {
    private let size: Int
    /// U, row-major, the part above the diagonal alone.
    private var factor: [Double]

    /// Steps by which a weight may differ from what it was: bounds the row's sums whatever the moments are.
    static let mostSteps = 1.5

    /// nil if too little was seen for so many columns.
    ///
    /// - Parameter damping: of each moment, added to it: as if every input had a little noise of its own, so that nothing is fitted
    ///   that is not there.
    init?(_ moments: SecondMoments?, damping: Double) {
        guard let moments, !moments.sums.isEmpty, moments.count >= 4 * moments.columns else { return nil }
        size = moments.columns + 1
        var work = moments.sums
        let size = size
        for k in 0..<size - 1 { work[k * size + k] = work[k * size + k] * (1 + damping) + 1e-12 }
        work.withUnsafeMutableBufferPointer { work in
            for last in stride(from: size - 1, to: 0, by: -1) {
                let pivot = work[last * size + last]
                for row in 0..<last where work[row * size + last] != 0 {
                    let share = work[row * size + last] / pivot
                    // Upper triangle only: column `last` of the rows above is the pivot's column.
                    for column in row..<last { work[row * size + column] -= share * work[column * size + last] }
                }
                for row in 0..<last { work[row * size + last] /= pivot }
            }
        }
        factor = work
    }

    /// - Parameters:
    ///   - row: the weights, and the bias.
    ///   - bits: fraction bits of each.
    /// - Returns: integers.
    func round(_ row: [Double], bits: [Int]) -> [Double] {
        var targets = row
        var rounded = row
        for k in 0..<size {
            let scale = exp2(bits[k])
            rounded[k] = (targets[k] * scale).rounded()
            // The bias, which comes last, goes where it must.
            if k < size - 1 {
                let exact = row[k] * scale
                let (least, most) = ((exact - Self.mostSteps).rounded(.up), (exact + Self.mostSteps).rounded(.down))
                rounded[k] = min(most, max(least, rounded[k]))
            }
            let error = row[k] - rounded[k] / scale
            for later in k + 1..<size { targets[later] += error * factor[k * size + later] }
        }
        return rounded
    }

    /// Column k of what was seen was multiplied by `scale(k)`.
    mutating func scale(by scale: (Int) -> Double) {
        let factors = (0..<size - 1).map(scale) + [1]
        for row in 0..<size {
            for column in row + 1..<size { factor[row * size + column] *= factors[row] / factors[column] }
        }
    }
}

/// How the weights of each map of a network are rounded; nil: each to its nearest step.
struct NetworkRounding: Sendable, Equatable {
    private let readsWindows: Bool
    /// The front layer that reads the inputs first, others than those that pool; nil: it is an LSTM layer, or a convolution.
    private let firstFront: Int?
    private(set) var front: [CompensatedRounding?]
    private(set) var convolution: CompensatedRounding?
    private(set) var lstm: [CompensatedRounding?]
    private(set) var dense: [CompensatedRounding?]

    /// Damping of what is quantized once, without trials.
    static let usualDamping = 1e-3

    init(_ moments: ActivationMoments, damping: Double) {
        readsWindows = moments.convolution != nil
        convolution = CompensatedRounding(moments.convolution, damping: damping)
        firstFront = moments.front.firstIndex { $0 != nil }
        front = moments.front.map { CompensatedRounding($0, damping: damping) }
        lstm = moments.lstm.map { CompensatedRounding($0, damping: damping) }
        dense = moments.dense.map { CompensatedRounding($0, damping: damping) }
    }

    /// Whether any map's errors are made to cancel.
    var hasAny: Bool { convolution != nil || (front + lstm + dense).contains { $0 != nil } }

    /// The network's inputs were multiplied by these.
    mutating func scaleInputs(by factors: [Double]) {
        if readsWindows {
            convolution?.scale { factors[$0 % factors.count] }
        } else if let firstFront {
            front[firstFront]?.scale { factors[$0 % factors.count] }
        } else if !lstm.isEmpty {
            lstm[0]?.scale { $0 < factors.count ? factors[$0] : 1 }
        } else {
            dense[0]?.scale { factors[$0 % factors.count] }
        }
    }
}
