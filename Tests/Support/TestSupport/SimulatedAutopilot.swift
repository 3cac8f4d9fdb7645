/// An autopilot that sends heartbeats, and motion when it is asked in the framing that it speaks; it knows no framing but that.
public final class SimulatedAutopilot {
    /// What it was told, but for heartbeats: message and payload.
    public private(set) var questions: [(number: UInt8, payload: [UInt8])] = []
    public private(set) var heartbeats = 0
    /// Bytes that belong to no frame of its framing whose check sum is right.
    public private(set) var strays = 0
    private let version: Int
    /// Of the message that it has; it takes no notice of questions for another one.
    private let message: UInt8
    private let system: UInt8
    private var heard: [UInt8] = []
    private var answers: [UInt8] = []
    /// Microseconds from one message to the next; nil until it is asked.
    public private(set) var interval: UInt64?
    private var (beatDue, motionDue) = (0 as UInt64, 0 as UInt64)

    /// What the check sums of messages that a ground station sends are finished with, and their lengths in MAVLink 1.
    private static let known: [UInt8: (extra: UInt8, length: Int)] = [0: (50, 9), 66: (148, 6), 76: (152, 33)]

    public init(version: Int, message: UInt8 = 105, system: UInt8 = 7) {
        (self.version, self.message, self.system) = (version, message, system)
    }

    /// What it sends by now.
    public func act(_ now: UInt64) -> [UInt8] {
        var bytes = answers
        answers = []
        if now >= beatDue {
            beatDue = now + 1_000_000
            bytes += frame(0, MAVLinkPayload.heartbeat(), extra: 50)
        }
        guard let interval else {
            motionDue = now
            return bytes
        }
        // What is late is sent all the same.
        while motionDue <= now {
            bytes += motion(motionDue)
            motionDue += interval
        }
        return bytes
    }

    private func motion(_ now: UInt64) -> [UInt8] {
        switch message {
        case 105: return frame(105, MAVLinkPayload.highResolution(now, [1, 0, 9.80665, 0, 0, 1]), extra: 93)
        case 26: return frame(26, MAVLinkPayload.scaled(UInt32(now / 1000), [100, 0, 1000, 0, 0, 1000]), extra: 170)
        default: return frame(27, MAVLinkPayload.raw(now, [100, 0, 1000, 0, 0, 1000]), extra: 144)
        }
    }

    private func frame(_ number: UInt8, _ payload: [UInt8], extra: UInt8) -> [UInt8] {
        version == 1
            ? mavLink1Frame(number, payload, extra: extra, from: [system, 1])
            : mavLinkFrame(number, payload, extra: extra, from: [system, 1])
    }

    /// Takes what it is told.
    public func hear(_ bytes: [UInt8]) {
        heard += bytes
        while let frame = nextFrame() {
            if frame.number == 0 { heartbeats += 1 } else { questions.append(frame) }
            if frame.number == 76 { obey(frame.payload) }
        }
    }

    /// COMMAND_LONG with MAV_CMD_SET_MESSAGE_INTERVAL, for itself: for the message that it has, or refused (MAV_RESULT 3).
    private func obey(_ payload: [UInt8]) {
        guard Array(payload[28..<32]) == [0xFF, 0x01, system, 1] else { return }
        let isKnown = parameter(0, payload) == Float(message)
        if isKnown { interval = UInt64(parameter(1, payload)) }
        answers += frame(77, [0xFF, 0x01, isKnown ? 0 : 3], extra: 143)
    }

    /// A parameter of COMMAND_LONG.
    public func parameter(_ index: Int, _ payload: [UInt8]) -> Float {
        var bits: UInt32 = 0
        for byte in 0..<4 { bits |= UInt32(payload[4 * index + byte]) << (8 * UInt32(byte)) }
        return Float(bitPattern: bits)
    }

    /// With its payload as long as it is without trimming.
    private func nextFrame() -> (number: UInt8, payload: [UInt8])? {
        let header = version == 1 ? 6 : 10
        while heard.count >= header + 2 {
            let number = heard[header == 6 ? 5 : 7]
            let end = header + Int(heard[1])
            guard heard[0] == (version == 1 ? 0xFE : 0xFD), let known = Self.known[number] else {
                heard.removeFirst()
                strays += 1
                continue
            }
            guard heard.count >= end + 2 else { return nil }
            let sum = mavLinkSum(Array(heard[1..<end]) + [known.extra])
            guard littleEndian(sum, 2) == Array(heard[end..<end + 2]), version == 2 || Int(heard[1]) == known.length else {
                heard.removeFirst()
                strays += 1
                continue
            }
            let payload = Array(heard[header..<end])
            heard.removeFirst(end + 2)
            return (number, payload + [UInt8](repeating: 0, count: max(0, known.length - payload.count)))
        }
        return nil
    }
}
