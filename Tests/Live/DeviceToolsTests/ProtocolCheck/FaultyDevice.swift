import MotionCore
import Transport
import WireProtocol

/// The device's role in memory with a clock moved by hand, whose frames a fault alters on their way.
final class FaultyDevice: DeviceLine {
    let fault: SeededFault
    /// The minor version that it tells; nil: its own.
    let minor: UInt8?
    private(set) var now: UInt64 = 0
    /// How fast the device's clock runs.
    private let clock: Double
    /// The device's clock.
    private var time: UInt64 { UInt64(Double(now) * clock) }
    /// Whether a light shines.
    var isLit: Bool { link.feedback.isAnyOn }
    /// What HELLO announces at the end.
    var rate: Float { link.identity.sensor.rate }
    var link: DeviceLink
    // What faults remember.
    var held: [Wire] = []
    var lastHello: UInt64 = 0
    var heartbeats = 0
    var dataFrames = 0
    var deafFrames = 0
    var deafUntil: UInt64 = 0
    var sessionBase: UInt16?
    private var nextSample: UInt64 = 3000
    private var toHost: [UInt8] = []
    private var chunk: [UInt8] = []
    private var errorsSeen: UInt32 = 0
    private var otherSeen: UInt32 = 0
    private var outgoing: FrameDecoder
    private var incoming: FrameDecoder
    private let memory: UnsafeMutablePointer<UInt8>

    init(
        _ fault: SeededFault, identity: HelloMessage = FaultyDevice.board, units: ActuatorUnits = ActuatorUnits(led: 1),
        clock: Double = 1, minor: UInt8? = nil
    ) {
        self.fault = fault
        self.minor = minor
        self.clock = fault == .clockTooFast ? 1.15 : clock
        let size = DeviceLink.fixedMemory + 8192
        memory = .allocate(capacity: size + 512)
        outgoing = FrameDecoder(buffer: memory + size)
        incoming = FrameDecoder(buffer: memory + size + 256)
        var identity = identity
        if fault == .channelsNotDescribed { identity.sensor = Self.manyNames }
        link = DeviceLink(identity: identity, units: units, memory: memory, memoryCount: size, now: 0)
        carry()
    }

    deinit { memory.deallocate() }

    /// Six axes at 200 Hz, an LED, a rate that can be set, and room for networks, of which it has none.
    static var board: HelloMessage {
        var hello = HelloMessage(role: .device, session: 77)
        hello.sensor.rate = 200
        hello.capabilities = Capabilities.led.union(.setsRate).union(.installs)
        hello.network = 0
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(ChannelDescription(kind: 0x10 + axis, unit: .g, scale: 0.001, offset: 0, fullScale: 16))
        }
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(
                ChannelDescription(kind: 0x20 + axis, unit: .radiansPerSecond, scale: 0.001, offset: 0, fullScale: 30))
        }
        return hello
    }

    /// More channels than one page describes.
    static var manyNames: SensorDescription {
        var sensor = SensorDescription(rate: 200)
        for letter in UInt8(ascii: "a")...UInt8(ascii: "p") {
            var channel = ChannelDescription(kind: 0, unit: .own, scale: 1, offset: 0, fullScale: 0)
            for _ in 0..<8 { channel.text.name.append(letter) }
            sensor.addChannel(channel)
        }
        return sensor
    }

    func send(_ bytes: [UInt8]) throws(LineStop) {
        for byte in bytes {
            chunk.append(byte)
            let malformed = incoming.counters.malformed
            let isFrame = incoming.push(byte) || incoming.counters.malformed != malformed
            guard byte == 0 else { continue }
            let whole = chunk
            chunk.removeAll()
            noteDamage(whole.count)
            let isOfOtherVersion = incoming.counters.versionMismatches != otherSeen
            otherSeen = incoming.counters.versionMismatches
            if isOfOtherVersion, fault == .otherVersionIgnored { continue }
            if isFrame, isDeaf() { continue }
            guard isFrame, alters else { give(whole); continue }
            if let altered = received(Wire(incoming)) { give(altered.bytes) }
        }
        carry()
    }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        while toHost.isEmpty, now < time {
            now = min(time, now - now % 1000 + 1000)
            if fault != .noSamples, self.time >= nextSample {
                let counts = [Int16](repeating: 7, count: FrameLimits.channels)
                counts.withUnsafeBufferPointer {
                    if let base = $0.baseAddress { link.push(base, takenAt: self.time, now: self.time) }
                }
                nextSample += UInt64(1_000_000 / link.identity.sensor.rate)
            }
            if fault == .noFailsafe, isLit, now % 500_000 == 0 { give(Wire(header: FrameHeader(.goodbye), payload: []).heartbeat) }
            while link.poll(now: self.time) != nil {}
            carry()
        }
        defer { toHost.removeAll() }
        return toHost
    }

    /// Gives the link what came.
    private func give(_ bytes: [UInt8]) {
        for byte in bytes {
            if case .configurationAsked(let config) = link.receive(byte, now: time) { configure(config) }
        }
    }

    private func configure(_ config: ConfigMessage) {
        guard let wish = config.rate, fault != .rateDenied else { return link.answer(config, .unsupported, now: time) }
        var identity = link.identity
        identity.sensor.rate = wish < 150 ? 100 : 200
        guard identity.sensor.rate != link.identity.sensor.rate else { return link.answer(config, .unchanged, now: time) }
        identity.session += 1
        link.answer(config, .changed(identity), now: time)
        nextSample = time + UInt64(1_000_000 / identity.sensor.rate)
    }

    /// Takes the link's bytes to the host.
    private func carry() {
        let bytes = (0..<link.outgoingCount).map { link.outgoing[$0] }
        link.consume(bytes.count)
        for byte in bytes where outgoing.push(byte) {
            for frame in sent(Wire(outgoing)) { toHost += frame.bytes }
        }
    }

    // MARK: Damage

    private func noteDamage(_ count: Int) {
        let errors = incoming.counters.crcErrors + incoming.counters.framingErrors
        if errors != errorsSeen, fault == .outOfStep { deafFrames = 3 }
        if errors != errorsSeen, fault == .blockedByJunk, count > 256 { deafUntil = now + 500_000 }
        errorsSeen = errors
    }

    private func isDeaf() -> Bool {
        if deafFrames > 0 {
            deafFrames -= 1
            return true
        }
        return now < deafUntil
    }
}

extension Wire {
    /// A host's sign of life.
    fileprivate var heartbeat: [UInt8] {
        Wire(header: FrameHeader(.heartbeat), payload: [UInt8](repeating: 0, count: 32)).bytes
    }
}
