public import Models
public import MotionCore

extension ChipLoad {
    /// What a model takes of a chip, in C.
    ///
    /// - Parameters:
    ///   - network: the model's.
    ///   - decision: how its probabilities become events, which takes memory.
    /// - Throws: `ExportError` or a fault of the network, if the model cannot go to a device.
    public init(of model: Model, network: QuantizedNetwork, decision: DecisionParameters, on chip: Chip) throws {
        self.init(try DeviceExport(model, network: network, named: "", decision: decision), of: model, network: network, on: chip)
    }

    /// - Parameter export: of this model and network.
    public init(_ export: DeviceExport, of model: Model, network: QuantizedNetwork, on chip: Chip) {
        self.chip = chip
        let about = model.description
        let core = chip.core
        let derives = export.orientationBytes > 0
        flash = Memory(
            [
                Part(name: .network, bytes: export.constantBytes), Part(name: .engine, bytes: core.engineBytes),
                Part(name: .strokes, bytes: export.strokeBytes),
                Part(name: .orientation, bytes: derives ? ChipCore.orientationBytes(hasFloat: chip.hasFloat) : 0),
            ], of: chip.flash, ground: derives ? max(core.engineGround, .reckoned) : core.engineGround)
        ram = Memory(
            [
                Part(name: .engine, bytes: ChipCore.recogniserBytes(inputs: about.inputs.count)),
                Part(name: .windows, bytes: export.classifierBytes), Part(name: .decisions, bytes: export.decisionBytes),
                Part(name: .orientation, bytes: export.orientationBytes), Part(name: .teaching, bytes: export.teachingBytes),
            ], of: chip.ram, ground: .counted)

        // A stroke is a window that comes when a person makes one: it has no cost a second.
        let schedule = about.strokes == nil ? about.schedule : WindowSchedule(length: about.window, hop: about.window)
        var perSample = core.roughInstructionsPerSample(network, of: schedule)
        if derives { perSample += core.orientationInstructions(hasFloat: chip.hasFloat) }
        let cycles = core.cyclesPerInstruction
        // The filter was counted on Cortex-M alone.
        let isGuessed = core.isXtensa || !network.isCounted || (derives && core == .riscV)
        time = Time(
            instructionsPerWindow: perSample * Double(schedule.hop),
            instructionsPerSecond: about.strokes == nil ? about.rate.map { perSample * $0 } : nil,
            cycles: cycles.usual, cyclesRange: cycles.range, hertz: chip.hertz, ground: isGuessed ? .guessed : .reckoned)
    }
}
