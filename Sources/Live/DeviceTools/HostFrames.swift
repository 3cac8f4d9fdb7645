import WireProtocol

/// Builds the frames of a host's side, good ones and bad ones, for whoever keeps no link.
package enum HostFrames {
    /// - Parameter version: the major one.
    static func frame(
        _ kind: MessageKind, isReply: Bool = false, version: UInt8 = FrameHeader.majorVersion, now: UInt64,
        _ write: (inout PayloadWriter) -> Void
    ) -> [UInt8] {
        var scratch = [UInt8](repeating: 0, count: FrameLimits.wire)
        var wire = [UInt8](repeating: 0, count: FrameLimits.wire)
        let count = scratch.withUnsafeMutableBufferPointer { scratch in
            wire.withUnsafeMutableBufferPointer { wire in
                guard let memory = scratch.baseAddress, let out = wire.baseAddress else { preconditionFailure("there is room") }
                let encoder = FrameEncoder(scratch: memory)
                var writer = encoder.begin(FrameHeader(kind, isReply: isReply, time: UInt32(truncatingIfNeeded: now)))
                memory[0] = version << 4 | memory[0] & 15
                write(&writer)
                return encoder.finish(writer, into: out)
            }
        }
        return Array(wire[..<count])
    }

    /// - Parameter hasUnknownItem: with an item that no version knows.
    package static func hello(
        session: UInt32, isReply: Bool = false, version: UInt8 = FrameHeader.majorVersion, hasUnknownItem: Bool = false, now: UInt64
    ) -> [UInt8] {
        frame(.hello, isReply: isReply, version: version, now: now) { writer in
            HelloMessage(role: .host, session: session).write(to: &writer)
            if hasUnknownItem {
                writer.u8(0x7F)
                writer.u8(3)
                for byte in [1, 2, 3] as [UInt8] { writer.u8(byte) }
            }
        }
    }

    static func timeSync(now: UInt64) -> [UInt8] {
        frame(.timeSync, now: now) { TimeSyncMessage(requested: now).write(to: &$0) }
    }

    static func heartbeat(_ message: HeartbeatMessage, now: UInt64) -> [UInt8] {
        frame(.heartbeat, now: now) { message.write(to: &$0) }
    }

    static func goodbye(now: UInt64) -> [UInt8] { frame(.goodbye, now: now) { _ in } }

    static func config(_ message: ConfigMessage, now: UInt64) -> [UInt8] { frame(.config, now: now) { message.write(to: &$0) } }

    /// A rate of three bytes.
    static func brokenConfig(sequence: UInt16, now: UInt64) -> [UInt8] {
        frame(.config, now: now) { writer in
            writer.u16(sequence)
            for byte in [1, 3, 0, 0, 0] as [UInt8] { writer.u8(byte) }
        }
    }

    /// - Parameter pattern: one that replaces the action's, perhaps an unknown one.
    static func feedback(_ message: FeedbackMessage, pattern: UInt8? = nil, now: UInt64) -> [UInt8] {
        frame(.feedback, now: now) { writer in
            let start = writer.count
            message.write(to: &writer)
            if let pattern { writer.bytes[start + 10] = pattern }
        }
    }
}
