import Formatting
public import Training

extension LearningSettings {
    /// Refuses what no network can learn with: a number outside of its range, or a feature that is not known.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        if let temperature, !(0.05...20).contains(temperature) {
            throw RequestError(
                .usage, "\(.temperature) lies between 0.05 and 20; 1 leaves probabilities as they were learned")
        }
        try checkFeatures()
        try RequestError.require(.hidden, hidden, in: 1...512)
        try RequestError.require(.layers, layers, in: 0...8)
        try RequestError.require(.dense, dense, in: 0...1024)
        try RequestError.require(.context, context, in: 2...1024)
        try RequestError.require(.batch, batch, in: 1...4096)
        try length?.check()
        try RequestError.require(.dropout, dropout, in: 0...0.9)
        try RequestError.require(.weightDecay, weightDecay, in: 0...10)
        try RequestError.require(.learningRate, learningRate, in: 0...1000)
        try RequestError.require(.counterexamples, counterexamples, in: 0...4)
        try variations.check()
    }

    private func checkFeatures() throws(RequestError) {
        guard !isMountedAnyWay || inputs == nil else {
            throw RequestError(
                .usage, "\(.mounting, "any") reads the level frame and nothing else: leave \(.inputs) out")
        }
        guard let features = namedFeatures else { return }
        guard Set(features).count == features.count, !features.isEmpty else {
            throw RequestError(.usage, "\(.inputs) names each feature once")
        }
    }

    /// Refuses what does not go with windows, or with strokes: what a network without an LSTM cannot do, and counterexamples of
    /// what is no stroke.
    func check(isOfStrokes: Bool) throws(RequestError) {
        guard isOfStrokes || (counterexamples ?? 0) == 0 else {
            throw RequestError(
                .usage, "\(.counterexamples) are made of whole strokes: add \(.strokes), or leave them out")
        }
        guard !hasState else { return }
        guard !isOfStrokes else {
            throw RequestError(
                .usage,
                "\(.layers, "0") tells single samples or short windows apart, and a stroke is a motion: leave one of the two out")
        }
        guard state != .carry else {
            throw RequestError(
                .usage, "\(.layers, "0") is a network without a state, so there is nothing to carry: leave \(.state) out")
        }
    }
}

extension TrainingLength {
    /// Refuses fewer than one pass or step, and more than anybody waits for.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        switch self {
        case .passes(let count, let patience):
            try RequestError.require(.epochs, count, in: 1...100_000)
            try RequestError.require(.patience, patience, in: 1...100_000)
        case .cycles(let first, let most):
            try RequestError.require(.steps, first, in: 1...10_000_000)
            guard (1...16).contains(most) else { throw RequestError(.usage, "a training has 1 to 16 cycles, not \(most)") }
        }
    }
}

extension Variations {
    /// Refuses a variation outside of its range.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        if let rotation, rotation.count != 3 || !rotation.allSatisfy({ (0...180).contains($0) }) {
            throw RequestError(.usage, "\(.rotation) is three angles, each between 0 and 180 degrees")
        }
        try RequestError.require(.scale, scale, in: 0...1)
        try RequestError.require(.spin, spin, in: 0...180)
        try RequestError.require(.warp, warp, in: 0...0.5)
        try RequestError.require(.pace, pace, in: 0...3)
        try RequestError.require(.ends, ends, in: 0...0.4)
        try RequestError.require(.drift, drift, in: 0...10)
        try RequestError.require(.noise, noise, in: 0...10)
        try RequestError.require(.labelShift, labelShift, in: 0...0.5)
        try RequestError.require(.gain, gain, in: 0...1)
        try RequestError.require(.offset, offset, in: 0...10)
        try RequestError.require(.missing, missing, in: 0...0.9)
    }
}
