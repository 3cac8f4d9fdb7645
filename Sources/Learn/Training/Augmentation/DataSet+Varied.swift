import MotionCore
import Randomness
package import Recordings

extension DataSet {
    /// The windows on their own, varied as in training, but where they begin and end: what a network might meet of people who were
    /// not recorded. Their pace is even, and nothing drifts: limits that were fitted on so much variation let nearly everything in
    /// (letters of classes left out, before counterexamples told the limit: 0.09 of them found in place of 0.74). The same
    /// arguments give the same windows.
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
                var varied = varied(sessions[window.session], from: window.start, options, statistics, &random)
                varied.labels = [String](repeating: classes[window.label], count: varied.count)
                return (session: varied, label: window.label)
            }
        }
    }

    /// Counterexamples that no training shows, varied in the same way: what a network is not to take for a stroke that it learned.
    ///
    /// - Parameter seed: draws them and their variations.
    /// - Returns: a session of one window each; none where windows are no strokes.
    package func variedCounterexamples(_ options: AugmentationOptions, seed: UInt64) -> [RecordedSession] {
        let statistics = ChannelStatistics(self)
        return enoughCounterexamples(seed: seed, draw: 1).enumerated().map { number, stroke in
            var random = SeededGenerator(seed: seed, stream: windows.count + number, 0)
            return varied(stroke, from: 0, options, statistics, &random)
        }
    }

    /// More of them than a pass takes, so that each pass has others; memory and the time to tell that they are none of the strokes
    /// are bounded.
    func enoughCounterexamples(seed: UInt64, draw: Int) -> [RecordedSession] {
        counterexamples(min(Self.mostCounterexamples, 4 * windows.count), seed: seed, draw: draw)
    }

    private static let mostCounterexamples = 2000

    private func varied(
        _ recorded: RecordedSession, from start: Int, _ options: AugmentationOptions, _ statistics: ChannelStatistics,
        _ random: inout SeededGenerator
    ) -> RecordedSession {
        let isSixAxes = recorded.channels == .sixAxes
        let up = isSixAxes ? [recorded.up] : recorded.ups
        let variation = Variation(options, hop: self.options.hop, up: up.first ?? SIMD3(), random: &random)
        let others =
            isSixAxes
            ? ChannelVariation()
            : ChannelVariation(options, recorded.channels, first: variation, up: up, statistics, random: &random)
        let width = recorded.width
        let length = self.options.window
        let middle = Double(length) / 2
        var result = RecordedSession(name: recorded.name, subject: recorded.subject, channels: recorded.channels)
        result.labels = [String](repeating: "", count: length)
        result.timestamps = (0..<length).map { Double($0) * 1000 / rate }
        result.values = withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sample in
            recorded.values.withUnsafeBufferPointer { values in
                (0..<length).flatMap { step in
                    let wanted = Double(start) + middle + (Double(step) - middle) * variation.tempo
                    let position = min(max(wanted, 0), Double(recorded.count - 1))
                    let before = Int(saturating: position)
                    let after = min(before + 1, recorded.count - 1)
                    let share = Float(position - Double(before))
                    if isSixAxes {
                        variation.apply(values, before, after, share: share, to: sample)
                    } else {
                        others.apply(values, width: width, before, after, share: share, to: sample)
                    }
                    return (0..<width).map { channel in
                        sample[channel] + statistics.deviation[channel] * Float(options.noise) * random.roughlyNormal()
                    }
                }
            }
        }
        return result
    }
}
