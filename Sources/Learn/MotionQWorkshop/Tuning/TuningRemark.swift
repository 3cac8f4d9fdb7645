import Evaluation
public import Formatting

/// Something that whoever tunes should hear of.
public enum TuningRemark: Sendable {
    /// The model names no sampling rate; recordings are taken as they are.
    case noRate(model: String)
    /// Something keeps much of the recordings out of every window.
    case recordings(Sentence)

    /// The remark in words.
    public var sentence: Sentence {
        switch self {
        case .noRate(let model): "\(printable(model)) names no sampling rate; recordings are taken as they are"
        case .recordings(let warning): warning
        }
    }
}

extension TunedModel {
    /// Notes to read before relying on the model, a sentence each.
    public var notes: [Sentence] {
        let most = mostFalsePerHour
        var notes: [Sentence] = []
        if let rate = best.falsePerHour, rate > most {
            notes.append(
                "nothing that was tried keeps to \(String(printing: "%.3g", most)) an hour: "
                    + (best.backgroundSeconds > 0
                        ? "the network takes background for gestures; train it with the background as rest as well"
                        : "the network takes one label for another; evaluate says which"))
        }
        if let upper = best.falsePerHourInterval?.upperBound, most > 0, upper > most, best.falsePerHour ?? 0 <= most {
            let hours = PoissonInterval(count: 0).upper / most
            let watched = String(printing: "%.1f hours", best.budgeted.seconds / 3600)
            let motion = best.backgroundSeconds > 0 ? "background" : "motion"
            notes.append(
                "\(watched) of \(motion) cannot promise less than \(String(printing: "%.2g an hour; %.2g take %.0f hours", upper, most, hours)) "
                    + "without a false event")
        }
        return notes
    }
}
