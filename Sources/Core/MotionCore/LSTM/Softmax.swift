import CMotionCore

/// out = (acc + half) >> shift, kept at 32 bits: the logits, Q12.
@_noAllocation
func finishWide(_ affine: mq_affine, _ accumulators: UnsafePointer<Int32>, into out: UnsafeMutablePointer<Int32>) {
    for row in 0..<affine.rows {
        out[row] = roundingShiftRight(accumulators[row], by: affine.output_shifts[row / 16])
    }
}

/// Probabilities in Q15 from logits in Q12 (ARITHMETIC.md §6). They add up to 32768 within half a step a label.
@_noAllocation
func softmax(
    _ logits: UnsafePointer<Int32>, count: Int, exponentials: UnsafeMutablePointer<UInt32>,
    into probabilities: UnsafeMutablePointer<Int16>
) {
    var largest = logits[0]
    for label in 1..<max(count, 1) { largest = max(largest, logits[label]) }
    var sum: UInt32 = 0
    for label in 0..<count {
        let difference = UInt32(bitPattern: largest &- logits[label])
        exponentials[label] = ExponentialTable.exponential(ofNegated: difference)
        sum += exponentials[label]
    }
    for label in 0..<count {
        let quotient = (exponentials[label] * 32768 + sum / 2) / sum
        probabilities[label] = Int16(min(quotient, 32767))
    }
}
