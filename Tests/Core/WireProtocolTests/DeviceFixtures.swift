import MotionCore
import WireProtocol

/// A frame as the host's decoder delivers it.
struct DeliveredFrame {
    let header: FrameHeader
    let payload: [UInt8]
    /// Bytes on the wire, the 0x00 included.
    let wireCount: Int

    var ack: AckMessage { read { AckMessage($0) } }
    var timeSync: TimeSyncMessage { read { TimeSyncMessage($0) } }
    var heartbeat: HeartbeatMessage { read { HeartbeatMessage($0) } }
    var hello: HelloMessage? { read { HelloMessage($0) } }
    var installed: InstalledMessage { read { InstalledMessage($0) } }

    private func read<Message>(_ body: (PayloadReader) -> Message) -> Message {
        payload.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("the frame has no payload") }
            return body(PayloadReader(base, count: bytes.count))
        }
    }
}

/// A device link with its memory, a clock moved by hand, and a host's decoder at its other end.
final class DeviceOnABench {
    var now: UInt64
    var link: DeviceLink
    private(set) var events: [DeviceEvent] = []
    private(set) var changes: [ActuatorChange] = []
    private let memory: UnsafeMutablePointer<UInt8>
    private let hostMemory: UnsafeMutablePointer<UInt8>
    private var hostDecoder: FrameDecoder
    private var lastByteCount: UInt64 = 0

    /// Boots, and drains what booting sends unless told otherwise.
    convenience init(channels: Int = 6, rate: Float = 200, now: UInt64 = 1_000_000, queue: Int = 8192, drains: Bool = true) {
        self.init(Self.identity(channels: channels, rate: rate), now: now, queue: queue, drains: drains)
    }

    init(_ identity: HelloMessage, now: UInt64 = 1_000_000, queue: Int = 8192, drains: Bool = true) {
        self.now = now
        memory = .allocate(capacity: DeviceLink.fixedMemory + queue)
        hostMemory = .allocate(capacity: 512)
        hostDecoder = FrameDecoder(buffer: hostMemory)
        link = DeviceLink(
            identity: identity, units: ActuatorUnits(led: 4, rgb: 1, buzzer: 1),
            memory: memory, memoryCount: DeviceLink.fixedMemory + queue, now: now)
        if drains { _ = drain() }
    }

    deinit {
        memory.deallocate()
        hostMemory.deallocate()
    }

    static func identity(channels: Int = 6, rate: Float = 200, session: UInt32 = 7) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: session)
        hello.capabilities = .setsRate
        hello.sensor.rate = rate
        for channel in 0..<channels {
            let kind = channel < 3 ? 0x10 + channel : 0x20 + channel - 3
            hello.sensor.addChannel(
                ChannelDescription(
                    kind: UInt8(kind), unit: channel < 3 ? .g : .radiansPerSecond, scale: 0.001, offset: 0, fullScale: 4))
        }
        return hello
    }

    /// What the host receives of everything that waits.
    func drain() -> [DeliveredFrame] {
        var frames: [DeliveredFrame] = []
        for index in 0..<link.outgoingCount where hostDecoder.push(link.outgoing[index]) {
            let payload = (0..<hostDecoder.payload.count).map { hostDecoder.payload.u8($0) }
            let bytes = hostDecoder.counters.bytes
            frames.append(DeliveredFrame(header: hostDecoder.header, payload: payload, wireCount: Int(bytes - lastByteCount)))
            lastByteCount = bytes
        }
        link.consume(link.outgoingCount)
        return frames
    }

    /// Lets time pass in steps, polling at each.
    func pass(milliseconds: Int, step: Int = 5) {
        for _ in 0..<milliseconds / step {
            now += UInt64(step) * 1000
            poll()
        }
    }

    func poll() {
        while let change = link.poll(now: now) { changes.append(change) }
    }

    /// Pushes `count` samples one nominal period apart, polling every millisecond between.
    func stream(_ count: Int, rate: Double) {
        let counts = [Int16](repeating: 12_345, count: 9)
        let start = now
        for sample in 0..<count {
            let taken = start + UInt64(Double(sample) * 1_000_000 / rate)
            while now + 1000 < taken {
                now += 1000
                poll()
            }
            now = taken
            counts.withUnsafeBufferPointer { if let base = $0.baseAddress { link.push(base, takenAt: taken, now: now) } }
        }
    }

    /// Sends a frame of the host.
    @discardableResult
    func host(_ kind: MessageKind, isReply: Bool = false, _ body: (inout PayloadWriter) -> Void) -> [DeviceEvent] {
        host(FrameHeader(kind, isReply: isReply), body)
    }

    @discardableResult
    func host(_ header: FrameHeader, majorVersion: UInt8 = 1, _ body: (inout PayloadWriter) -> Void) -> [DeviceEvent] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
            guard let base = room.baseAddress else { return [] }
            let encoder = FrameEncoder(scratch: base)
            var writer = encoder.begin(header)
            body(&writer)
            base[0] = majorVersion << 4 | header.flags
            let count = encoder.finish(writer, into: base + 256)
            let heard = (0..<count).compactMap { link.receive(base[256 + $0], now: now) }
            events += heard
            return heard
        }
    }

    /// Sends a command and returns how it was acknowledged.
    func command(
        _ sequence: UInt16, led unit: UInt8 = 0, _ pattern: ActuatorAction.Pattern = .on, issued: UInt64? = nil,
        timeToLive: UInt16 = 300, duration: UInt16 = 0
    ) -> AckMessage? {
        var action = ActuatorAction(actuator: 1, unit: unit, pattern: pattern)
        action.duration = duration
        let message = FeedbackMessage(
            sequence: sequence, issued: UInt32(truncatingIfNeeded: issued ?? now), timeToLive: timeToLive, action: action)
        for case .commanded(let ack, let change) in host(.feedback, { message.write(to: &$0) }) {
            if let change { changes.append(change) }
            return ack
        }
        return nil
    }

    func greet(session: UInt32) {
        host(.hello) { HelloMessage(role: .host, session: session).write(to: &$0) }
    }

    func heartbeat() {
        host(.heartbeat) { HeartbeatMessage().write(to: &$0) }
    }
}

extension AckMessage {
    var known: Status? { Status(rawValue: status) }
}
