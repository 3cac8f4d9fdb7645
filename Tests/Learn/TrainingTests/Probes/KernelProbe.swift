import CFloatKernels
import Testing
import Training

/// The C kernels on plain arrays, to check them against loops that anybody can read. All arrays are rows of 16 lanes.
struct KernelProbe {
    private let kernels: TrainingKernels

    /// Names of the kernels that this machine runs. Tests take these for arguments; those that need others are skipped, and say so.
    static let available = TrainingKernels.available.map(\.name)

    /// Whether both vector units are there that must give the same bits.
    static let canCompare = available.contains("avx512") && available.contains("avx2")
    static let cannotCompare: Comment = "needs the kernels avx512 and avx2; of these the machine runs \(available)"

    init(_ name: String) throws { kernels = try TrainingKernels.running(name) }

    /// w · in, `w` row by row without padding.
    func affine(_ w: [Float], rows: Int, columns: Int, _ input: [Float]) -> [Float] {
        let packed = FloatVector(count: roundedUpToLanes(rows) * columns)
        withVectors([Self.padded(w, rows: rows, columns: columns)]) { w in
            mq_training_pack(packed.start, w[0].start, roundedUpToLanes(rows), columns, roundedUpToLanes(columns))
        }
        let output = FloatVector(count: roundedUpToLanes(rows) * laneCount)
        withVectors([input]) { x in
            kernels.c.affine(output.start, packed.start, roundedUpToLanes(rows), columns, x[0].start)
        }
        return Array(Self.array(output).prefix(rows * laneCount))
    }

    /// wᵀ · in.
    func affineTransposed(_ w: [Float], rows: Int, columns: Int, _ input: [Float]) -> [Float] {
        let packed = FloatVector(count: rows * roundedUpToLanes(columns))
        withVectors([Self.padded(w, rows: rows, columns: columns)]) { w in
            mq_training_pack_transposed(packed.start, w[0].start, rows, roundedUpToLanes(columns), roundedUpToLanes(columns))
        }
        let output = FloatVector(count: roundedUpToLanes(columns) * laneCount)
        withVectors([input]) { x in
            kernels.c.affine(output.start, packed.start, roundedUpToLanes(columns), rows, x[0].start)
        }
        return Array(Self.array(output).prefix(columns * laneCount))
    }

    /// `start` + Σ over steps and lanes of delta ⊗ input; rows and columns are multiples of 16, both inputs rows of lanes for each
    /// step.
    func outer(_ start: [Float], delta: [Float], input: [Float], rows: Int, columns: Int, steps: Int) -> [Float] {
        let gradient = Self.vector(start)
        let transposed = FloatVector(count: steps * columns * laneCount)
        withVectors([input, delta]) { given in
            for step in 0..<steps {
                let offset = step * columns * laneCount
                kernels.c.transpose(transposed.start + offset, given[0].start + offset, columns)
            }
            kernels.c.outer(gradient.start, given[1].start, transposed.start, rows, columns, steps)
        }
        return Self.array(gradient)
    }

    func transpose(_ input: [Float], columns: Int) -> [Float] {
        let output = FloatVector(count: input.count)
        withVectors([input]) { kernels.c.transpose(output.start, $0[0].start, columns) }
        return Self.array(output)
    }

    struct Cell: Equatable {
        var gates: [Float]
        var cell: [Float]
        var cellTanh: [Float]
        var hidden: [Float]
    }

    func forward(gateArguments: [Float], cellBefore: [Float]) -> Cell {
        let gates = Self.vector(gateArguments)
        let results = (0..<3).map { _ in FloatVector(count: cellBefore.count) }
        withVectors([cellBefore]) { given in
            kernels.c.lstm_forward(
                gates.start, given[0].start, results[0].start, results[1].start, results[2].start, cellBefore.count / laneCount)
        }
        return Cell(
            gates: Self.array(gates), cell: Self.array(results[0]), cellTanh: Self.array(results[1]),
            hidden: Self.array(results[2]))
    }

    /// - Returns: gradients of the gate arguments, and of the cell before the step.
    func backward(
        _ cell: Cell, cellBefore: [Float], hiddenGradient: [Float], cellGradient: [Float]
    ) -> (gates: [Float], cell: [Float]) {
        let gates = Self.vector(cell.gates)
        let cellGradient = Self.vector(cellGradient)
        withVectors([cellBefore, cell.cellTanh, hiddenGradient]) { given in
            kernels.c.lstm_backward(
                gates.start, given[0].start, given[1].start, given[2].start, cellGradient.start, cellBefore.count / laneCount)
        }
        return (Self.array(gates), Self.array(cellGradient))
    }

    /// The vectors live until the body is done: nothing else holds what their addresses lead to.
    private func withVectors(_ arrays: [[Float]], _ body: ([FloatVector]) -> Void) {
        let vectors = arrays.map(Self.vector)
        withExtendedLifetime(vectors) { body(vectors) }
    }

    private static func padded(_ w: [Float], rows: Int, columns: Int) -> [Float] {
        let stride = roundedUpToLanes(columns)
        var result = [Float](repeating: 0, count: roundedUpToLanes(rows) * stride)
        for row in 0..<rows {
            for column in 0..<columns { result[row * stride + column] = w[row * columns + column] }
        }
        return result
    }

    private static func vector(_ values: [Float]) -> FloatVector {
        let result = FloatVector(count: values.count)
        for (index, value) in values.enumerated() { result[index] = value }
        return result
    }

    private static func array(_ vector: FloatVector) -> [Float] { (0..<vector.count).map { vector[$0] } }
}

extension TrainingKernels {
    /// The kernels of that name; fails if this machine cannot run them.
    static func running(_ name: String) throws -> TrainingKernels {
        try #require(available.first { $0.name == name }, "\(name) among \(available.map(\.name))")
    }
}
