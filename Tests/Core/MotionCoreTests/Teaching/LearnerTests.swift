import CMotionCore
import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("A network that is taught where it runs")
struct LearnerTests {
    private func samples(seed: UInt64) -> [[Int16]] {
        var generator = SeededGenerator(seed: seed)
        return (0..<8).map { _ in (0..<6).map { _ in Int16.random(in: .min ... .max, using: &generator) } }
    }

    @Test("never names a place without an example, and names the others as the network that it was given")
    func empty() throws {
        let network = try TeachableNetwork(units: 12, outputShift: 14)
        for seed in 0..<20 as Range<UInt64> {
            let probabilities = network.probabilities(of: samples(seed: seed))
            #expect(probabilities.count == 4 && probabilities[2...] == [0, 0])
        }
    }

    @Test("leaves the rows of other labels as they are, whatever a place is shown")
    func others() throws {
        let network = try TeachableNetwork(units: 12, known: 15, places: 3)
        let before = (0..<15).map { network.row($0) }
        var generator = SeededGenerator(seed: 2)
        for example in 0..<9 {
            let hidden = (0..<12).map { _ in Int16.random(in: -20_000...20_000, using: &generator) }
            #expect(mq_teach_show(network.place, example % 3, hidden))
        }
        for label in 0..<15 { #expect(network.row(label) == before[label]) }
        #expect((15..<18).allSatisfy { network.row($0).bias != MQ_TEACH_EMPTY_BIAS })
    }

    @Test("forgets a place: what it has then are the bits from before the first example")
    func forgets() throws {
        let network = try TeachableNetwork(units: 12)
        let before = network.rows
        #expect(mq_teach_show(network.place, 1, [Int16](repeating: 900, count: 12)))
        #expect(network.rows != before)
        mq_teach_forget(network.place, 1)
        #expect(network.rows == before && mq_teach_count(network.place, 1) == 0)
    }

    @Test("has no place beyond the last one")
    func beyond() throws {
        let network = try TeachableNetwork(units: 12)
        let before = network.rows
        #expect(!mq_teach_show(network.place, 2, [Int16](repeating: 900, count: 12)))
        mq_teach_forget(network.place, 2)
        #expect(network.rows == before && mq_teach_count(network.place, 2) == 0)
    }

    @Test(
        "is not begun with another network, too little memory, or shifts with which an empty place might be named",
        arguments: ["units", "memory", "places", "panel shift", "output shift", "row shift"])
    func unfit(what: String) throws {
        let network = try TeachableNetwork(units: 12, outputShift: what == "output shift" ? 14 : 11)
        let bytes = mq_teach_memory(network.weights.layers, network.teachable)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let learner = UnsafeMutablePointer<mq_learner>.allocate(capacity: 1)
        defer {
            memory.deallocate()
            learner.deallocate()
        }
        var layers = network.weights.layers.pointee
        var dense = layers.dense.pointee
        var matrix = dense.affine.input.pointee
        var shifts: [UInt8] = [15]
        switch what {
        case "units": network.teachable.pointee.metric.units = 11
        case "places": network.teachable.pointee.places = 3
        case "row shift": network.teachable.pointee.metric.row_shift = 0
        default: break
        }
        let isBegun = shifts.withUnsafeMutableBufferPointer { shifts in
            guard let shift = shifts.baseAddress else { return true }
            if what == "output shift" { dense.affine.output_shifts = UnsafePointer(shift) }
            if what == "panel shift" { matrix.shifts = UnsafePointer(shift) }
            return withUnsafePointer(to: &matrix) { matrix in
                dense.affine.input = matrix
                return withUnsafePointer(to: &dense) { dense in
                    layers.dense = dense
                    return mq_teach_begin(learner, &layers, network.teachable, memory, what == "memory" ? bytes - 1 : bytes)
                }
            }
        }
        #expect(!isBegun)
    }
}
