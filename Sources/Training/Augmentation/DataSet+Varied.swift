import Randomness
package import Recording

extension DataSet {
    /// The windows on their own, varied as in training, but where they begin and end: what a network might meet of people who were
    /// not recorded. Their pace is even, and nothing drifts: limits that are fitted on so much variation let nearly everything in
    /// (letters of classes left out: 0.09 of them told in place of 0.74). The same arguments give the same windows.
    ///
    /// - Parameters:
    ///   - copies: of each window.
    ///   - seed: draws the variations.
    /// - Returns: a session of one window each, and its class.
    package func variedWindows(
        _ options: AugmentationOptions, copies: Int, seed: UInt64
    ) -> [(session: RecordedSession, label: Int)] {
        let statistics = ChannelStatistics(self)
        return windows.enumerated().flatMap { number, window in
            (0..<copies).map { copy in
                var random = SeededGenerator(seed: seed, stream: number, copy)
                return (session: varied(window, options, statistics, &random), label: window.label)
            }
        }
    }

    private func varied(
        _ window: Window, _ options: AugmentationOptions, _ statistics: ChannelStatistics, _ random: inout SeededGenerator
    ) -> RecordedSession {
        let recorded = sessions[window.session]
        let variation = Variation(options, hop: self.options.hop, up: recorded.up, random: &random)
        let length = self.options.window
        let middle = Double(length) / 2
        var result = RecordedSession(name: recorded.name, subject: recorded.subject)
        result.labels = [String](repeating: classes[window.label], count: length)
        result.timestamps = (0..<length).map { Double($0) * 1000 / rate }
        result.values = withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { sample in
            recorded.values.withUnsafeBufferPointer { values in
                (0..<length).flatMap { step in
                    let wanted = Double(window.start) + middle + (Double(step) - middle) * variation.tempo
                    let position = min(max(wanted, 0), Double(recorded.count - 1))
                    let before = Int(position)
                    let after = min(before + 1, recorded.count - 1)
                    variation.apply(values, before, after, share: Float(position - Double(before)), to: sample)
                    return (0..<6).map { channel in
                        sample[channel] + statistics.deviation[channel] * Float(options.noise) * random.roughlyNormal()
                    }
                }
            }
        }
        return result
    }
}
