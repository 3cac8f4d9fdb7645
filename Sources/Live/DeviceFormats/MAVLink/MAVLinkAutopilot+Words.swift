extension MAVLinkAutopilot {
    /// What is heard of it, without what is not: “MAVLink 2 of PX4 (system 1, component 1), heartbeats and attitude”.
    public var heard: String {
        guard let firmware, let system, let component else { return "MAVLink without heartbeats\(hasAttitude ? ", attitude" : "")" }
        let name =
            switch firmware {
            case .arduPilot: "ArduPilot"
            case .px4: "PX4"
            case .other: "an autopilot"
            }
        return
            "MAVLink \(version) of \(name) (system \(system), component \(component)), heartbeats\(hasAttitude ? " and attitude" : "")"
    }

    /// What lets it tell of motion.
    public var remedy: String {
        let message = "MAV_CMD_SET_MESSAGE_INTERVAL for HIGHRES_IMU (105), SCALED_IMU (26) or RAW_IMU (27), 20000 µs for 50 Hz"
        let stream = "SR0_RAW_SENS to 50 (SR1_… of its next port), or REQUEST_DATA_STREAM for the raw sensors"
        return isArduPilot ? "set \(stream), or send \(message)" : "send it \(message); with ArduPilot set \(stream)"
    }
}
