import Foundation
import Randomness
import Testing
import Training

/// The kernels against loops in double precision that anybody can read.
@Suite("The training kernels")
struct KernelTests {
    static let names = KernelProbe.available
    static let shapes = [(1, 1), (3, 17), (16, 16), (17, 5), (48, 39), (68, 31)].map { Shape(rows: $0.0, columns: $0.1) }

    struct Shape: Sendable, CustomTestStringConvertible {
        var rows: Int
        var columns: Int
        var testDescription: String { "\(rows) × \(columns)" }
    }

    private static func random(_ count: Int, seed: UInt64, spread: Double = 1) -> [Float] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Float(spread * random.normal()) }
    }

    private func expectClose(
        _ found: [Float], _ wanted: [Double], within bound: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found.count == wanted.count, sourceLocation: sourceLocation)
        let distance = zip(found, wanted).map { abs(Double($0) - $1) }.max() ?? .infinity
        #expect(distance <= bound, sourceLocation: sourceLocation)
    }

    @Test("multiply a matrix with sixteen vectors", arguments: names, shapes)
    func affine(_ name: String, _ shape: Shape) throws {
        let probe = try KernelProbe(name)
        let w = Self.random(shape.rows * shape.columns, seed: 1)
        let x = Self.random(shape.columns * 16, seed: 2)
        let wanted = (0..<shape.rows * 16).map { place in
            let (row, lane) = (place / 16, place % 16)
            return (0..<shape.columns).reduce(0.0) { sum, column in
                let (left, right) = (w[row * shape.columns + column], x[column * 16 + lane])
                return sum + Double(left) * Double(right)
            }
        }
        expectClose(probe.affine(w, rows: shape.rows, columns: shape.columns, x), wanted, within: 1e-5)
    }

    @Test("multiply the transposed matrix with sixteen vectors", arguments: names, shapes)
    func affineTransposed(_ name: String, _ shape: Shape) throws {
        let probe = try KernelProbe(name)
        let w = Self.random(shape.rows * shape.columns, seed: 3)
        let x = Self.random(shape.rows * 16, seed: 4)
        let wanted = (0..<shape.columns * 16).map { place in
            let (column, lane) = (place / 16, place % 16)
            return (0..<shape.rows).reduce(0.0) { sum, row in
                let (left, right) = (w[row * shape.columns + column], x[row * 16 + lane])
                return sum + Double(left) * Double(right)
            }
        }
        expectClose(probe.affineTransposed(w, rows: shape.rows, columns: shape.columns, x), wanted, within: 1e-5)
    }

    @Test("add the outer products of all steps and lanes", arguments: names, [(16, 16), (48, 48), (32, 64), (16, 80)])
    func outer(_ name: String, _ size: (Int, Int)) throws {
        let probe = try KernelProbe(name)
        let (rows, columns, steps) = (size.0, size.1, 3)
        let start = Self.random(rows * columns, seed: 5)
        let delta = Self.random(steps * rows * 16, seed: 6)
        let input = Self.random(steps * columns * 16, seed: 7)
        let wanted = (0..<rows * columns).map { place in
            (0..<steps * 16).reduce(Double(start[place])) { sum, index in
                let (step, lane) = (index / 16, index % 16)
                let left = delta[(step * rows + place / columns) * 16 + lane]
                let right = input[(step * columns + place % columns) * 16 + lane]
                return sum + Double(left) * Double(right)
            }
        }
        let found = probe.outer(start, delta: delta, input: input, rows: rows, columns: columns, steps: steps)
        expectClose(found, wanted, within: 3e-5)
    }

    @Test("transpose rows of lanes", arguments: names, [16, 48])
    func transpose(_ name: String, _ columns: Int) throws {
        let probe = try KernelProbe(name)
        let input = Self.random(columns * 16, seed: 8)
        let wanted = (0..<16).flatMap { lane in (0..<columns).map { input[$0 * 16 + lane] } }
        #expect(probe.transpose(input, columns: columns) == wanted)
    }

    @Test("step the LSTM cell", arguments: names, [1, 5, 17])
    func forward(_ name: String, _ units: Int) throws {
        let probe = try KernelProbe(name)
        let arguments = Self.random(4 * units * 16, seed: 9, spread: 3)
        let before = Self.random(units * 16, seed: 10)
        let found = probe.forward(gateArguments: arguments, cellBefore: before)
        let wanted = ReadableCell(arguments: arguments.map(Double.init), before: before.map(Double.init))
        expectClose(found.gates, wanted.gates, within: 3e-7)
        expectClose(found.cell, wanted.cell, within: 2e-6)
        expectClose(found.cellTanh, wanted.cell.map { tanh($0) }, within: 2e-6)
        expectClose(found.hidden, wanted.hidden, within: 2e-6)
    }

    @Test("differentiate the LSTM cell", arguments: names, [1, 5, 17])
    func backward(_ name: String, _ units: Int) throws {
        let probe = try KernelProbe(name)
        let arguments = Self.random(4 * units * 16, seed: 11)
        let before = Self.random(units * 16, seed: 12)
        let hiddenGradient = Self.random(units * 16, seed: 13)
        let cellGradient = Self.random(units * 16, seed: 14)
        let found = probe.backward(
            probe.forward(gateArguments: arguments, cellBefore: before), cellBefore: before, hiddenGradient: hiddenGradient,
            cellGradient: cellGradient)
        /// What the gradients belong to: Σ hidden · its gradient + cell · its gradient.
        func objective(_ arguments: [Double], _ before: [Double]) -> [Double] {
            let cell = ReadableCell(arguments: arguments, before: before)
            return cell.hidden.indices.map {
                cell.hidden[$0] * Double(hiddenGradient[$0]) + cell.cell[$0] * Double(cellGradient[$0])
            }
        }
        let (exact, exactBefore) = (arguments.map(Double.init), before.map(Double.init))
        let gates = (0..<4).flatMap { gate in
            (0..<units * 16).map { place in
                var (above, below) = (exact, exact)
                above[gate * units * 16 + place] += 1e-5
                below[gate * units * 16 + place] -= 1e-5
                return (objective(above, exactBefore)[place] - objective(below, exactBefore)[place]) / 2e-5
            }
        }
        let cell = zip(objective(exact, exactBefore.map { $0 + 1e-5 }), objective(exact, exactBefore.map { $0 - 1e-5 }))
            .map { ($0 - $1) / 2e-5 }
        expectClose(found.gates, gates, within: 3e-6)
        expectClose(found.cell, cell, within: 3e-6)
    }

    @Test(
        "are the same bit for bit with AVX2 and AVX-512", .enabled(if: KernelProbe.canCompare, KernelProbe.cannotCompare),
        arguments: shapes)
    func sameBits(_ shape: Shape) throws {
        let (wide, narrow) = (try KernelProbe("avx512"), try KernelProbe("avx2"))
        let w = Self.random(shape.rows * shape.columns, seed: 15)
        let x = Self.random(shape.columns * 16, seed: 16)
        let arguments = Self.random(4 * shape.rows * 16, seed: 17, spread: 30)
        let before = Self.random(shape.rows * 16, seed: 18, spread: 5)
        #expect(
            wide.affine(w, rows: shape.rows, columns: shape.columns, x)
                == narrow.affine(w, rows: shape.rows, columns: shape.columns, x))
        #expect(
            wide.forward(gateArguments: arguments, cellBefore: before)
                == narrow.forward(gateArguments: arguments, cellBefore: before))
    }
}

/// c' = f c + i g, h = o tanh c', in double precision; gates i, f, o, g.
private struct ReadableCell {
    var gates: [Double]
    var cell: [Double] = []
    var hidden: [Double] = []

    init(arguments: [Double], before: [Double]) {
        let count = before.count
        gates = arguments.enumerated().map { $0 < 3 * count ? 1 / (1 + exp(-$1)) : tanh($1) }
        for place in 0..<count {
            cell.append(gates[count + place] * before[place] + gates[place] * gates[3 * count + place])
            hidden.append(gates[2 * count + place] * tanh(cell[place]))
        }
    }
}
