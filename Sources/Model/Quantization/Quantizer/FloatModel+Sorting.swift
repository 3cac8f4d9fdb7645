public import Models
import MotionCore

extension FloatModel {
    /// This function, but for the order of float sums, with the units of an LSTM layer that reads the inputs in the order of
    /// what their candidates' weights of them can reach; where the state is carried, and nothing stands in front.
    ///
    /// Sixteen rows share the fraction bits of their weights, and the row that reaches farthest decides: sorted, units with small
    /// weights are not kept coarse by one with large weights. The candidate's rows, because its argument is not halved and reaches
    /// farthest, so that its weights are the coarsest. What it costs at run time is nothing.
    ///
    /// A carried state gathers the errors of the weights from window to window: there the root mean square of Δp fell by a seventh
    /// (docs/results/ACCURACY.md). Where the state is reset it rose in five of six networks, and of the one network with a
    /// convolution that was tried the largest |Δp| fell in six cases and rose in three: their units stay where they are.
    ///
    /// - Parameter ranges: changed accordingly; no rounding must have been chosen yet.
    public func sortingUnits(_ ranges: inout ActivationRanges) -> FloatModel {
        guard description.statePolicy == .carry, network.convolution == nil, network.front.isEmpty else {
            return self
        }
        var model = self
        let layer = network.lstm[0]
        let reach = (0..<layer.units).map { unit in
            ranges.inputs.indices.reduce(0.0) { sum, column in
                sum + Double(layer.inputWeights[3 * layer.units + unit, column].magnitude) * ranges.inputs[column]
            }
        }
        let order = reach.indices.sorted { (reach[$0], $0) < (reach[$1], $1) }
        model.network.reorderUnits(ofLayer: 0, order)
        ranges.reorderUnits(ofLayer: 0, order)
        return model
    }
}

extension FloatNetwork {
    /// Unit `order[k]` of an LSTM layer becomes unit k, in its own four gates and in all that reads it.
    fileprivate mutating func reorderUnits(ofLayer index: Int, _ order: [Int]) {
        let layer = lstm[index]
        let rows = (0..<4).flatMap { gate in order.map { gate * layer.units + $0 } }
        lstm[index] = LSTMLayer(
            inputWeights: layer.inputWeights.reordered(rows: rows),
            hiddenWeights: layer.hiddenWeights.reordered(rows: rows, columns: order),
            bias: rows.map { layer.bias[$0] }, cell: layer.cell)
        if index + 1 < lstm.count {
            lstm[index + 1].inputWeights = lstm[index + 1].inputWeights.reordered(columns: order)
        } else {
            dense[0].weights = dense[0].weights.reordered(columns: order)
        }
    }
}

extension FloatMatrix {
    /// Row `rows[i]` becomes row i, column `columns[k]` column k; nil leaves them where they are.
    fileprivate func reordered(rows order: [Int]? = nil, columns: [Int]? = nil) -> FloatMatrix {
        var result = self
        for row in 0..<rows {
            for column in 0..<self.columns {
                result[row, column] = self[order?[row] ?? row, columns?[column] ?? column]
            }
        }
        return result
    }
}
