import CMotionCore

/// A `WindowStream` in memory of its own: overlapping windows over a stream, advanced sample by sample.
///
///     let classifier = OwnedWindowStream(weights)
///     for sample in samples {                       // F inputs each, in the network's Q-format
///         if let window = classifier.push(sample) { print(window.endSample, window.label, window.probability) }
///     }
///
/// Allocates in its initialiser and never again. One thread at a time.
public final class OwnedWindowStream {
    /// The network that it runs.
    public let weights: NetworkWeights
    private let block: HeapBlock
    private var stream: WindowStream

    /// No window in flight, no sample seen. Allocates all memory that the stream will ever need.
    public init(_ weights: NetworkWeights) {
        self.weights = weights
        let byteCount = WindowStream.bytes(for: weights.network)
        block = HeapBlock(byteCount: byteCount)
        stream = WindowStream(weights.network, memory: block.start, byteCount: byteCount)
    }

    /// Samples pushed since the last restart.
    public var samplesSeen: Int {
        @_noAllocation get { stream.samplesSeen }
    }

    /// Forgets all windows in flight and all carried state: what follows a gap is a new sequence.
    @_noAllocation
    public func restart() { stream.restart() }

    /// Takes the next sample.
    ///
    /// - Parameter inputs: `inputs` values in the network's Q-format. Traps on another count.
    /// - Returns: the window that this sample completed, if any. At most one window ends at a time.
    @_noAllocation
    public func push(_ inputs: Span<Int16>) -> ClassifiedWindow? { stream.push(inputs) }

    /// The last LSTM layer's hidden state in Q15 at the end of the window that was completed last; empty without an LSTM.
    /// Allocates.
    package func hidden(of window: ClassifiedWindow) -> [Int16] {
        let network = weights.network
        guard let lstm = network.lstm, let hidden = stream.hidden(of: window) else { return [] }
        return Array(UnsafeBufferPointer(start: hidden, count: lstm[network.shape.lstmLayers - 1].rows / 4))
    }

    /// Probability in Q15 of one label of the window that was completed last. Traps on a label the network does not have.
    @_noAllocation
    public func probability(of label: Int) -> Int16 { stream.probability(of: label) }

    /// Logits of the window that was completed last, one per label, in Q12. Valid until the next sample.
    package var logits: UnsafePointer<Int32> { stream.logits }
}
