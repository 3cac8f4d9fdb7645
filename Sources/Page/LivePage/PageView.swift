import MotionCore

/// What one page wants to see: so many columns of so many seconds, the newest or up to a sample.
package struct PageView: Equatable {
    package var seconds = 10.0
    package var columns = 600
    /// The sample after the last one that is shown; nil: the newest.
    package var end: Int?

    package static let mostColumns = 4096

    /// - Parameter text: `view SECONDS COLUMNS live`, or a sample in place of `live`; nil if it is something else.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == "view", let seconds = Double(words[1]), (0.1...3600).contains(seconds),
            let columns = Int(words[2]), (1...Self.mostColumns).contains(columns)
        else { return nil }
        (self.seconds, self.columns) = (seconds, columns)
        if words[3] != "live" {
            guard let end = Int(words[3]), end >= 0 else { return nil }
            self.end = end
        }
    }

    package init() {}

    /// Samples of a column at a rate.
    package func samplesPerColumn(rate: Double) -> Int { max(1, Int(saturating: (seconds * rate / Double(columns)).rounded())) }
}
