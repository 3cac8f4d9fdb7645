import CFloatKernels

/// All weights in the two orders in which the kernels read them: for the way forward, and transposed for the way back.
package final class PackedParameters: @unchecked Sendable {
    let layout: ParameterLayout
    private(set) var forward: [FloatVector] = []
    private(set) var transposed: [FloatVector] = []

    package init(_ layout: ParameterLayout) {
        self.layout = layout
        for matrix in layout.matrices {
            forward.append(FloatVector(count: matrix.paddedRows * matrix.columns))
            transposed.append(FloatVector(count: matrix.rows * matrix.paddedColumns))
        }
    }

    /// Takes over a vector of parameters.
    package func pack(_ parameters: FloatVector) {
        for (index, matrix) in layout.matrices.enumerated() {
            let weights = parameters.start + matrix.offset
            mq_training_pack(forward[index].start, weights, matrix.paddedRows, matrix.columns, matrix.paddedColumns)
            mq_training_pack_transposed(
                transposed[index].start, weights, matrix.rows, matrix.paddedColumns, matrix.paddedColumns)
        }
    }

    func forward(head index: Int) -> FloatVector { forward[layout.lstm.count + index] }
    func transposed(head index: Int) -> FloatVector { transposed[layout.lstm.count + index] }
}
