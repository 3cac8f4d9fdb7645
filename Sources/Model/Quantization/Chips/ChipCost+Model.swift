public import Models
public import MotionCore

extension ChipCost {
    /// What a model takes on each chip that somebody has counted instructions of; none if it cannot go to a device.
    public static func all(of model: Model, network: QuantizedNetwork, decision: DecisionParameters) -> [ChipCost] {
        let about = model.description
        guard let export = try? DeviceExport(model, network: network, named: "", decision: decision) else { return [] }
        return Chip.allCases.map { chip in
            // A stroke is a window that comes when somebody makes one: there is no such thing as its cost a second.
            let schedule = about.strokes == nil ? about.schedule : WindowSchedule(length: about.window, hop: about.window)
            let perSample = chip.instructionsPerSample(network, of: schedule)
            let rate = about.strokes == nil ? about.rate : nil
            return ChipCost(
                chip: chip.name, instructionsPerWindow: perSample.map { $0 * Double(schedule.hop) },
                instructionsPerSecond: perSample.flatMap { perSample in rate.map { perSample * $0 } },
                networkBytes: export.constantBytes, engineBytes: chip.engineBytes, windowBytes: export.workingBytes,
                decisionBytes: export.decisionBytes, basis: chip.basis)
        }
    }
}
