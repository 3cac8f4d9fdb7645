import MotionCore

/// Plain C (`scalar`) on a core: two numbers that explain QEMU's counts of a step of 6 → 32 and of one of 6 → 64 (DEVICE.md). On a
/// Cortex-M4 the same C was counted for five shapes; there two numbers that were found in the same way meet the other three within
/// 3 %.
package struct ScalarCost {
    /// Instructions of a weight with an input.
    package let perMultiplication: Double
    /// Instructions of a unit: four gate arguments requantized, and what the LSTM does with them.
    package let perUnit: Double

    /// - Parameters:
    ///   - small: instructions of a step of 6 → 32, which has 4,864 multiplications.
    ///   - large: of one of 6 → 64, which has 17,920.
    init(small: Double, large: Double) {
        perMultiplication = (large - 2 * small) / (17_920 - 2 * 4_864)
        perUnit = (small - 4_864 * perMultiplication) / 32
    }

    package static let cortexM0Plus = ScalarCost(small: 36_797, large: 111_933)
    package static let cortexM3 = ScalarCost(small: 20_631, large: 61_204)
    package static let riscV = ScalarCost(small: 25_281, large: 77_637)

    /// Instructions for one sample of a stream, on average, with all slots in flight.
    func instructionsPerSample(_ network: QuantizedNetwork, of schedule: WindowSchedule) -> Double {
        let units = network.lstm.reduce(0) { $0 + $1.rows / 4 }
        let activations = Double(units * schedule.length) / Double(schedule.hop)
        return network.multiplicationsPerSample(of: schedule) * perMultiplication + activations * perUnit
    }
}
