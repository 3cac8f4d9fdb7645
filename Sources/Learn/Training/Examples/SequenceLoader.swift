import MotionCore
package import Randomness
import Recordings

/// Puts recorded sequences into a group: varied, normalised, a lane each.
package struct SequenceLoader: Sendable {
    let set: TrainingSet
    let statistics: ChannelStatistics
    /// Channel of each input feature.
    let channels: [Int]
    /// The sample weight of each class.
    let classWeights: [Float]
    /// What is done to each input feature.
    private let features: [Feature]
    /// Of each input feature.
    private let deviations: [Float]
    private let options: AugmentationOptions
    /// Whether something is read that stands in the level frame.
    private let isLevel: Bool
    /// What a sample holds, and whether that is one sensor's six axes alone.
    private let layout: NamedChannels
    private let hasSixAxes: Bool
    /// Of each session, and of each sensor in it.
    private let ups: [[SIMD3<Float>]]

    private struct Feature: Sendable {
        var channel: Int
        /// Deviation in physical units.
        var noise: Float
        var mean: Float
        var deviation: Float
    }

    package init(
        _ set: TrainingSet, statistics: ChannelStatistics, channels: [Int], classWeights: [Float],
        augmentation: AugmentationOptions
    ) {
        self.set = set
        self.statistics = statistics
        self.channels = channels
        self.classWeights = classWeights
        options = augmentation
        let layout = set.sessions.first?.channels ?? .sixAxes
        isLevel = channels.contains { layout.isLevel($0) }
        self.layout = layout
        hasSixAxes = layout == .sixAxes
        ups = set.sessions.map { layout == .sixAxes ? [$0.up] : $0.ups }
        features = channels.map { channel in
            Feature(
                channel: channel, noise: statistics.deviation[channel] * Float(augmentation.noise),
                mean: statistics.mean[channel], deviation: statistics.deviation[channel])
        }
        deviations = channels.map { statistics.deviation[$0] }
    }

    /// Fills one lane; `random` is the sequence's own.
    ///
    /// - Parameter index: of a sequence; those after the last one are the counterexamples.
    package func load(_ index: Int, into group: SequenceGroup, lane: Int, random: inout SeededGenerator) {
        let count = set.sequences.count
        let sequence = index < count ? set.sequences[index] : set.counterexamples[index - count]
        let up = ups[sequence.session]
        let variation = Variation(
            options, hop: set.data.options.hop, up: up.first ?? SIMD3(), isLevel: isLevel, random: &random)
        let moved = place(sequence, movedBy: variation.shift)
        // Drawn only where it is wanted: the other networks stay the same to the byte.
        let labelled = options.labelShift > 0 ? place(moved, movedBy: labelShift(&random)) : moved
        setTargets(session: labelled.session, start: labelled.start, group, lane)
        let unevenness = Unevenness(
            options, steps: set.steps, window: set.data.options.window, deviations: deviations, random: &random)
        let others =
            hasSixAxes
            ? ChannelVariation() : ChannelVariation(options, layout, first: variation, up: up, statistics, random: &random)
        fill(moved, variation, others, unevenness, group, lane, &random)
    }

    /// Fills one lane with a stretch as it was recorded; where the session ends before the stretch, its last sample is
    /// repeated without targets.
    package func load(session: Int, start: Int, into group: SequenceGroup, lane: Int) {
        var random = SeededGenerator(seed: 0)
        setTargets(session: session, start: start, group, lane)
        fill(
            TrainingSet.Sequence(session: session, start: start), Variation(), ChannelVariation(), Unevenness(), group, lane,
            &random)
    }

    /// Samples by which the label is read elsewhere.
    private func labelShift(_ random: inout SeededGenerator) -> Int {
        let reach = options.labelShift * Double(set.data.options.window)
        return Int(saturating: random.uniform(-reach...reach).rounded())
    }

    private func setTargets(session: Int, start: Int, _ group: SequenceGroup, _ lane: Int) {
        guard !set.isCounterexample(session: session) else { return group.setCounterexample(lane: lane) }
        for (position, step) in group.supervisedSteps.enumerated() {
            let target = set.label(session: session, start: start + step + 1 - set.data.options.window)
            group.setTarget(target, sampleWeight: target.map { classWeights[$0] } ?? 0, position: position, lane: lane)
        }
    }

    /// The sequence some samples later, or where it was if it would leave the recording or a single window would have no label
    /// there.
    private func place(_ sequence: TrainingSet.Sequence, movedBy shift: Int) -> TrainingSet.Sequence {
        let start = sequence.start + shift
        guard start >= 0, start + set.steps <= set.sessions[sequence.session].count else { return sequence }
        guard set.supervisedSteps.count > 1 || set.label(session: sequence.session, start: start) != nil else { return sequence }
        return TrainingSet.Sequence(session: sequence.session, start: start)
    }

    /// Varied, normalised samples into one lane of the group's inputs.
    private func fill(
        _ sequence: TrainingSet.Sequence, _ variation: Variation, _ others: ChannelVariation, _ unevenness: Unevenness,
        _ group: SequenceGroup, _ lane: Int, _ random: inout SeededGenerator
    ) {
        let session = set.sessions[sequence.session]
        let last = session.count - 1
        let middle = Double(set.steps) / 2
        let inputs = group.inputs
        let stride = group.inputStride
        let derives = !session.derived.isEmpty
        withUnsafeTemporaryAllocation(of: Float.self, capacity: layout.quantityNames.count) { varied in
            session.values.withUnsafeBufferPointer { values in
                features.withUnsafeBufferPointer { features in
                    for step in 0..<set.steps {
                        let wanted = Double(sequence.start) + middle + (unevenness.position(at: step) - middle) * variation.tempo
                        let position = min(max(wanted, 0), Double(last))
                        let before = Int(saturating: position)
                        let after = min(before + 1, last)
                        let share = Float(position - Double(before))
                        if hasSixAxes {
                            variation.apply(values, before, after, share: share, to: varied)
                        } else {
                            others.apply(values, width: layout.count, before, after, share: share, to: varied)
                        }
                        if derives {
                            let told = UnsafeMutableBufferPointer(rebasing: varied[layout.count...])
                            session.derived.withUnsafeBufferPointer {
                                variation.applyDerived($0, before, after, share: share, to: told)
                            }
                        }
                        let sample = inputs + step * stride + lane
                        for (index, feature) in features.enumerated() {
                            var value = varied[feature.channel] + unevenness.drift(of: index, at: step)
                            if feature.noise > 0 { value += feature.noise * random.roughlyNormal() }
                            // What is missing is taken as usual.
                            sample[index * laneCount] = value.isNaN ? 0 : (value - feature.mean) / feature.deviation
                        }
                    }
                }
            }
        }
    }
}
