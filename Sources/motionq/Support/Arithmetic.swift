import ArgumentParser
import Evaluation
import Models
import MotionCore

/// In which numbers a network computes.
enum Arithmetic: String, ExpressibleByArgument, CaseIterable {
    case q15
    case float
}

extension Model {
    /// What runs recordings through it.
    ///
    /// - Parameter path: for messages.
    func classifier(_ arithmetic: Arithmetic, path: String) throws -> OfflineClassifier {
        switch arithmetic {
        case .q15:
            guard let network = quantized else {
                throw Refusal(.badData, "\(path) holds no Q15 network; quantize it, or use --arithmetic float")
            }
            return try OfflineClassifier(
                NetworkWeights(network, for: description), features: description.inputs, fractionBits: network.inputFractionBits)
        case .float:
            guard let source = floatModel else {
                throw Refusal(.badData, "\(path) holds no float network; use --arithmetic q15")
            }
            return try OfflineClassifier(source)
        }
    }
}
