import Formatting
public import MotionCore

// What was recognised, as `print` shows it. Labels are numbers here: the names stand in the model's description.

/// A Q15 share with two decimals.
private func share(_ probability: Int16) -> Double { (Double(probability) / 327.68).rounded() / 100 }

extension ClassifiedWindow: CustomStringConvertible {
    /// `window to sample 40, slot 0: label 2, 0.98`.
    public var description: String { "window to sample \(endSample), slot \(slot): label \(label), \(share(probability))" }
}

extension Decision: CustomStringConvertible {
    /// `label 2 (0.97), label 2 enters`; `unknown (0.45)`.
    public var description: String {
        let name = "\(label.map { "label \($0)" } ?? "unknown") (\(share(confidence)))"
        guard let active else { return name }
        switch phase {
        case .enter: return "\(name), label \(active) enters"
        case .hold: return "\(name), label \(active) is held"
        case .exit: return "\(name), label \(active) leaves"
        case .none: return name
        }
    }
}

extension RecognisedWindow: CustomStringConvertible {
    /// `window to sample 40, slot 0: label 2, 0.98; decided: label 2 (0.97), label 2 enters`.
    public var description: String { "\(window); decided: \(decision)" }
}

extension LiveWindow: CustomStringConvertible {
    /// `3.2 s: window to sample 40, …; 2 commands after 43 µs`.
    public var description: String {
        let seconds = (Double(streamTime) / 10_000).rounded() / 100
        return "\(seconds) s: \(window); decided: \(decision); \(commands) command\(commands == 1 ? "" : "s") after \(latency) µs"
    }
}

extension QuantizedNetwork: CustomStringConvertible {
    /// `6 inputs → LSTM 24 → dense 4, int16`.
    public var description: String {
        let whole = convolution.map { ["convolution \($0.rows)"] } ?? []
        let layers =
            whole + front.map { $0.operation.kind.words($0.field, units: $0.rows) }
            + lstm.map { "\($0.cell.name) \($0.rows / 4)" } + dense.map { "dense \($0.affine.rows)" }
        return "\(inputs) inputs → \(layers.joined(separator: " → ")), int16"
    }
}
