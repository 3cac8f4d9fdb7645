import WireProtocol

// What the live loop commands and counts, as `print` shows it.

extension FeedbackTable.Entry: CustomStringConvertible {
    /// `label 1 enters: led 0 on`.
    public var description: String { "label \(label) \(onEnter ? "enters" : "leaves"): \(action)" }
}

extension FeedbackTable: CustomStringConvertible {
    /// Its entries, one after the other.
    public var description: String { entries.isEmpty ? "no feedback" : entries.map(\.description).joined(separator: "; ") }
}

extension LiveStatistics: CustomStringConvertible {
    /// `1200 samples, 0 lost, 0 damaged frames; 230 windows, 3 events`.
    public var description: String {
        let damaged = frames.crcErrors + frames.framingErrors
        return "\(samples) samples, \(lostSamples) lost, \(damaged) damaged frames; \(windows) windows, \(entered) events"
    }
}
