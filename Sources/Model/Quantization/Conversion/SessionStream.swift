package import Models
package import MotionCore
package import Recordings

/// Recorded sessions through a network in integers, sample by sample: physical values become integers, and every window in flight
/// goes a step on. Whatever runs recordings through a network stands on it, but for the front door, whose recogniser decides, too.
package struct SessionStream {
    /// The windows in flight; their probabilities and hidden states are asked of it.
    package let windows: OwnedWindowStream
    private let features: [InputFeature]
    /// The place of each feature among the quantities of a session.
    private let columns: [Int]
    private let fractionBits: Int

    /// - Parameters:
    ///   - weights: the network.
    ///   - features: what it reads.
    ///   - fractionBits: of its inputs, 0 … 15.
    package init(_ weights: NetworkWeights, features: [InputFeature], fractionBits: Int) {
        windows = OwnedWindowStream(weights)
        self.features = features
        columns = features.recordedColumns
        self.fractionBits = fractionBits
    }

    /// The integers of a pair.
    ///
    package init(_ pair: NetworkPair) {
        self.init(pair.weights, features: pair.description.inputs, fractionBits: pair.quantized.inputFractionBits)
    }

    /// The integers of a pair, of which is known where recordings hold what it reads.
    init(_ pair: NetworkPair, columns: [Int]) {
        windows = OwnedWindowStream(pair.weights)
        features = pair.description.inputs
        self.columns = columns
        fractionBits = pair.quantized.inputFractionBits
    }

    /// The next sample is the first of a session.
    package func restart() { windows.restart() }

    /// A sample as the network reads it before it is quantized: one value for each feature, in physical units.
    package func physical(_ session: RecordedSession, at index: Int) -> [Double] { session.quantities(columns, at: index) }

    /// Takes a sample that `physical` told.
    ///
    /// - Returns: the window that it completed, if any.
    package func push(_ physical: [Double]) -> ClassifiedWindow? {
        windows.push(features.quantized(physical, fractionBits: fractionBits).span)
    }

    /// Takes a sample of a session.
    ///
    /// - Returns: the window that it completed, if any.
    package func push(_ session: RecordedSession, at index: Int) -> ClassifiedWindow? { push(physical(session, at: index)) }
}
