import CMultiplyAdd

/// A matrix in the pair layout that `mq_multiply_add` eats: `[block of 16 rows][pair of columns][16 rows][2 columns]` of Int16.
///
/// One 64-byte line holds 16 rows of two columns; the two inputs are broadcast, multiplied and added without a horizontal sum.
/// Rows and columns that do not exist are zero. The memory belongs to `NetworkWeights`.
struct PackedMatrix {
    /// `blocks × pairs × 32`
    let weights: UnsafeMutablePointer<Int16>
    /// `blocks × panels`
    let shifts: UnsafeMutablePointer<UInt8>
    let blocks: Int
    let panels: Int
    /// Pairs in every panel but the last.
    let panelPairs: Int
    /// Pairs in a whole row.
    let pairs: Int

    /// Allocates and fills the layout. The matrix has been validated.
    init(_ matrix: QuantizedMatrix) {
        blocks = matrix.blocks
        panels = matrix.panels
        panelPairs = (matrix.panelWidth + 1) / 2
        let lastWidth = matrix.columns - (panels - 1) * matrix.panelWidth
        pairs = (panels - 1) * panelPairs + (lastWidth + 1) / 2
        weights = allocateZeroed(Int16.self, count: blocks * pairs * 32)
        shifts = allocateZeroed(UInt8.self, count: blocks * panels)
        for index in 0..<blocks * panels { shifts[index] = matrix.shifts[index] }
        for row in 0..<matrix.rows {
            for column in 0..<matrix.columns {
                let (panel, within) = column.quotientAndRemainder(dividingBy: matrix.panelWidth)
                let pair = panel * panelPairs + within / 2
                let line = (row / 16 * pairs + pair) * 32
                weights[line + row % 16 * 2 + within % 2] = matrix.weights[row * matrix.columns + column]
            }
        }
    }

    func deallocate() {
        weights.deallocate()
        shifts.deallocate()
    }

    /// Adds one panel to the accumulators of all rows: `acc[r] += (Σ w[r, k] · x[k]) >> shift`.
    ///
    /// - Parameters:
    ///   - x: this panel's inputs, padded with a zero to whole pairs.
    ///   - accumulators: `blocks × 16`.
    @_noAllocation
    @inline(__always)
    func accumulate(panel: Int, _ x: UnsafePointer<Int16>, into accumulators: UnsafeMutablePointer<Int32>) {
        let count = panel == panels &- 1 ? pairs &- panel &* panelPairs : panelPairs
        let inputs = UnsafeRawPointer(x)
        var block = 0
        while block < blocks {
            var line = UnsafeRawPointer(weights + (block &* pairs &+ panel &* panelPairs) &* 32)
            var rows0 = SIMD4<Int32>()
            var rows4 = SIMD4<Int32>()
            var rows8 = SIMD4<Int32>()
            var rows12 = SIMD4<Int32>()
            var pair = 0
            while pair < count {
                let both = inputs.loadUnaligned(fromByteOffset: pair &* 4, as: Int32.self)
                let broadcast = unsafeBitCast(SIMD4<Int32>(repeating: both), to: SIMD8<Int16>.self)
                rows0 &+= mq_multiply_add(line.load(as: SIMD8<Int16>.self), broadcast)
                rows4 &+= mq_multiply_add(line.load(fromByteOffset: 16, as: SIMD8<Int16>.self), broadcast)
                rows8 &+= mq_multiply_add(line.load(fromByteOffset: 32, as: SIMD8<Int16>.self), broadcast)
                rows12 &+= mq_multiply_add(line.load(fromByteOffset: 48, as: SIMD8<Int16>.self), broadcast)
                line += 64
                pair &+= 1
            }
            let shift = SIMD4<Int32>(repeating: Int32(shifts[block &* panels &+ panel]))
            let sums = UnsafeMutableRawPointer(accumulators + block &* 16)
            add(rows0 &>> shift, to: sums)
            add(rows4 &>> shift, to: sums + 16)
            add(rows8 &>> shift, to: sums + 32)
            add(rows12 &>> shift, to: sums + 48)
            block &+= 1
        }
    }

    /// Adds all panels; `x` is one contiguous vector.
    @_noAllocation
    func accumulate(_ x: UnsafePointer<Int16>, into accumulators: UnsafeMutablePointer<Int32>) {
        var panel = 0
        while panel < panels {
            accumulate(panel: panel, x + panel &* panelPairs &* 2, into: accumulators)
            panel &+= 1
        }
    }

    @_noAllocation
    @inline(__always)
    private func add(_ rows: SIMD4<Int32>, to sums: UnsafeMutableRawPointer) {
        let sum = sums.load(as: SIMD4<Int32>.self) &+ rows
        sums.storeBytes(of: sum, as: SIMD4<Int32>.self)
    }
}
