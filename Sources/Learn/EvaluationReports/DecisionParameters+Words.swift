import Formatting
package import MotionCore

extension DecisionParameters {
    /// `when evidence reaches 12 bits (less 0.75 a window, at most 6 from one); leaves at 1.4, quiet for 0.3 s; averages 3
    /// windows; but up 3 bits`.
    ///
    /// - Parameter labels: of the model.
    package func words(_ labels: [String]) -> String {
        let entering =
            evidence > 0
            ? String(
                printing: "when evidence reaches %.4g bits (less %.4g a window, at most %.4g from one)", Double(evidence) / 256,
                Double(evidenceLeak) / 256, Double(evidenceLimit) / 256)
            : String(
                printing: "when a label reaches %.4g and %.4g times any other", Double(threshold) / 32768, Double(enterRatio) / 4096
            )
        return entering
            + String(
                printing: "; leaves at %.4g, quiet for %.4g s; averages ", Double(exitRatio) / 4096, Double(refractory) / 1_000_000)
            + "\(smoothing) window\(smoothing == 1 ? "" : "s")" + sharesInWords(labels)
    }

    /// The labels that need another evidence than the others, and how many bits.
    package func shares(_ labels: [String]) -> [(label: String, bits: Double)] {
        guard evidence > 0 else { return [] }
        return labels.indices.filter { evidenceShares[$0] != .whole }.map { (labels[$0], Double(evidence(toEnter: $0)) / 256) }
    }

    private func sharesInWords(_ labels: [String]) -> String {
        let own = shares(labels).map { printable($0.label) + String(printing: " %.4g", $0.bits) }
        return own.isEmpty ? "" : "; but " + own.joined(separator: ", ") + " bits"
    }
}
