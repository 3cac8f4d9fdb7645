import MotionCore
import Randomness
import Recordings
import Training

/// What a network is shown of a data set, in physical units, to check how sequences are varied and which targets they have.
struct SequenceProbe {
    /// What one lane holds.
    struct Shown: Sendable, Equatable {
        /// `[steps][6]`.
        var samples: [[Float]]
        /// One for each supervised step.
        var targets: [Int?]
    }

    /// Steps after which there may be a target.
    var supervisedSteps: [Int] { trainingSet.supervisedSteps }
    /// Session and first sample of every sequence.
    var places: [(session: Int, start: Int)] { trainingSet.sequences.map { ($0.session, $0.start) } }
    private let trainingSet: TrainingSet
    private let loader: SequenceLoader
    private let group: SequenceGroup

    init(_ data: DataSet, plan: SequencePlan, augmentation: AugmentationOptions) {
        trainingSet = TrainingSet(data, plan: plan)
        var statistics = ChannelStatistics(data)
        statistics.mean = [Float](repeating: 0, count: 6)
        statistics.deviation = [Float](repeating: 1, count: 6)
        loader = SequenceLoader(
            trainingSet, statistics: statistics, channels: Array(0..<6),
            classWeights: [Float](repeating: 1, count: data.classes.count),
            augmentation: augmentation)
        let layout = ParameterLayout(NetworkPlan(inputs: 6, lstmUnits: [1], classes: data.classes.count))
        group = SequenceGroup(layout, steps: trainingSet.steps, supervisedSteps: trainingSet.supervisedSteps, kernels: .best)
    }

    /// A sequence as training shows it.
    func load(_ index: Int, seed: UInt64, lane: Int = 0) -> Shown {
        var random = SeededGenerator(seed: seed)
        loader.load(index, into: group, lane: lane, random: &random)
        return shown(lane)
    }

    /// A stretch as validation shows it.
    func load(session: Int, start: Int, lane: Int = 0) -> Shown {
        loader.load(session: session, start: start, into: group, lane: lane)
        return shown(lane)
    }

    private func shown(_ lane: Int) -> Shown {
        Shown(
            samples: (0..<trainingSet.steps).map { step in
                (0..<6).map { group.inputs[step * group.inputStride + $0 * laneCount + lane] }
            },
            targets: supervisedSteps.indices.map { position in
                let target = group.targets[position * laneCount + lane]
                return target < 0 ? nil : Int(target)
            })
    }

    /// Mean and deviation of the six channels, as inputs are normalised with them.
    static func statistics(_ data: DataSet) -> (mean: [Float], deviation: [Float]) {
        let statistics = ChannelStatistics(data)
        return (statistics.mean, statistics.deviation)
    }

    /// What one draw of the augmentation makes of a sample.
    ///
    /// - Parameter up: against gravity, or 0.
    static func varied(
        _ sample: [Float], _ options: AugmentationOptions, up: SIMD3<Float> = SIMD3(), seed: UInt64
    ) -> [Float] {
        var random = SeededGenerator(seed: seed)
        let variation = Variation(options, hop: 1, up: up, random: &random)
        var result = [Float](repeating: 0, count: 6)
        sample.withUnsafeBufferPointer { sample in
            result.withUnsafeMutableBufferPointer { variation.apply(sample, 0, 0, share: 0, to: $0) }
        }
        return result
    }

    /// What one draw makes of a sample of named channels, each of which deviates by 40.
    static func varied(
        _ sample: [Float], _ channels: NamedChannels, _ options: AugmentationOptions, means: [Float], seed: UInt64
    ) -> [Float] {
        var random = SeededGenerator(seed: seed)
        let first = Variation(options, hop: 1, up: SIMD3(), random: &random)
        let up = [SIMD3<Float>](repeating: SIMD3(), count: channels.sensors.count)
        let statistics = ChannelStatistics(mean: means, deviation: [Float](repeating: 40, count: means.count))
        let variation = ChannelVariation(options, channels, first: first, up: up, statistics, random: &random)
        var result = [Float](repeating: 0, count: sample.count)
        sample.withUnsafeBufferPointer { sample in
            result.withUnsafeMutableBufferPointer {
                variation.apply(sample, width: sample.count, 0, 0, share: 0, to: $0)
            }
        }
        return result
    }

    /// The rotation about the axis and by the length of a vector in radians, row by row.
    static func rotation(by vector: [Double]) -> [Float] {
        let columns = Matrix3.rotation(by: vector).columns
        return (0..<3).flatMap { [columns.0[$0], columns.1[$0], columns.2[$0]] }
    }
}
