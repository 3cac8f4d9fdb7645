import CMotionCore
import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("A row that examples set, in integers")
struct RowTests {
    /// The row as ARITHMETIC.md §16 has it, written anew; nil if it is refused.
    private static func expected(_ network: TeachableNetwork, _ sums: [Int], _ count: Int) -> (weights: [Int], bias: Int)? {
        let units = network.centre.count
        let metric = network.teachable.pointee.metric
        func floorDivided(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
        func rshift(_ value: Int, _ shift: Int) -> Int { floorDivided(value + 1 << (shift - 1), 1 << shift) }
        let means = sums.map { min(32_767, floorDivided(2 * $0 + count, 2 * count)) }
        let weights = (0..<units).map { row in
            rshift(
                (0..<units).reduce(0) { $0 + Int(network.metric[row * units + $1]) * (means[$1] - Int(network.centre[$1])) },
                Int(metric.row_shift))
        }
        var panelShift = 2
        var panels = (units + 63) / 64
        while panels > 1 { (panels, panelShift) = ((panels + 1) / 2, panelShift + 1) }
        for first in stride(from: 0, to: units, by: 64) {
            let panel = weights[first..<min(first + 64, units)]
            if panel.contains(where: { abs($0) > 32_767 }) || panel.reduce(0, { $0 + abs($1) }) > 65_535 { return nil }
        }
        let middle = (0..<units).reduce(0) { $0 + weights[$1] * (means[$1] + Int(network.centre[$1])) }
        return (weights, -rshift(middle, panelShift + 1))
    }

    /// - Returns: nil if it is refused.
    private static func row(_ network: TeachableNetwork, _ sums: [Int], _ count: Int) -> (weights: [Int], bias: Int)? {
        let units = network.centre.count
        var (weights, mean) = ([Int16](repeating: 0, count: units), [Int16](repeating: 0, count: units))
        return weights.withUnsafeMutableBufferPointer { place in
            guard let start = place.baseAddress else { return nil }
            var row = mq_teach_row_in(start)
            guard mq_teach_set_row(&network.teachable.pointee.metric, sums.map { Int32($0) }, UInt32(count), &mean, &row) else {
                return nil
            }
            return (place.map { Int($0) }, Int(row.bias))
        }
    }

    private static func sums(_ count: Int, units: Int, _ generator: inout SeededGenerator) -> [Int] {
        (0..<units).map { _ in (0..<count).reduce(0) { sum, _ in sum + Int.random(in: -32_768...32_767, using: &generator) } }
    }

    @Test("has these numbers by hand")
    func byHand() throws {
        let network = try TeachableNetwork(units: 2, rowShift: 10)
        var numbers: [Int16] = [0, 100, 16_384, 0, 0, 16_384]
        var about = network.teachable.pointee.metric
        let found = numbers.withUnsafeMutableBufferPointer { numbers -> (Bool, [Int16], [Int16], Int32) in
            var (weights, mean): ([Int16], [Int16]) = ([0, 0], [0, 0])
            guard let start = numbers.baseAddress else { return (false, [], [], 0) }
            about.centre = UnsafePointer(start)
            about.metric = UnsafePointer(start + 2)
            return weights.withUnsafeMutableBufferPointer { place in
                guard let weights = place.baseAddress else { return (false, [], [], 0) }
                var row = mq_teach_row_in(weights)
                let isSet = mq_teach_set_row(&about, [3, -301], 2, &mean, &row)
                return (isSet, Array(place), mean, row.bias)
            }
        }
        // Means of 1.5 and −150.5; 16384 · 2 and 16384 · −250, by 2¹⁰; −(32 · 2 + −4000 · −50) / 8, halves up before the sign.
        #expect(found.0 && found.2 == [2, -150] && found.1 == [32, -4_000] && found.3 == -25_008)
    }

    @Test(
        "is that of another implementation, bit for bit, on random examples",
        arguments: [(1, 14), (7, 16), (64, 22), (65, 23), (256, 25)])
    func twin(units: Int, shift: Int) throws {
        var generator = SeededGenerator(seed: UInt64(units))
        var accepted = 0
        for seed in 0..<40 as Range<UInt64> {
            let network = try TeachableNetwork(units: units, rowShift: shift, seed: seed)
            let count = Int.random(in: 1...20, using: &generator)
            let sums = Self.sums(count, units: units, &generator)
            let (found, wanted) = (Self.row(network, sums, count), Self.expected(network, sums, count))
            #expect(found?.weights == wanted?.weights && found?.bias == wanted?.bias)
            accepted += wanted == nil ? 0 : 1
        }
        #expect(accepted > 20)
    }

    @Test("is refused, or proved against overflow, whatever the numbers", arguments: [16, 18, 20, 22, 24, 26])
    func fullScale(shift: Int) throws {
        var generator = SeededGenerator(seed: 3)
        for seed in 0..<20 as Range<UInt64> {
            let network = try TeachableNetwork(units: 64, places: 1, rowShift: shift, outputShift: 14, seed: seed)
            let hidden = (0..<64).map { _ in Bool.random(using: &generator) ? Int16.max : Int16.min }
            let isTaken = mq_teach_show(network.place, 0, hidden)
            #expect(isTaken == (Self.expected(network, hidden.map { Int($0) }, 1) != nil))
            let (weights, bias) = network.row(2)
            // What `QuantizedNetwork` refuses could overflow.
            var affine = network.quantized.dense[0].affine
            affine.terms[0].weights.replaceSubrange(128..<192, with: weights)
            affine.bias[2] = bias
            #expect(throws: Never.self) {
                try QuantizedNetwork(
                    inputFractionBits: network.quantized.inputFractionBits, convolution: nil, lstm: network.quantized.lstm,
                    dense: [QuantizedDense(affine: affine, rectified: false)])
            }
        }
    }

    @Test("takes 65,535 examples of full scale, and no more")
    func most() throws {
        let network = try TeachableNetwork(units: 8, rowShift: 26)
        let most = [Int32](repeating: 65_535 * -32_768, count: 8)
        #expect(mq_teach_restore(network.place, 0, most, 65_535))
        #expect(Self.expected(network, most.map { Int($0) }, 65_535).map { Int(network.row(2).bias) == $0.bias } == true)
        #expect(!mq_teach_show(network.place, 0, [Int16](repeating: 1, count: 8)))
        #expect(mq_teach_count(network.place, 0) == 65_535)
    }

    @Test("that would be too large leaves all rows and sums as they were")
    func refused() throws {
        let network = try TeachableNetwork(units: 16, rowShift: 20)
        #expect(mq_teach_show(network.place, 1, network.centre))
        let (rows, sums) = (network.rows, Array(UnsafeBufferPointer(start: network.place.pointee.sums, count: 32)))
        let far = [Int16](repeating: 32_767, count: 16)
        network.teachable.pointee.metric.row_shift = 8
        #expect(!mq_teach_show(network.place, 1, far))
        #expect(network.rows == rows && mq_teach_count(network.place, 1) == 1)
        #expect(Array(UnsafeBufferPointer(start: network.place.pointee.sums, count: 32)) == sums)
    }
}
