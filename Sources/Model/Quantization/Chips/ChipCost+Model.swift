public import Models
public import MotionCore

extension ChipCost {
    /// What a model takes on each core that reports compare; none if it cannot go to a device.
    public static func all(of model: Model, network: QuantizedNetwork, decision: DecisionParameters) -> [ChipCost] {
        let about = model.description
        guard let export = try? DeviceExport(model, network: network, named: "", decision: decision) else { return [] }
        return ChipCore.reported.map { core in
            // A stroke is a window that comes when a person makes one: it has no cost a second.
            let schedule = about.strokes == nil ? about.schedule : WindowSchedule(length: about.window, hop: about.window)
            let perSample = core.instructionsPerSample(network, of: schedule)
            let rate = about.strokes == nil ? about.rate : nil
            return ChipCost(
                chip: core.name, instructionsPerWindow: perSample.map { $0 * Double(schedule.hop) },
                instructionsPerSecond: perSample.flatMap { perSample in rate.map { perSample * $0 } },
                networkBytes: export.constantBytes, engineBytes: core.engineBytes, windowBytes: export.classifierBytes,
                decisionBytes: export.decisionBytes, basis: core.basis)
        }
    }
}
