import Formatting
package import MotionCore

/// One window of motion, and what the network says of it.
public struct MotionWindow: Sendable, Equatable {
    /// The most probable label, the first one of equals, and its probability, 0 … 1.
    public let label: String
    /// The probability of that label, 0 … 1.
    public let probability: Double
    /// The model's labels, and the probability of each, in the same order.
    public let labels: [String]
    /// The probability of each label, 0 … 1, in their order.
    public let probabilities: [Double]
    /// Whether it is unlike all that the model learned, so that its label means nothing; false for a model that cannot tell.
    public let isUnknown: Bool
    /// The samples that it covers, at the model's rate, counted from 0; after a gap or in another session they are counted from 0
    /// again.
    public let samples: Range<Int>
    /// When its last sample was taken: seconds since the stream's first one, or on the clock that `push` was given.
    public let time: Double
    /// The session of the recording that it belongs to; nil when live.
    public let session: String?
    /// The label that the last windows agree on; nil, “unknown”, while none reaches the threshold.
    public let settledLabel: String?
    /// What begins or ends with this window, if anything.
    public let event: MotionEvent?

    /// The probability of a label, 0 … 1; nil if the model does not know it.
    public func probability(of label: String) -> Double? {
        labels.firstIndex(of: label).map { probabilities[$0] }
    }

    /// - Parameter scores: Q15, one a label.
    package init(
        _ window: ClassifiedWindow, _ decision: Decision, scores: UnsafePointer<Int16>, of model: MotionModel, time: UInt64,
        session: String?
    ) {
        labels = model.labels
        label = labels[window.label]
        probability = window.probability.q15Value
        probabilities = (0..<labels.count).map { scores[$0].q15Value }
        isUnknown = window.isUnknown
        samples = window.endSample - model.windowLength..<window.endSample
        self.time = Double(time) / 1_000_000
        self.session = session
        settledLabel = decision.label.map { [labels] in labels[$0] }
        event = MotionEvent(decision, labels: labels, time: self.time)
    }
}

extension MotionWindow: CustomStringConvertible {
    /// `samples 40–79: shake 98.4 %`.
    public var description: String {
        let begin = session.map { "\(printable($0)), " } ?? ""
        return begin + "samples \(samples.lowerBound)–\(samples.upperBound - 1): \(label) "
            + Numbers.percent(probability, decimals: 1)
    }
}

/// A gesture or activity that begins or ends.
public struct MotionEvent: Sendable, Equatable, CustomStringConvertible {
    /// Which end of it.
    public enum Phase: Sendable, Equatable {
        /// It begins.
        case entered
        /// It ends.
        case left
    }

    /// Whether it begins or ends.
    public let phase: Phase
    /// Which gesture or activity.
    public let label: String
    /// When the last sample of the window that decided it was taken, as `MotionWindow.time`.
    public let time: Double
    /// The smoothed probability of the most probable label at that moment, 0 … 1; 0 if the stream ended or was silent for too long.
    public let confidence: Double

    package init(_ phase: Phase, label: String, time: Double, confidence: Double) {
        self.phase = phase
        self.label = label
        self.time = time
        self.confidence = confidence
    }

    init?(_ decision: Decision, labels: [String], time: Double) {
        guard let active = decision.active, decision.phase == .enter || decision.phase == .exit else { return nil }
        self.init(
            decision.phase == .enter ? .entered : .left, label: labels[active], time: time,
            confidence: decision.confidence.q15Value)
    }

    /// `12.40 s  ▶ shake`.
    public var description: String {
        String(printing: "%.2f s  ", time) + (phase == .entered ? "▶ " : "■ ") + label
    }
}
