import FixedPoint

/// An affine map ready to run. Accumulators are `blocks × 16` Int32, of which the last few may be padding.
struct PackedAffine {
    let terms: (PackedMatrix, PackedMatrix?)
    /// `blocks × 16`, zero in the padding.
    let bias: UnsafeMutablePointer<Int32>
    /// `blocks`
    let outputShifts: UnsafeMutablePointer<UInt8>
    let rows: Int
    let blocks: Int

    /// Allocates and fills. The affine has been validated and has one or two terms.
    init(_ affine: QuantizedAffine) {
        rows = affine.rows
        terms = (PackedMatrix(affine.terms[0]), affine.terms.count > 1 ? PackedMatrix(affine.terms[1]) : nil)
        blocks = terms.0.blocks
        bias = allocateZeroed(Int32.self, count: blocks * 16)
        outputShifts = allocateZeroed(UInt8.self, count: blocks)
        for row in 0..<rows { bias[row] = affine.bias[row] }
        for block in 0..<blocks { outputShifts[block] = affine.outputShifts[block] }
    }

    func deallocate() {
        terms.0.deallocate()
        terms.1?.deallocate()
        bias.deallocate()
        outputShifts.deallocate()
    }

    /// acc = bias
    @_noAllocation
    func begin(_ accumulators: UnsafeMutablePointer<Int32>) {
        copy(bias, to: accumulators)
    }

    @_noAllocation
    func copy(_ source: UnsafePointer<Int32>, to accumulators: UnsafeMutablePointer<Int32>) {
        UnsafeMutableRawPointer(accumulators).copyMemory(from: source, byteCount: blocks &* 64)
    }

    /// out = saturate((acc + half) >> shift), and 0 instead of negatives if rectified. Writes `blocks × 16` values.
    @_noAllocation
    func finish(_ accumulators: UnsafePointer<Int32>, rectified: Bool, into out: UnsafeMutablePointer<Int16>) {
        let least: Int32 = rectified ? 0 : -32768
        for block in 0..<blocks {
            let shift = Int32(outputShifts[block])
            let half = (Int32(1) &<< shift) >> 1
            let first = block &* 16
            for row in first..<first &+ 16 {
                let value = (accumulators[row] &+ half) &>> shift
                out[row] = Int16(truncatingIfNeeded: max(least, min(32767, value)))
            }
        }
    }

    /// out = (acc + half) >> shift, kept at 32 bits: the logits, Q12.
    @_noAllocation
    func finishWide(_ accumulators: UnsafePointer<Int32>, into out: UnsafeMutablePointer<Int32>) {
        for row in 0..<rows {
            out[row] = roundingShiftRight(accumulators[row], by: outputShifts[row / 16])
        }
    }
}
