public import MotionCore

/// A microcontroller's core, as far as what a network costs on it can be told from the network's shape.
public enum Chip: String, CaseIterable, Sendable {
    case cortexM0Plus
    case cortexM4
    case cortexM33

    /// “Cortex-M4”.
    public var name: String {
        switch self {
        case .cortexM0Plus: "Cortex-M0+"
        case .cortexM4: "Cortex-M4"
        case .cortexM33: "Cortex-M33"
        }
    }

    /// Bytes of flash that the C engine, its decisions and its kernels take without a network (gcc 12 -O2; DEVICE.md).
    public var engineBytes: Int {
        switch self {
        case .cortexM0Plus: 5_019
        case .cortexM4: 7_869
        case .cortexM33: 7_825
        }
    }

    /// Where the instructions come from.
    public var basis: String {
        switch self {
        case .cortexM0Plus: "modelled: so many for each multiplication and each unit, through QEMU's counts of 6 → 32 and 6 → 64"
        case .cortexM4: "counted from the kernels' assembly; within 1 % of QEMU's counts of five shapes"
        case .cortexM33: "modelled: those of the Cortex-M4, whose kernels it runs; QEMU's counts of two shapes are within 0.1 %"
        }
    }

    /// Instructions of the inner loops for one sample of a stream, on average, with all slots in flight: nominal, as
    /// `multiplicationsPerSample`. What is around the loops adds about a hundredth, the softmax is left out.
    ///
    /// - Returns: nil with a convolution, which nobody has counted.
    public func instructionsPerSample(_ network: QuantizedNetwork, of schedule: WindowSchedule) -> Double? {
        switch self {
        case .cortexM4, .cortexM33: network.instructionsPerSample(of: schedule)
        case .cortexM0Plus:
            network.convolution == nil
                ? network.multiplicationsPerSample(of: schedule) * ScalarM0.perMultiplication
                    + network.activationsPerSample(of: schedule) * ScalarM0.perUnit
                : nil
        }
    }
}

/// Plain C (`scalar`) on a Cortex-M0+: a step of 6 → 32 takes 36,931 instructions in QEMU and one of 6 → 64 takes 112,243
/// (DEVICE.md), which two numbers explain. On a Cortex-M4 the same C was counted for five shapes; there two numbers that were found
/// in the same way meet the other three within 3 %.
package enum ScalarM0 {
    /// Of a weight with an input.
    package static let perMultiplication = (112_243.0 - 2 * 36_931) / (17_920 - 2 * 4_864)
    /// Four gate arguments requantized, and what the LSTM's unit does with them.
    package static let perUnit = (36_931 - 4_864 * perMultiplication) / 32
}

extension QuantizedNetwork {
    /// Units of LSTM layers that are brought forward for one sample of a stream, on average, with all slots in flight.
    fileprivate func activationsPerSample(of schedule: WindowSchedule) -> Double {
        Double(lstm.reduce(0) { $0 + $1.rows / 4 } * schedule.length) / Double(schedule.hop)
    }
}
