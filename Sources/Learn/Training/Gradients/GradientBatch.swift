import Threads

/// The gradient of a batch: groups of sixteen sequences on all cores, summed in a fixed order, so that the same sequences give
/// the same gradient, bit for bit, with any number of cores.
final class GradientBatch {
    let groups: [SequenceGroup]
    let packed: PackedParameters
    /// Whether groups are computed one after the other.
    var usesOneCore = false

    /// - Parameter sequences: of the largest batch. There is a group for every core even if these need fewer: validation has more.
    init(_ layout: ParameterLayout, sequences: Int, steps: Int, supervisedSteps: [Int], kernels: TrainingKernels) {
        let needed = (sequences + laneCount - 1) / laneCount
        groups = (0..<max(needed, AllCores.count)).map { _ in
            SequenceGroup(layout, steps: steps, supervisedSteps: supervisedSteps, kernels: kernels)
        }
        packed = PackedParameters(layout)
    }

    /// The gradient of the loss's sum over the batch, from the last `differentiate`.
    var gradient: FloatVector { groups[0].gradient }

    /// - Parameters:
    ///   - parameters: where the gradient is wanted.
    ///   - count: sequences, at least one.
    ///   - load: puts a sequence, given by its position in the batch, into a lane of a group. Called on several threads at once.
    func differentiate(
        _ parameters: FloatVector, sequences count: Int, smoothing: Float, load: (Int, SequenceGroup, _ lane: Int) -> Void
    ) -> Score {
        packed.pack(parameters)
        let used = (count + laneCount - 1) / laneCount
        let scores = concurrently(used) { number in
            let group = self.groups[number]
            for lane in 0..<laneCount {
                let position = number * laneCount + lane
                if position < count { load(position, group, lane) } else { group.clearTargets(lane: lane) }
            }
            group.forward(self.packed)
            let score = group.scoreAndDifferentiate(smoothing: smoothing)
            group.backward(self.packed)
            return score
        }
        for group in groups[1..<max(1, used)] { groups[0].addGradient(of: group) }
        return scores.reduce(Score(), +)
    }

    /// The results of `count` tasks on all cores, in order. Tasks share only what they do not change.
    func concurrently(_ count: Int, _ task: (Int) -> Score) -> [Score] {
        if usesOneCore { return (0..<count).map(task) }
        return [Score](unsafeUninitializedCapacity: count) { scores, initialized in
            AllCores.perform(count) { scores.initializeElement(at: $0, to: task($0)) }
            initialized = count
        }
    }
}

extension SequenceGroup {
    /// Leaves a lane's sequence without targets.
    func clearTargets(lane: Int) {
        for position in supervisedSteps.indices { setTarget(nil, sampleWeight: 0, position: position, lane: lane) }
    }
}
