extension FormatCandidate {
    /// The median acceleration in counts, where a sensor's counts come of which nobody said what they are worth, and what is usual
    /// makes no gravity of them; nil where it does, or nothing is to be doubted.
    ///
    /// - Parameter median: the length in g, by what is usual.
    func countsWithoutGravity(_ median: Double, _ options: ForeignOptions) -> Double? {
        guard let choice, choice.stream.isInCounts, options.scale == nil, !choice.autopilot.isArduPilot else { return nil }
        return (0.6...1.4).contains(median) ? nil : median / MAVLinkDecoder.usualScale.gPerCount
    }
}
