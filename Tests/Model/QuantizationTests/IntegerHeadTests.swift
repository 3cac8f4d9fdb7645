import CMotionCore
import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("A last layer that integers alone set")
struct IntegerHeadTests {
    /// Examples in the metric of a network that can be taught.
    private static func exemplars(_ network: TeachableNetwork, labels: [Int]) -> Exemplars {
        let units = network.centre.count
        var generator = SeededGenerator(seed: 8)
        let metric = HeadMetric(
            centre: network.centre, matrix: network.metric, rowShift: Int(network.teachable.pointee.metric.row_shift),
            outputShift: 11)
        let nothing = [Float](repeating: 0, count: units * units)
        return Exemplars(
            units: units, within: nothing, between: nothing, metric: metric, labels: labels,
            states: (0..<labels.count * units).map { _ in Int16.random(in: -20_000...20_000, using: &generator) })
    }

    @Test("has the bits of a device that is taught the same examples one by one, in any order")
    func device() throws {
        let network = try TeachableNetwork(units: 64, known: 0, places: 3)
        let examples = Self.exemplars(network, labels: [0, 1, 2, 2, 1, 0, 0])
        let head = try #require(IntegerHead(examples, labels: 3))
        for example in examples.labels.indices.reversed() {
            #expect(mq_teach_show(network.place, examples.labels[example], Array(examples[example])))
        }
        for label in 0..<3 {
            let (weights, bias) = network.row(label)
            #expect(weights == Array(head.affine.terms[0].weights[label * 64..<(label + 1) * 64]))
            #expect(bias == head.affine.bias[label])
        }
    }

    @Test("does not change the rows that there were when a label is added")
    func added() throws {
        let network = try TeachableNetwork(units: 16, known: 0)
        let all = Self.exemplars(network, labels: [0, 1, 0, 2])
        let some = all.filter { all.labels[$0] < 2 }
        let (large, small) = (try #require(IntegerHead(all, labels: 3)), try #require(IntegerHead(some, labels: 2)))
        #expect(Array(large.affine.terms[0].weights.prefix(32)) == small.affine.terms[0].weights)
        #expect(Array(large.affine.bias.prefix(2)) == small.affine.bias)
    }

    @Test("is none while a label has no example")
    func missing() throws {
        let network = try TeachableNetwork(units: 16, known: 0)
        #expect(IntegerHead(Self.exemplars(network, labels: [0, 2]), labels: 3) == nil)
    }
}
