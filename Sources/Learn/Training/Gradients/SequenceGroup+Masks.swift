import Randomness

extension SequenceGroup {
    /// Chooses which outputs of each layer one sequence does without.
    func drawMasks(lane: Int, dropout: Float, random: inout SeededGenerator) {
        guard dropout > 0 else { return }
        for mask in masks {
            for unit in stride(from: lane, to: mask.count, by: laneCount) {
                mask[unit] = random.happens(Double(dropout)) ? 0 : 1 / (1 - dropout)
            }
        }
    }

    /// All outputs as they are.
    package func clearMasks() {
        for mask in masks { mask.fill(1) }
    }

    /// Adds another group's gradient to this one's.
    func addGradient(of other: SequenceGroup) {
        for index in 0..<gradient.count { gradient[index] += other.gradient[index] }
    }
}
