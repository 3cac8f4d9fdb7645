import CMotionCore
import CMotionQClassifier
import MotionCore
import TestSupport
import Testing

/// The parts of a recogniser in C, of which a test spoils one.
private final class Parts {
    let weights: NetworkWeights
    var exponentials = (0..<257).map { ExponentialTable.nodes[$0] }
    var network: mq_network
    var memory: [UInt8]
    var decisionMemory: [UInt8]
    var values: [Int16]
    var decision = mq_decision_defaults()

    init() throws {
        weights = try NetworkWeights(randomQuantizedNetwork(.init(10, 5, 6, nil, [6], [3]), carriesState: false, seed: 5))
        network = weights.layers.pointee
        memory = [UInt8](repeating: 0, count: mq_recogniser_memory(&network))
        decisionMemory = [UInt8](repeating: 0, count: mq_decision_memory(3, &decision))
        values = [Int16](repeating: 0, count: 6)
    }

    /// What is said of the parts after `spoil`, and whether a recogniser begins with them.
    func refusal(_ spoil: (inout mq_recogniser_parts, inout mq_network) -> Void) -> (refusal: mq_refusal, begins: Bool) {
        exponentials.withUnsafeBufferPointer { nodes in
            network.exponentials = nodes.baseAddress
            return memory.withUnsafeMutableBytes { memory in
                decisionMemory.withUnsafeMutableBytes { decisions in
                    values.withUnsafeMutableBufferPointer { values in
                        withUnsafeMutablePointer(to: &network) { network in
                            var parts = mq_recogniser_parts(
                                network: network, kernels: mq_kernels_available(0), bound: nil, values: values.baseAddress,
                                memory: memory.baseAddress, memory_bytes: memory.count, labels: 3, decision: decision,
                                decision_memory: decisions.baseAddress, decision_bytes: decisions.count)
                            spoil(&parts, &network.pointee)
                            var recogniser = mq_recogniser()
                            return (mq_recogniser_refusal(&parts), mq_recogniser_begin(&recogniser, &parts))
                        }
                    }
                }
            }
        }
    }
}

@Suite("Why a recogniser in C does not begin")
struct BeginRefusalTests {
    typealias Spoil = @Sendable (inout mq_recogniser_parts, inout mq_network) -> Void

    private static let faults: [(mq_refusal, Spoil)] = [
        (MQ_REFUSED_NULL, { parts, _ in parts.network = nil }), (MQ_REFUSED_NULL, { parts, _ in parts.memory = nil }),
        (MQ_REFUSED_NULL, { parts, _ in parts.values = nil }), (MQ_REFUSED_NULL, { parts, _ in parts.decision_memory = nil }),
        (MQ_REFUSED_KERNELS, { parts, _ in parts.kernels = nil }),
        (MQ_REFUSED_EXPONENTIALS, { _, network in network.exponentials = nil }),
        (MQ_REFUSED_MEMORY, { parts, _ in parts.memory_bytes -= 1 }),
        (MQ_REFUSED_LABELS, { parts, _ in parts.labels = 2 }), (MQ_REFUSED_LABELS, { parts, _ in parts.labels = 4 }),
        (MQ_REFUSED_SMOOTHING, { parts, _ in parts.decision.smoothing = 0 }),
        (MQ_REFUSED_DECISION_MEMORY, { parts, _ in parts.decision_bytes -= 1 }),
    ]

    @Test("is told by the part that is at fault, and what is not refused begins", arguments: faults.indices)
    func told(_ index: Int) throws {
        let (expected, spoil) = Self.faults[index]
        let found = try Parts().refusal(spoil)
        #expect(found.refusal == expected && !found.begins)
    }

    @Test("is nothing where all parts are there")
    func none() throws {
        let found = try Parts().refusal { _, _ in }
        #expect(found.refusal == MQ_NOT_REFUSED && found.begins)
    }

    @Test("is a sentence of its own for each refusal and each misfit, and one for numbers that are neither")
    func sentences() {
        let refusals = (0...8).map { String(cString: mq_refusal_sentence(mq_refusal(rawValue: $0))) }
        let misfits = (0...4).map { String(cString: mq_fit_sentence(mq_fit(rawValue: $0))) }
        #expect(Set(refusals + misfits).count == 14)
        #expect((refusals + misfits).allSatisfy { $0.utf8.count > 10 && $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } })
    }

    @Test("of decisions alone is told as well")
    func decisions() {
        var parameters = mq_decision_defaults()
        var memory = [UInt8](repeating: 0, count: 4096)
        #expect(mq_decision_refusal(0, &parameters, &memory, memory.count) == MQ_REFUSED_LABELS)
        #expect(mq_decision_refusal(256, &parameters, &memory, memory.count) == MQ_REFUSED_LABELS)
        #expect(mq_decision_refusal(4, nil, &memory, memory.count) == MQ_REFUSED_NULL)
        #expect(mq_decision_refusal(4, &parameters, &memory, memory.count) == MQ_NOT_REFUSED)
    }
}
