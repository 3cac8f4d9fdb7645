import CKernels

/// A matrix in the layout that the kernels read, with zeros for rows and columns that do not exist. The memory belongs to
/// `NetworkWeights`.
struct PackedMatrix {
    /// Where `view` points; the C header says in which order.
    private let weights: UnsafeMutablePointer<Int16>
    private let shifts: UnsafeMutablePointer<UInt8>
    /// What a kernel is told.
    let view: UnsafeMutablePointer<mq_matrix>

    /// Allocates and fills the layout. The matrix has been validated.
    init(_ matrix: QuantizedMatrix) {
        let blocks = matrix.blocks
        let panels = matrix.panels
        let panelPairs = (matrix.panelWidth + 1) / 2
        let lastWidth = matrix.columns - (panels - 1) * matrix.panelWidth
        let pairs = (panels - 1) * panelPairs + (lastWidth + 1) / 2
        weights = allocateZeroed(Int16.self, count: blocks * pairs * 32)
        shifts = allocateZeroed(UInt8.self, count: blocks * panels)
        for index in 0..<blocks * panels { shifts[index] = matrix.shifts[index] }
        for row in 0..<matrix.rows {
            for column in 0..<matrix.columns {
                let (panel, within) = column.quotientAndRemainder(dividingBy: matrix.panelWidth)
                let pair = panel * panelPairs + within / 2
                let line = mq_line(blocks, pairs, row / 16, pair)
                weights[line + row % 16 * 2 + within % 2] = matrix.weights[row * matrix.columns + column]
            }
        }
        view = .allocate(capacity: 1)
        view.initialize(
            to: mq_matrix(
                weights: weights, shifts: shifts, blocks: blocks, panels: panels, panel_pairs: panelPairs, pairs: pairs))
    }

    func deallocate() {
        weights.deallocate()
        shifts.deallocate()
        view.deallocate()
    }

    /// Memory that `init` takes.
    var bytes: Int {
        let view = view.pointee
        return allocatedBytes(Int16.self, count: view.blocks * view.pairs * 32)
            + allocatedBytes(UInt8.self, count: view.blocks * view.panels) + MemoryLayout<mq_matrix>.stride
    }
}
