import CMotionQProtocol
import MotionCore
import WireProtocol

extension FuzzTarget {
    /// The device's role in Swift and in C, which get the same frames at the same times and send the same bytes.
    static let device = FuzzTarget(
        "device", reads: "frames of a host, over time, in the device's role of both languages",
        sources: [
            "Sources/Core/WireProtocol/Device", "firmware-protocol/c/src/mq_device", "firmware-protocol/c/src/mq_actuators.c",
            "firmware-protocol/c/src/mq_install.c",
        ],
        longest: 2048, seeds: { LinkScript.seeds }
    ) { bytes throws(FuzzFault) in
        let twins = DeviceTwins()
        defer { twins.deallocate() }
        try twins.play(InputBytes(bytes))
    }
}

/// Devices of both languages on the same board.
private final class DeviceTwins {
    private static let line = 1500
    private let port = LinePort()
    private let c: DeviceInC
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: DeviceLink.fixedMemory + line)
    private var swift: DeviceLink
    private var sessions: UInt32 = 1
    private var now: UInt64 = 1_000_000
    private var taken: UInt64 = 1_000_000

    init() {
        var identity = HelloMessage(role: .device, session: 1)
        identity.capabilities = Capabilities(rawValue: DeviceInC.capabilities)
        identity.sensor.rate = 100
        for axis in 0..<6 as Range<UInt8> {
            let kind = axis < 3 ? 0x10 + axis : 0x20 + axis - 3
            identity.sensor.addChannel(
                ChannelDescription(kind: kind, unit: axis < 3 ? .g : .radiansPerSecond, scale: 0.001, offset: 0, fullScale: 4))
        }
        let units = ActuatorUnits(led: 4, rgb: 1, buzzer: 1, vibration: 0)
        swift = DeviceLink(
            identity: identity, units: units, memory: memory, memoryCount: DeviceLink.fixedMemory + Self.line, now: now)
        c = DeviceInC(line: Self.line, now: now)
    }

    func deallocate() {
        c.deallocate()
        memory.deallocate()
        port.deallocate()
    }

    func play(_ input: InputBytes) throws(FuzzFault) {
        var input = input
        try compare()
        while !input.isAtEnd {
            switch LinkScript.Step(&input, deadline: swift.nextDeadline() &- now) {
            case .bytes(let bytes):
                for byte in bytes { receive(byte) }
                c.receive(bytes, now)
            case .time(let microseconds): now += min(microseconds, 20_000_000)
            case .port(let most): try take(most)
            case .other(let kind): act(kind, &input)
            }
            try poll()
            try compare()
        }
        try take(.max)
    }

    private func receive(_ byte: UInt8) {
        switch swift.receive(byte, now: now) {
        case .configurationAsked(let config): swift.answer(config, answer(config), now: now)
        case .installing(let message):
            let status = InstalledMessage.Status(rawValue: UInt8(message.sequence % 8)) ?? .ok
            swift.answer(message, status, next: 7, identity: nil, now: now)
        default: break
        }
    }

    /// What `DeviceInC` makes of it, too.
    private func answer(_ config: ConfigMessage) -> ConfigAnswer {
        guard config.rotationFullScale == nil else { return .unsupported }
        guard let rate = config.rate else { return .unchanged }
        var identity = swift.identity
        identity.sensor.rate = rate
        sessions += 1
        identity.session = sessions
        return .changed(identity)
    }

    private func act(_ kind: UInt8, _ input: inout InputBytes) {
        switch kind {
        case 0...7:
            for _ in 0...input.byte() % 16 {
                // Samples stand in order, and are not of the future.
                taken = min(now, taken + UInt64(input.byte()) * 100)
                let counts = (0..<6).map { _ in Int16(bitPattern: UInt16(input.byte())) }
                counts.withUnsafeBufferPointer { if let base = $0.baseAddress { swift.push(base, takenAt: taken, now: now) } }
                c.push(counts, taken, now)
            }
        case 8, 9:
            let count: UInt16 = input.number()
            swift.drop(count, now: now)
            c.drop(count, now)
        case 10, 11:
            let (first, second, value) = (input.byte(), input.byte(), input.number(Int16.self))
            _ = swift.send(EventMessage(kind: first, which: second, value: value), now: now)
            c.send(mq_event(kind: first, which: second, value: value), now)
        case 12, 13:
            let message = PredictionMessage(
                windowEnd: input.number(UInt32.self), lastIndex: input.number(), label: input.byte(), phase: .enter,
                confidence: input.number(), slot: input.byte())
            let scores = (0..<Int(input.byte())).map { Int16($0) }
            _ = swift.send(message, scores: scores, scoreCount: scores.count, now: now)
            c.send(message, scores, now)
        case 14:
            let text = Array(input.bytes(Int(input.byte()) % 200))
            swift.send(log: .warning, text.span, now: now)
            c.send(log: text, now)
        default:
            let (battery, temperature) = (input.byte(), input.number(Int16.self))
            swift.health = .init(battery: battery, temperature: temperature)
            c.tell(battery, temperature, now)
        }
    }

    private func poll() throws(FuzzFault) {
        var count = 0
        while swift.poll(now: now) != nil {
            count += 1
            try require(count < 100, "one poll means more than \(count) changes")
        }
        c.poll(now)
    }

    private func take(_ most: Int) throws(FuzzFault) {
        let count = min(most, swift.outgoingCount)
        try port.take(UnsafeBufferPointer(start: swift.outgoing, count: count))
        swift.consume(count)
        c.consume(count)
    }

    private func compare() throws(FuzzFault) {
        let ours = UnsafeBufferPointer(start: swift.outgoing, count: swift.outgoingCount)
        guard !ours.elementsEqual(c.waiting) else { return }
        throw FuzzFault("Swift sends \(Array(ours)), C \(c.waiting)")
    }
}
