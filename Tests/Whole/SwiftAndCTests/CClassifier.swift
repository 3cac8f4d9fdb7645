import CMotionQClassifier
import MotionCore

/// What both implementations say of one sample.
struct Answer: Equatable {
    var slot: Int
    var endSample: Int
    var label: Int
    var probability: Int16
    var isUnknown: Bool
    var probabilities: [Int16]
}

/// `mq_classifier` on a network that the engine has packed, in memory that begins on no boundary and ends where it was said to.
final class CClassifier {
    /// A pattern that the classifier must leave alone.
    private static let guardByte: UInt8 = 0xA5
    private static let guardBytes = 64

    let kernels: UnsafePointer<mq_kernels>
    private let weights: NetworkWeights
    private let exponentials: UnsafeMutablePointer<Int32>
    private let network: UnsafeMutablePointer<mq_network>
    private let classifier: UnsafeMutablePointer<mq_classifier>
    private let block: UnsafeMutableRawPointer
    private let memory: UnsafeMutableRawPointer
    /// What `mq_classifier_memory` asks for.
    let byteCount: Int
    private let inputs: Int
    private let labels: Int

    /// - Parameter offset: of the memory from a 64-byte boundary, 0 … 63.
    /// - Returns: nil if C refuses.
    init?(_ weights: NetworkWeights, kernels: UnsafePointer<mq_kernels>, offset: Int) {
        self.kernels = kernels
        self.weights = weights
        inputs = weights.shape.inputs
        labels = weights.shape.labels
        exponentials = .allocate(capacity: 257)
        for index in 0..<257 { exponentials[index] = ExponentialTable.nodes[index] }
        network = .allocate(capacity: 1)
        network.initialize(to: weights.layers.pointee)
        network.pointee.exponentials = UnsafePointer(exponentials)
        byteCount = mq_classifier_memory(network)
        block = .allocate(byteCount: offset + byteCount + Self.guardBytes, alignment: 64)
        (block + offset).initializeMemory(as: UInt8.self, repeating: Self.guardByte, count: byteCount + Self.guardBytes)
        classifier = .allocate(capacity: 1)
        classifier.initialize(to: mq_classifier())
        memory = block + offset
        guard mq_classifier_begin(classifier, network, kernels, memory, byteCount) else { return nil }
    }

    deinit {
        exponentials.deallocate()
        network.deallocate()
        classifier.deallocate()
        block.deallocate()
    }

    /// Whether C accepts so many bytes, or no exponentials: it must not.
    func accepts(byteCount: Int, exponentials: Bool = true) -> Bool {
        var other = network.pointee
        if !exponentials { other.exponentials = nil }
        var second = mq_classifier()
        return mq_classifier_begin(&second, &other, kernels, memory, byteCount)
    }

    func restart() { mq_classifier_restart(classifier) }

    func push(_ sample: [Int16]) -> Answer? {
        var window = mq_window()
        guard mq_classifier_push(classifier, sample, &window) else { return nil }
        return Answer(
            slot: window.slot, endSample: Int(window.end), label: window.label, probability: window.probability,
            isUnknown: window.is_unknown,
            probabilities: Array(UnsafeBufferPointer(start: window.probabilities, count: labels)))
    }

    /// Whether nothing was written past the memory.
    var keptWithinBounds: Bool {
        let behind = (memory + byteCount).assumingMemoryBound(to: UInt8.self)
        return (0..<Self.guardBytes).allSatisfy { behind[$0] == Self.guardByte }
    }
}
