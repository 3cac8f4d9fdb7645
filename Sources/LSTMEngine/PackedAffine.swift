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
        blocks = affine.terms[0].blocks
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

    /// sums = bias
    @_noAllocation
    func begin(_ sums: UnsafeMutablePointer<Int32>) {
        UnsafeMutableRawPointer(sums).copyMemory(from: bias, byteCount: blocks &* 64)
    }

    /// Memory that `init` takes.
    var bytes: Int {
        terms.0.bytes + (terms.1?.bytes ?? 0) + allocatedBytes(Int32.self, count: blocks * 16)
            + allocatedBytes(UInt8.self, count: blocks)
    }
}
