public import Formatting
import Models
package import MotionCore

/// Why a model cannot run on a device.
public struct MisfitError: ExplainedError, Equatable {
    /// What does not fit, for callers that act on it.
    public enum Reason: Sendable, Equatable {
        /// A channel is missing, or its scale cannot be expressed.
        case channels
        /// It samples at another rate than the model's, and cannot be brought to it.
        case rate
        /// Another major version of the protocol.
        case version
        /// There is nothing to compare with: the device does not classify.
        case shadow
    }

    /// What does not fit.
    public var reason: Reason
    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// What is wrong and how to mend it, without a full stop.
    public var sentence: Sentence

    /// A misfit in words.
    public init(reason: Reason, sentence: Sentence) {
        self.reason = reason
        self.sentence = sentence
    }

    /// The kind of failure, for programs that end with a code.
    public var kind: FailureKind { reason == .version ? .unavailable : .badData }
}

extension MisfitError {
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
