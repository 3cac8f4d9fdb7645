extension SequenceGroup {
    /// All sequences start from zero.
    func clearState() {
        for layer in layers {
            layer.hidden(before: 0).update(repeating: 0, count: layer.units * laneCount)
            layer.cell(before: 0).update(repeating: 0, count: layer.units * laneCount)
        }
    }

    /// The state behind the last step becomes the one before the first: the sequences go on.
    func carryState() {
        for layer in layers {
            layer.hidden(before: 0).update(from: layer.hidden(before: steps), count: layer.units * laneCount)
            layer.cell(before: 0).update(from: layer.cell(before: steps), count: layer.units * laneCount)
        }
    }

    /// Of one lane's questions keeps those behind a multiple of `period` steps.
    func askOnly(every period: Int, lane: Int) {
        for (question, step) in questions.enumerated() where (step + 1) % period != 0 {
            setTarget(nil, importance: 0, question: question, lane: lane)
        }
    }
}
