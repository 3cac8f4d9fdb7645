public import MotionCore

/// The core of a microcontroller, as far as the cost of a network on it can be told from the network's shape.
public enum ChipCore: String, CaseIterable, Sendable {
    case cortexM0Plus
    case cortexM3
    case cortexM4
    case cortexM7
    case cortexM33
    /// rv32imc, with or without atomics, which the engine does not use.
    case riscV
    case xtensaLX6
    case xtensaLX7

    /// Those that reports compare: a small one, the usual one and its successor.
    public static let reported: [ChipCore] = [.cortexM0Plus, .cortexM4, .cortexM33]

    /// “Cortex-M4”.
    public var name: String {
        switch self {
        case .cortexM0Plus: "Cortex-M0+"
        case .cortexM3: "Cortex-M3"
        case .cortexM4: "Cortex-M4"
        case .cortexM7: "Cortex-M7"
        case .cortexM33: "Cortex-M33"
        case .riscV: "RISC-V rv32imc"
        case .xtensaLX6: "Xtensa LX6"
        case .xtensaLX7: "Xtensa LX7"
        }
    }

    /// Bytes of flash of all that stands between a sensor's counts and decisions in C, without a network: channels, classifier,
    /// decisions, kernels, strokes, and the compiler's arithmetic with numbers of 64 bits, by which channels are set up (gcc 12
    /// -O2; DEVICE.md). Those of Xtensa are RISC-V's, whose instructions are as long.
    public var engineBytes: Int {
        switch self {
        case .cortexM0Plus: 24_264
        case .cortexM3: 17_468
        case .cortexM4: 21_420
        case .cortexM7: 21_356
        case .cortexM33: 21_280
        case .riscV, .xtensaLX6, .xtensaLX7: 24_584
        }
    }

    /// What `engineBytes` rests on.
    public var engineGround: ChipGround { isXtensa ? .guessed : .counted }

    /// Where the instructions come from.
    public var basis: String {
        switch self {
        case .cortexM0Plus:
            "modelled: so many for each multiplication and each unit, through QEMU's counts of 6 → 32 and 6 → 64; it has no DSP "
                + "instructions, and calls a function for products of 64 bits, outside the inner loops"
        case .cortexM3: "modelled in the same way as the Cortex-M0+, from its own counts; it has no DSP instructions"
        case .cortexM4: "counted from the kernels' assembly; within 1 % of QEMU's counts of five shapes"
        case .cortexM7: "those of the Cortex-M4, whose kernels it runs; QEMU's counts of two shapes are 1 % above"
        case .cortexM33: "modelled: those of the Cortex-M4, whose kernels it runs; QEMU's counts of two shapes are within 0.1 %"
        case .riscV: "modelled in the same way as the Cortex-M0+, from QEMU's counts of rv32imac; no vector extension"
        case .xtensaLX6, .xtensaLX7: "no emulator has counted it: as RISC-V, plain C without vector instructions"
        }
    }

    /// Cycles of one instruction of the inner loops, at their usual and from the best to the worst: loads take two cycles and taken
    /// branches two to four (Arm's technical reference manuals: DDI 0484 §3.3, DDI 0337 §18, DDI 0439 §3.3), and flash has wait
    /// states behind its cache. A Cortex-M7 begins up to two instructions a cycle. Xtensa's also cover that its instructions are
    /// not counted.
    public var cyclesPerInstruction: (usual: Double, range: ClosedRange<Double>) {
        switch self {
        case .cortexM0Plus: (1.5, 1.3...2)
        case .cortexM3, .cortexM4, .riscV: (1.3, 1.1...2)
        case .cortexM33: (1.2, 1...1.8)
        case .cortexM7: (0.8, 0.5...1.5)
        case .xtensaLX6, .xtensaLX7: (1.3, 0.7...3)
        }
    }

    var isXtensa: Bool { self == .xtensaLX6 || self == .xtensaLX7 }

    /// What plain C takes there; nil where the kernels have DSP instructions.
    private var scalar: ScalarCost? {
        switch self {
        case .cortexM0Plus: .cortexM0Plus
        case .cortexM3: .cortexM3
        case .riscV, .xtensaLX6, .xtensaLX7: .riscV
        case .cortexM4, .cortexM7, .cortexM33: nil
        }
    }

    /// Instructions of the inner loops for one sample of a stream, on average, with all slots in flight: nominal, as
    /// `multiplicationsPerSample`. What is around the loops adds about a hundredth, the softmax is left out.
    ///
    /// - Returns: nil with a convolution, front layers, a GRU or weights of 8 bits, whose instructions are not counted.
    public func instructionsPerSample(_ network: QuantizedNetwork, of schedule: WindowSchedule) -> Double? {
        guard network.isCounted else { return nil }
        return scalar?.instructionsPerSample(network, of: schedule) ?? network.instructionsPerSample(of: schedule)
    }

    /// As `instructionsPerSample`, and with others a guess: as many for each multiplication as a layer of 64 units
    /// takes.
    func roughInstructionsPerSample(_ network: QuantizedNetwork, of schedule: WindowSchedule) -> Double {
        if let counted = instructionsPerSample(network, of: schedule) { return counted }
        let each = scalar?.perMultiplication ?? CortexM4.perMultiplication
        return network.multiplicationsPerSample(of: schedule) * each
    }

    /// Instructions for one sample of the orientation filter, with six inputs of it (DEVICE.md).
    ///
    /// - Parameter hasFloat: whether the chip computes with single precision in hardware.
    func orientationInstructions(hasFloat: Bool) -> Double {
        if hasFloat { return 3_595 }
        return self == .cortexM0Plus ? 114_846 : 52_223
    }

    /// Bytes of RAM that `mq_recogniser` takes, with an `mq_bound_input` and a value for each input; arm-none-eabi-gcc gives these
    /// sizes for a Cortex-M0+ and a Cortex-M4, and pointers have 32 bits on all of these chips.
    static func recogniserBytes(inputs: Int) -> Int { 320 + inputs * (24 + 2) }

    /// Bytes of flash that the filter takes, counted on a Cortex-M4 (DEVICE.md).
    static func orientationBytes(hasFloat: Bool) -> Int { hasFloat ? 7_994 : 10_282 }
}
