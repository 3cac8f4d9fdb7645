import MotionCore
import TestSupport
import WireProtocol

/// What a device answers and sends that keeps the rules as a rule: behind such frames is code that random ones do not reach.
struct PlausibleDevice {
    private var session: UInt32 = 1
    private var tag: UInt8 = 0
    private var index: UInt16 = 0
    private var channels = 6
    /// By how much its clock is ahead of the host's, in microseconds.
    private var lead: UInt64 = 77_000_000

    /// A frame, whose kind is 9 … 15.
    ///
    /// - Parameter asked: what a host asked last.
    mutating func frame(
        _ kind: UInt8, _ input: inout InputBytes, asked: (time: UInt64, command: UInt16, configuration: UInt16), now: UInt64
    ) -> [UInt8] {
        let time = now &+ lead
        var header = FrameHeader(.heartbeat, sessionTag: tag, index: index, time: UInt32(truncatingIfNeeded: time))
        switch kind {
        case 9: return hello(input.byte(), header)
        case 10, 11: return samples(input.byte(), header)
        case 12:
            header.type = MessageKind.timeSync.rawValue
            header.flags |= FrameHeader.replyFlag
            let late = UInt64(input.byte()) * 64
            let answer = TimeSyncMessage(requested: asked.time, received: time &- late, answered: time)
            return frameBytes(header) { answer.write(to: &$0) }
        case 13, 14:
            let word = input.byte()
            header.type = MessageKind.ack.rawValue
            header.flags |= FrameHeader.replyFlag
            let (sequence, type) = word & 1 == 0 ? (asked.command, MessageKind.feedback) : (asked.configuration, .config)
            let status = AckMessage.Status(rawValue: word >> 1 & 7) ?? .ok
            let answer = AckMessage(sequence: sequence, status: status, type: type, applied: header.time)
            return frameBytes(header) { answer.write(to: &$0) }
        default:
            // Its clock is set, or runs a little otherwise.
            let word = input.byte()
            lead = word < 8 ? UInt64(input.number(UInt32.self)) : lead &+ UInt64(word)
            var heartbeat = HeartbeatMessage()
            heartbeat.uptime = UInt32(truncatingIfNeeded: time / 1000)
            return frameBytes(header) { heartbeat.write(to: &$0) }
        }
    }

    /// A HELLO: of the same session, of a new one, with other channels or another rate.
    private mutating func hello(_ word: UInt8, _ before: FrameHeader) -> [UInt8] {
        if word & 1 != 0 {
            session += 1
            tag = tag % 7 + 1
        }
        channels = word & 2 != 0 ? 3 : 6
        var hello = HelloMessage(role: .device, session: session)
        hello.capabilities = Capabilities(rawValue: word & 4 != 0 ? 0xFFF & ~0x200 : 0x2F)
        if word & 8 != 0 { hello.capabilities = hello.capabilities.union(.replays) }
        hello.sensor.rate = word & 16 != 0 ? 1000 : 50
        hello.minorVersion = word >> 5
        for axis in 0..<UInt8(channels) {
            let kind = axis < 3 ? 0x10 + axis : 0x20 + axis - 3
            hello.sensor.addChannel(
                ChannelDescription(kind: kind, unit: axis < 3 ? .g : .radiansPerSecond, scale: 0.001, offset: 0, fullScale: 4))
        }
        var header = before
        header.type = MessageKind.hello.rawValue
        header.flags = tag << 1
        return frameBytes(header) { hello.write(to: &$0) }
    }

    /// DATA that goes on where the last one ended, or some samples later.
    private mutating func samples(_ word: UInt8, _ before: FrameHeader) -> [UInt8] {
        var header = before
        let count = 1 + Int(word & 7)
        header.type = MessageKind.data.rawValue
        header.count = UInt8(count)
        header.index = index &+ UInt16(word >> 5)
        index = header.index &+ UInt16(count)
        return frameBytes(header) { writer in for number in 0..<count * channels { writer.u16(UInt16(number)) } }
    }
}
