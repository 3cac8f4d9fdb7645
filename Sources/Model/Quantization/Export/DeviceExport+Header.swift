import Formatting
import Models
import MotionCore

extension DeviceExport {
    /// What a program includes.
    var header: String {
        """
        #ifndef MOTIONQ_NETWORK_H
        #define MOTIONQ_NETWORK_H

        #include "mq_network.h"
        \(places == nil ? "" : "#include \"mq_teach.h\"\n")
        /// Features of a sample, labels, and windows in flight.
        #define MOTIONQ_NETWORK_INPUTS \(weights.shape.inputs)
        #define MOTIONQ_NETWORK_LABELS \(weights.shape.labels)
        #define MOTIONQ_NETWORK_SLOTS \(weights.shape.schedule.slots)
        /// Which network it is: the hash that its image has as well (mq_network_image.h).
        #define MOTIONQ_NETWORK_HASH 0x\(networkHash.hexadecimal)ULL
        /// Samples per second that the network was made for; 0: not known.
        #define MOTIONQ_NETWORK_RATE \(Float(about.rate ?? 0))f
        /// The label that means that nothing happens; -1: none.
        #define MOTIONQ_NETWORK_REST \(decision.restLabel ?? -1)\(derives ? Self.derivesLine : "")
        /// Bytes that its windows need in either engine, on a 64-byte boundary in Swift; those that they need in C, on any, as its
        /// decisions do.
        #define MOTIONQ_NETWORK_MEMORY \(workingBytes)
        #define MOTIONQ_CLASSIFIER_MEMORY \(classifierBytes)
        #define MOTIONQ_DECISION_MEMORY \(decisionBytes)
        /// How scores become events: Q15, windows, Q12, Q12, microseconds; bits with 8 fraction bits.
        #define MOTIONQ_DECISION_THRESHOLD \(decision.threshold)
        #define MOTIONQ_DECISION_SMOOTHING \(decision.smoothing)
        #define MOTIONQ_DECISION_ENTER_RATIO \(decision.enterRatio)
        #define MOTIONQ_DECISION_EXIT_RATIO \(decision.exitRatio)
        #define MOTIONQ_DECISION_REFRACTORY \(decision.refractory)
        #define MOTIONQ_DECISION_EVIDENCE \(decision.evidence)
        #define MOTIONQ_DECISION_EVIDENCE_LEAK \(decision.evidenceLeak)
        #define MOTIONQ_DECISION_EVIDENCE_LIMIT \(decision.evidenceLimit)
        /// What a label needs of the evidence, two bits each: 0 the whole, 1 half, 2 a quarter, 3 twice as much.
        #define MOTIONQ_DECISION_EVIDENCE_SHARES 0x\(decision.evidenceShares.bits.hexadecimal)ULL
        /// All of them: mq_decision_parameters decision = MOTIONQ_DECISION_INIT;
        #define MOTIONQ_DECISION_INIT {\(decisionNumbers)}
        \(places?.header(memory: teachingBytes) ?? "")
        #ifdef __cplusplus
        extern "C" {
        #endif

        extern const mq_network motionq_network;
        extern const mq_network_input motionq_network_inputs[MOTIONQ_NETWORK_INPUTS];
        extern const char *const _Nonnull motionq_network_labels[MOTIONQ_NETWORK_LABELS];
        \(places == nil ? "" : "extern const mq_teachable motionq_teachable;\n")
        // Swift reads C's constants by their addresses.
        static inline const mq_network *_Nonnull motionq_network_address(void) { return &motionq_network; }
        static inline const mq_network_input *_Nonnull motionq_network_inputs_address(void) { return motionq_network_inputs; }

        #ifdef __cplusplus
        }
        #endif
        #endif

        """
    }

    /// In the order of `mq_decision_parameters`; a test holds it to that of the macros.
    private var decisionNumbers: String {
        let numbers: [any BinaryInteger] = [
            decision.threshold, decision.restLabel ?? -1, decision.smoothing, decision.enterRatio, decision.exitRatio,
            decision.refractory, decision.evidence, decision.evidenceLeak, decision.evidenceLimit,
        ]
        return numbers.map { "\($0), " }.joined() + "0x\(decision.evidenceShares.bits.hexadecimal)ULL"
    }

    /// A firmware looks for it, and links what such a network needs.
    private static let derivesLine = """

        /// It reads what no channel has: Sources/Core/CMotionCore/orientation stands before it (mq_derivation.h).
        #define MOTIONQ_NETWORK_DERIVES 1
        """

    /// The header in Swift's words; the numbers stay where C has them.
    var swift: String {
        let labels = about.labels.map { "\"\($0.escapedForSwift)\"" }.joined(separator: ", ")
        let imports = ["CMotionCore", "CMotionQNetwork", "MotionCore"].map { "import \($0)" }.joined(separator: "\n")
        return """
            \(imports)

            /// The network that this firmware was built with.
            enum ExportedNetwork {
                /// Ready to run, by the fastest inner loops of this machine.
                static var packed: PackedNetwork? {
                    mq_kernels_preferred().map { PackedNetwork(motionq_network_address(), kernels: $0) }
                }

                /// One element for each input.
                typealias PerInput<Element> = InlineArray<\(weights.shape.inputs), Element>

                static let labels: InlineArray<\(about.labels.count), StaticString> = [\(labels)]

                /// Samples per second that it was made for; 0: not known.
                static var rate: Float { MOTIONQ_NETWORK_RATE }

                /// Which network it is: the hash that its image has as well.
                static var hash: UInt64 { MOTIONQ_NETWORK_HASH }

                static var decision: DecisionParameters {
                    var parameters = DecisionParameters()
                    parameters.threshold = \(decision.threshold)
                    parameters.restLabel = \(decision.restLabel.map { "\($0)" } ?? "nil")
                    parameters.smoothing = \(decision.smoothing)
                    parameters.enterRatio = \(decision.enterRatio)
                    parameters.exitRatio = \(decision.exitRatio)
                    parameters.refractory = \(decision.refractory)
                    parameters.evidence = \(decision.evidence)
                    parameters.evidenceLeak = \(decision.evidenceLeak)
                    parameters.evidenceLimit = \(decision.evidenceLimit)
                    parameters.evidenceShares = EvidenceShares(bits: MOTIONQ_DECISION_EVIDENCE_SHARES)
                    return parameters
                }
            }

            """
    }

    var moduleMap: String {
        """
        module CMotionQNetwork {
            header "network.h"
            export *
        }

        """
    }
}
