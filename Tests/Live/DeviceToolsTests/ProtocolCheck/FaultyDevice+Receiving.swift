import WireProtocol

/// What faults make of the host's frames.
extension FaultyDevice {
    /// Whether the frames are given on one by one.
    var alters: Bool {
        switch fault {
        case .answersReplies, .refusesUnknownTags, .lateApplied, .futureApplied, .brokenPatternTaken, .noTimeToLiveTaken,
            .durationIgnored, .goodbyeIgnored, .brokenConfigIgnored, .noConfigAnswer:
            true
        default: false
        }
    }

    /// - Returns: nil if it is lost.
    func received(_ frame: Wire) -> Wire? {
        var frame = frame
        switch (fault, frame.header.kind) {
        case (.answersReplies, .hello): frame.header.flags = 0
        case (.refusesUnknownTags, .hello): if frame.item(0x7F) != nil { return nil }
        case (.goodbyeIgnored, .goodbye): return nil
        case (.noConfigAnswer, .config): return nil
        case (.brokenConfigIgnored, .config): if frame.payload.count == 7 { return nil }
        case (_, .feedback): return command(frame)
        default: break
        }
        return frame
    }

    private func command(_ frame: Wire) -> Wire {
        var frame = frame
        let age = Int32(truncatingIfNeeded: Int64(now) - Int64(frame.number(at: 2, bytes: 4)))
        switch fault {
        case .lateApplied where age > 1_000_000, .futureApplied where age < -1_000_000: frame.put(now, at: 2, bytes: 4)
        case .brokenPatternTaken where frame.payload[10] > 2: frame.payload[10] = 1
        case .noTimeToLiveTaken where frame.number(at: 6, bytes: 2) == 0: frame.put(500, at: 6, bytes: 2)
        case .durationIgnored: frame.put(0, at: 18, bytes: 2)
        default: break
        }
        return frame
    }
}
