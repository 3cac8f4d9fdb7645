import LiveLoop
import WireProtocol

extension ShadowComparison {
    /// For people: what is worth a line.
    var sentence: String? {
        switch verdict {
        case .equal, .notRecomputed, .orientationUnknown, .incomparable: nil
        case .scoresDiffer:
            "window ending at sample \(message.lastIndex): the device has \(deviceScores), this machine \(hostScores)"
        case .decisionDiffers: "window ending at sample \(message.lastIndex): same scores, another decision"
        }
    }
}

extension ShadowStatistics {
    /// The end of a run.
    var sentence: String {
        var sentence =
            "shadow: \(compared) of the device's windows recomputed, \(differing) differ; \(decisions) decisions compared"
        if skipped > 0 { sentence += "; \(skipped) predictions did not arrive" }
        if notRecomputed > 0 { sentence += "; \(notRecomputed) rest on samples that did not arrive" }
        if orientationUnknown > 0 {
            sentence += "; \(orientationUnknown) rest on what the device had learned of gravity from samples that did not arrive"
        }
        if incomparable > 0 { sentence += "; \(incomparable) came without scores, or with those of another number of labels" }
        return sentence
    }
}
