import Foundation
public import Recordings

extension Trainer {
    /// How many people who say 1 stand beside those who are asked. Of one person's windows the best temperature may be 0.4 where
    /// that of the next is 1.1, and those who said how long to train look better than new people will.
    static let doubters = 4.0

    /// By what logits are divided so that the probabilities of the best weights so far mean what they say on people who were not
    /// learned from: the temperature with the least cross-entropy on some (Guo, Pleiss, Sun and Weinberger 2017), 0.2 … 5, drawn
    /// towards 1: its logarithm counts n / (n + 4) where they are n.
    ///
    /// No answer changes by it. Takes some thirty passes over `other`.
    ///
    /// - Parameter other: windows of people who are not learned from, with the same classes.
    public func temperature(on other: DataSet) -> Double {
        let people = Double(other.subjects.count)
        return pow(leastLossTemperature(on: other), people / (people + Self.doubters))
    }

    private func leastLossTemperature(on other: DataSet) -> Double {
        let loader = SequenceLoader(
            TrainingSet(other, plan: options.sequence), statistics: statistics, channels: training.channels,
            classWeights: training.classWeights, augmentation: .none)
        let scaled = FloatVector(count: best.count)
        return Self.minimum(of: log(0.2)...log(5)) { logarithm in
            copy(best, to: scaled, dividingLogitsBy: Float(exp(logarithm)))
            return evaluate(loader, scaled).meanLoss
        }
    }

    /// The network with a cooler or hotter last layer.
    func copy(_ weights: FloatVector, to scaled: FloatVector, dividingLogitsBy temperature: Float) {
        scaled.copy(from: weights)
        guard let last = network.layout.head.last else { return }
        for row in 0..<last.rows {
            for column in 0..<last.columns { scaled[last.index(row: row, column: column)] /= temperature }
        }
    }

    /// Where a function with one minimum has it, by the golden section; as an exponential.
    private static func minimum(of range: ClosedRange<Double>, _ value: (Double) -> Double) -> Double {
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (range.lowerBound, range.upperBound)
        var (first, second) = (high - ratio * (high - low), low + ratio * (high - low))
        var (atFirst, atSecond) = (value(first), value(second))
        while high - low > 0.005 {
            if atFirst <= atSecond {
                (high, second, atSecond) = (second, first, atFirst)
                first = high - ratio * (high - low)
                atFirst = value(first)
            } else {
                (low, first, atFirst) = (first, second, atSecond)
                second = low + ratio * (high - low)
                atSecond = value(second)
            }
        }
        return exp((low + high) / 2)
    }
}
