public import Formatting
import Models
package import MotionCore

/// Why a model cannot run on a device.
public struct MisfitError: ExplainedError, Equatable {
    /// What does not fit, for callers that act on it.
    public enum Reason: Sendable, Equatable {
        /// A channel is missing, or its scale cannot be expressed.
        case channels
        case rate
        /// Another major version of the protocol.
        case version
        /// There is nothing to compare with: the device does not classify.
        case shadow
    }

    public var reason: Reason
    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// What is wrong and how to mend it, without a full stop.
    public var sentence: Sentence

    public init(reason: Reason, sentence: Sentence) {
        self.reason = reason
        self.sentence = sentence
    }

    public var kind: FailureKind { reason == .version ? .unavailable : .badData }
}

extension MisfitError {
    static let noShadow = MisfitError(
        reason: .shadow,
        sentence: "the device does not classify by itself, so there is nothing to compare"
            + "\(remedy: "flash a firmware that holds the network (\(code: .export)), or leave \(.shadow) out")")

    static let otherVersion = MisfitError(
        reason: .version,
        sentence:
            "the device speaks another major version of the protocol than 1\(remedy: "update its firmware, or use a matching motionq")"
    )

    /// - Parameter classifies: the device classifies by itself, so that its rate is not to be touched.
    package init(_ misfit: Misfit, _ sensor: SensorDescription, _ model: LiveModel, classifies: Bool = false) {
        switch misfit {
        case .rate:
            let rate = Numbers.hertz(Double(sensor.rate))
            let wanted = model.description.rate.map(Numbers.hertz) ?? rate
            self.init(
                reason: .rate,
                sentence: classifies
                    ? "the device classifies at \(rate), the model was made for \(wanted): it is not the model that the device holds"
                    : "the device samples at \(rate), the model was made for \(wanted)\(remedy: "set the device's rate or use another model")"
            )
        case .channel(let input):
            let name = model.description.inputs[input].name
            self.init(
                reason: .channels,
                sentence: "the model reads “\(printable(name))”, which the device does not send: it sends \(sensor.listedNames)"
                    + "\(remedy: "use a model for its channels")")
        case .scale(let input):
            let name = model.description.inputs[input].name
            let source = sensor.source(named: name)
            let scale = source.map { sensor.channels[$0.channel].scale } ?? 0
            self.init(
                reason: .channels,
                sentence: "the device's scale of “\(name)” (\(scale) a count) does not fit the model's input format")
        }
    }
}
