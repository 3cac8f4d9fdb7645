import WireProtocol

/// What faults make of the device's frames.
extension FaultyDevice {
    /// - Returns: what leaves instead of a frame.
    func sent(_ frame: Wire) -> [Wire] {
        var frame = frame
        if fault == .tagStays { frame.header.flags &= 1 }
        if fault == .indexRestarts, frame.header.sessionTag != 0 {
            let base = sessionBase ?? frame.header.index
            sessionBase = base
            frame.header.index &-= base
        }
        switch frame.header.kind {
        case .hello: return hello(frame)
        case .data: return data(frame)
        case .timeSync: return timeSync(frame)
        case .heartbeat: return heartbeat(frame)
        case .ack: return acknowledgement(frame)
        case .channels: return fault == .channelsNotDescribed && frame.payload[4] > 0 ? [] : [frame]
        default: return [frame]
        }
    }

    private func hello(_ frame: Wire) -> [Wire] {
        var frame = frame
        let since = now - lastHello
        lastHello = now
        if let minor { frame.payload[frame.place(of: 9)] = minor }
        switch fault {
        case .saysNoHello: return []
        case .answersNoHello where frame.header.isReply: return []
        case .answersWithoutReply: frame.header.flags &= 0b1110
        case .noPeriodicHello where since > 4_900_000: return []
        case .noHelloAtBoot where now == 0 && !frame.header.isReply: return []
        case .scaleIsNoNumber: frame.put(UInt64(Float.nan.bitPattern), at: frame.place(of: 7) + 2, bytes: 4)
        case .nameTooLong: frame.payload += [4, 33] + [UInt8](repeating: 65, count: 33)
        case .rateMissing: frame.payload.removeSubrange(frame.place(of: 6) - 2..<frame.place(of: 6) + 4)
        case .actuatorsDisagree: frame.payload[frame.place(of: 10) + 3] = 2
        case .networkNotTold: frame.payload.removeSubrange(frame.place(of: 12) - 2..<frame.place(of: 12) + 8)
        case .sessionStays: frame.put(77, at: frame.place(of: 2), bytes: 4)
        case .wrongRate:
            let rate = Float(bitPattern: UInt32(frame.number(at: frame.place(of: 6), bytes: 4)))
            frame.put(UInt64((rate * 1.25).bitPattern), at: frame.place(of: 6), bytes: 4)
        default: break
        }
        return released(before: frame)
    }

    private func data(_ frame: Wire) -> [Wire] {
        var frame = frame
        dataFrames += 1
        let count = Int(frame.header.count)
        switch fault {
        case .channelMissing: frame.payload.removeLast(2 * count)
        case .indexGoesBack where dataFrames % 40 == 0: frame.header.index &-= 5
        case .timeOfLastSample: frame.header.time += UInt32(count - 1) * UInt32(1_000_000 / rate)
        case .samplesHeld:
            held.append(frame)
            guard held.count == 5 else { return [] }
            return [merged()]
        default: break
        }
        return [frame]
    }

    private func timeSync(_ frame: Wire) -> [Wire] {
        var frame = frame
        switch fault {
        case .noTimeSync: return []
        case .otherRequestTime: frame.put(0, at: 0, bytes: 8)
        case .timesSwapped: frame.put(frame.number(at: 16, bytes: 8) + 400, at: 8, bytes: 8)
        case .otherClock:
            for place in [8, 16] { frame.put(frame.number(at: place, bytes: 8) + 1_000_000_000, at: place, bytes: 8) }
        default: break
        }
        return released(before: frame)
    }

    private func heartbeat(_ frame: Wire) -> [Wire] {
        var frame = frame
        heartbeats += 1
        switch fault {
        case .noHeartbeat: return []
        case .rareHeartbeat where heartbeats % 5 != 1: return []
        case .malformedPayload:
            return [frame, Wire(header: FrameHeader(.log, index: frame.header.index, time: frame.header.time), payload: [])]
        case .countInHeartbeat: frame.header.count = 1
        case .indexCountsWaiting: frame.header.index &+= 2
        case .timeGoesBack: frame.header.time &-= 500_000
        case .uptimeStands: frame.put(1000, at: 0, bytes: 4)
        case .countsNothing: frame.put(0, at: 8, bytes: 4)
        case .damageNotCounted: frame.put(0, at: 12, bytes: 8)
        case .onNotTold: frame.payload[28] &= 2
        case .failsafeNotTold: frame.payload[28] &= 1
        default: break
        }
        return released(before: frame)
    }

    private func acknowledgement(_ frame: Wire) -> [Wire] {
        var frame = frame
        let isOfFeedback = frame.payload[3] == 7
        let status = frame.payload[2]
        switch fault {
        case .impossibleRateTaken where !isOfFeedback && status == 3: frame.payload[2] = 0
        case .noAck where isOfFeedback: return []
        case .ackWithoutSequence where isOfFeedback: frame.put(0, at: 0, bytes: 2)
        case .ackWithoutTime: frame.put(0, at: 4, bytes: 4)
        case .duplicateApplied where status == 1: frame.payload[2] = 0
        case .oldSequenceApplied where status == 2 && frame.number(at: 0, bytes: 2) < 100: frame.payload[2] = 0
        case .unknownActuatorTaken where isOfFeedback && status == 3: frame.payload[2] = 0
        default: break
        }
        return released(before: frame)
    }

    /// Samples that are held wait on; with a new session they leave first.
    private func released(before frame: Wire) -> [Wire] {
        guard let first = held.first else { return [frame] }
        if first.header.sessionTag != frame.header.sessionTag { return [merged(), frame] }
        var frame = frame
        frame.header.index = first.header.index
        return [frame]
    }

    /// One frame of all samples that are held.
    private func merged() -> Wire {
        var whole = held[0]
        whole.header.count = UInt8(held.reduce(0) { $0 + Int($1.header.count) })
        whole.payload = held.flatMap(\.payload)
        held.removeAll()
        return whole
    }
}
