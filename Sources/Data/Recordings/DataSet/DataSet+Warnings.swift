import Formatting

extension DataSet {
    /// What keeps more than one sample in twenty out of every window, a sentence each with what mends it; none if all is well. What
    /// was left out on purpose, by its label, is no loss.
    public var warnings: [String] {
        leftOut.warnings(of: sessions.reduce(0) { $0 + $1.count }, options)
    }
}

extension DataSet.LeftOut {
    /// - Parameter samples: of all stretches that are long enough.
    func warnings(of samples: Int, _ options: DataSet.Options) -> [String] {
        let short = shortStretches.samples
        let all = samples + short
        func warning(_ samples: Int, _ what: String) -> String? {
            guard samples * 20 > all else { return nil }
            return String(printing: "%.0f %% of the samples ", 100 * Double(samples) / Double(all)) + what
        }
        let window = "\(options.window) samples"
        return missingSentences
            + [
                warning(short, "are in stretches shorter than a window (\(window)): a smaller window would use them"),
                warning(
                    samplesAfterLastWindow, "come after the last window of a stretch: a smaller window or hop would use them"),
                warning(
                    min(all, mixedWindows * options.hop),
                    "begin windows of several labels, which are dropped: without dropping them each gets the label that most of it has"
                ),
            ].compactMap { $0 }
    }
}
