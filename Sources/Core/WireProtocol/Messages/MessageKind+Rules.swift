extension MessageKind {
    /// Whether a payload keeps the rules of its type (PROTOCOL.md §6).
    @_noAllocation
    func accepts(_ header: FrameHeader, _ payload: PayloadReader) -> Bool {
        // `!= nil` would be the generic one of Equatable, about which a debug build knows nothing.
        switch self {
        case .hello: HelloMessage(payload) != nil
        case .data: acceptsData(header, payload)
        case .config: if case _? = ConfigMessage(payload) { true } else { false }
        case .timeSync: payload.count >= TimeSyncMessage.byteCount
        case .heartbeat: payload.count >= HeartbeatMessage.byteCount
        case .prediction: payload.count >= PredictionMessage.byteCount
        case .feedback: if case _? = FeedbackMessage(payload) { true } else { false }
        case .ack: payload.count >= AckMessage.byteCount
        case .log: payload.count >= 1
        case .event: payload.count >= EventMessage.byteCount
        case .labels: if case _? = LabelsMessage(payload) { true } else { false }
        case .goodbye: true
        case .install: if case _? = InstallMessage(payload) { true } else { false }
        case .installed: payload.count >= InstalledMessage.byteCount
        case .channels: if case .success = ChannelsMessage.read(payload) { true } else { false }
        }
    }

    @_noAllocation
    private func acceptsData(_ header: FrameHeader, _ payload: PayloadReader) -> Bool {
        let samples = Int(header.count)
        guard samples >= 1, samples <= FrameLimits.samples, payload.count % (2 * samples) == 0 else { return false }
        let channels = payload.count / (2 * samples)
        return channels >= 1 && channels <= FrameLimits.channels
    }
}
