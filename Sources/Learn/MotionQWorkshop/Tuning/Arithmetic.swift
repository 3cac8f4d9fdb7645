public import Evaluation
import Formatting
public import Models
import MotionCore

/// The numbers in which a network computes.
public enum Arithmetic: String, Sendable, CaseIterable {
    /// Integers of 16 bits, as they run live.
    case q15
    /// Floating point, in double precision.
    case float
}

extension Model {
    /// What runs recordings through the model.
    ///
    /// - Parameters:
    ///   - arithmetic: the numbers in which it computes.
    ///   - name: what the model is called in errors, such as its path.
    /// - Throws: `RequestError` if the model has no network in such numbers; `NetworkError`.
    public func classifier(_ arithmetic: Arithmetic, called name: String) throws -> OfflineClassifier {
        switch arithmetic {
        case .q15:
            guard let network = quantized else {
                throw RequestError(
                    .badData, "\(name) holds no Q15 network\(remedy: "quantize it, or use \(.arithmetic, "float")")")
            }
            return try OfflineClassifier(
                NetworkWeights(network, for: description), features: description.inputs, fractionBits: network.inputFractionBits)
        case .float:
            guard let source = floatModel else {
                throw RequestError(.badData, "\(name) holds no float network\(remedy: "use \(.arithmetic, "q15")")")
            }
            return OfflineClassifier(source)
        }
    }
}
