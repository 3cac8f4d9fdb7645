import MotionCore
import WireProtocol

extension FuzzTarget {
    /// The host's role: frames of a device, and the passing of time, between what a program asks of it.
    static let host = FuzzTarget(
        "host", reads: "frames of a device, over time, in the host's role",
        sources: ["Sources/Core/WireProtocol/Host", "Sources/Core/WireProtocol/Messages"],
        longest: 2048, seeds: { LinkScript.seeds }
    ) { bytes throws(FuzzFault) in
        let host = ScriptedHostLink()
        defer { host.deallocate() }
        try host.play(InputBytes(bytes))
    }
}

/// A host's link that an input makes calls of.
private final class ScriptedHostLink {
    private static let memoryCount = HostLink.fixedMemory + 2048
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: memoryCount)
    private let port = LinePort()
    private var device = PlausibleDevice()
    private var link: HostLink
    private var now: UInt64 = 1_000_000
    /// Events that one call may tell before it counts as a hang.
    private static let mostEvents = 1000

    init() {
        link = HostLink(session: 0x0403_0201, memory: memory, memoryCount: Self.memoryCount)
        link.open(now: now)
    }

    func deallocate() {
        memory.deallocate()
        port.deallocate()
    }

    func play(_ input: InputBytes) throws(FuzzFault) {
        var input = input
        while !input.isAtEnd {
            let lost = link.lostSamples
            switch LinkScript.Step(&input, deadline: link.nextDeadline(now: now) &- now) {
            case .bytes(let bytes): try receive(bytes)
            case .time(let microseconds): now += microseconds
            case .port(let most): try take(most)
            case .other(let kind) where kind < 9: act(kind, &input)
            case .other(let kind): try receive(device.frame(kind, &input, asked: port.asked, now: now))
            }
            try poll()
            try require(link.lostSamples >= lost, "lost samples become fewer")
        }
        link.end()
        try take(.max)
    }

    private func receive(_ bytes: [UInt8]) throws(FuzzFault) {
        for byte in bytes {
            var event = link.receive(byte, now: now)
            var count = 0
            while let happened = event {
                look(at: happened)
                event = link.next(now: now)
                count += 1
                try require(count < Self.mostEvents, "one byte means more than \(count) events")
            }
        }
    }

    private func poll() throws(FuzzFault) {
        var count = 0
        while let event = link.poll(now: now) {
            look(at: event)
            count += 1
            try require(count < Self.mostEvents, "one poll means more than \(count) events")
        }
    }

    /// Reads what an event carries.
    private func look(at event: HostEvent) {
        switch event {
        case .samples(let frame):
            for index in 0..<frame.count * frame.channels { _ = frame.payload.i16(2 * index) }
        case .predicted(_, let payload), .log(let payload): for index in 0..<payload.count { _ = payload.u8(index) }
        default: break
        }
    }

    private func act(_ kind: UInt8, _ input: inout InputBytes) {
        switch kind {
        case 0, 1, 2:
            var action = ActuatorAction(
                actuator: input.byte() % 6, unit: input.byte() % 8, pattern: .init(rawValue: input.byte() % 3) ?? .on)
            action.duration = input.number()
            let motion: UInt32? = kind == 1 ? input.number() : nil
            _ = link.command(action, timeToLive: max(1, input.number() % 10_001), motion: motion, cause: .request, now: now)
        case 3: _ = link.ask(forRate: Float(bitPattern: input.number()), keepsRate: input.byte() % 2 == 0, now: now)
        case 4: link.acceptRate()
        case 5:
            let labels = [ShortText](repeating: ShortText(of: input.bytes(5)), count: max(1, Int(input.byte())))
            // A 255th has no name.
            _ = link.send(labels: labels.span, first: Int(input.byte()) % min(labels.count, 254), rest: input.byte(), now: now)
        case 6:
            let bytes = Array(input.bytes(Int(input.byte()) % (InstallMessage.mostBytes + 1)))
            let message = InstallMessage(sequence: input.number(), step: bytes.isEmpty ? .commit : .block(offset: input.number()))
            bytes.withUnsafeBufferPointer { link.send(message, bytes: $0, now: now) }
        case 7: link.sayGoodbye(now: now)
        default: _ = link.dropCommands()
        }
    }

    /// What the host sends are frames that a device takes.
    private func take(_ most: Int) throws(FuzzFault) {
        let count = min(most, link.outgoingCount)
        try port.take(UnsafeBufferPointer(start: link.outgoing, count: count))
        link.consume(count)
    }
}

extension ShortText {
    /// The first bytes, as many as there is room for.
    fileprivate init(of bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { append(byte) }
    }
}
