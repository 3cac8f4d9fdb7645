extension SequenceGroup {
    /// All sequences start from zero.
    func clearState() {
        for layer in layers {
            layer.hidden(before: 0).update(repeating: 0, count: layer.units * laneCount)
            layer.cell(before: 0).update(repeating: 0, count: layer.units * laneCount)
        }
    }

    /// The state after the last step becomes the one before the first: the sequences go on.
    func carryState() {
        for layer in layers {
            layer.hidden(before: 0).update(from: layer.hidden(before: steps), count: layer.units * laneCount)
            layer.cell(before: 0).update(from: layer.cell(before: steps), count: layer.units * laneCount)
        }
    }

    /// Of one lane's targets keeps those after a multiple of `period` steps.
    func keepTargets(every period: Int, lane: Int) {
        for (position, step) in supervisedSteps.enumerated() where (step + 1) % period != 0 {
            setTarget(nil, sampleWeight: 0, position: position, lane: lane)
        }
    }
}
