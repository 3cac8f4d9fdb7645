import Models
import MotionCore

/// How many bits the weights of a converted network have.
public enum WeightStorage: Sendable {
    /// 16.
    case words
    /// 8 in those matrices of recurrent and dense layers in which that could move no probability far on the recordings, else 16.
    case bytesWhereClose
}

/// Finds the matrices of a network whose weights may have 8 bits: all of them, and as long as some probability could move too far,
/// all but the one that alone could move one farthest.
struct WeightNarrowing {
    /// The most that a probability could move by on the recordings.
    static let mostMoved = 0.0125

    private let words: NetworkPair
    private let variants: [(source: FloatModel, ranges: ActivationRanges)]
    private let trials: QuantizationTrials
    private let reference: [Int32]

    /// - Parameters:
    ///   - words: the network with 16 bits.
    ///   - variants: ways to round the same network.
    init(_ words: NetworkPair, variants: [(source: FloatModel, ranges: ActivationRanges)], trials: QuantizationTrials) {
        (self.words, self.variants, self.trials) = (words, variants, trials)
        reference = trials.logits(of: words)
    }

    /// The network with as many bytes as there may be.
    func narrowed() -> NetworkPair {
        var places = Self.places(in: words.quantized)
        var alone: [MatrixPlace: Double] = [:]
        while !places.isEmpty {
            let (pair, largest) = closest(with: Set(places))
            if largest <= Self.mostMoved { return pair }
            for place in places where alone[place] == nil { alone[place] = closest(with: [place]).largest }
            guard let farthest = places.max(by: { (alone[$0] ?? 0) < (alone[$1] ?? 0) }) else { break }
            places.removeAll { $0 == farthest }
        }
        return words
    }

    /// The variant that usually stays closest to the network with 16 bits, and how far it could move a probability; farther than
    /// any may if no scale carries such bytes.
    private func closest(with bytes: Set<MatrixPlace>) -> (pair: NetworkPair, largest: Double) {
        let pairs = variants.compactMap { try? Conversion.quantized($0.source, $0.ranges, bytes: bytes) }
        let moves = trials.moves(of: pairs, from: reference)
        guard let best = moves.indices.min(by: { (moves[$0].usual, $0) < (moves[$1].usual, $1) }) else { return (words, .infinity) }
        return (pairs[best], moves[best].largest)
    }

    /// Every matrix of the recurrent and dense layers.
    private static func places(in network: QuantizedNetwork) -> [MatrixPlace] {
        network.lstm.indices.flatMap { index in [0, 1].map { MatrixPlace(layer: .lstm(index), term: $0) } }
            + network.dense.indices.map { MatrixPlace(layer: .dense($0), term: 0) }
    }
}
