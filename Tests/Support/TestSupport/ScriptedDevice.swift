import MotionCore
public import Transport
public import WireProtocol

/// A device for tests: the real device role on one end of a transport, with a clock moved by hand.
public final class ScriptedDevice {
    /// Microseconds since any start; device time, as long as nobody sets the clock.
    public var now: UInt64
    /// What its clock shows.
    public var time: UInt64 { now &+ UInt64(bitPattern: link.clockShift) }
    /// What its actuators did.
    public private(set) var changes: [ActuatorChange] = []
    /// Types of the frames that came, in order.
    public private(set) var heard: [UInt8] = []
    private let ear = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var listener: FrameDecoder
    public let transport: any ByteTransport
    private var link: DeviceLink
    private let memory: UnsafeMutablePointer<UInt8>
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    /// - Parameter identity: what HELLO announces.
    public init(transport: any ByteTransport, identity: HelloMessage, now: UInt64 = 5_000_000) {
        self.transport = transport
        self.now = now
        listener = FrameDecoder(buffer: ear)
        let size = DeviceLink.fixedMemory + 65_536
        memory = .allocate(capacity: size)
        link = DeviceLink(
            identity: identity, units: ActuatorUnits(led: 4, rgb: 1, buzzer: 1), memory: memory, memoryCount: size, now: now)
    }

    deinit {
        memory.deallocate()
        ear.deallocate()
        inbox.deallocate()
    }

    /// A six-axis device: acceleration in g at 1/2048 a count, rotation in rad/s at 1/512 a count.
    public static func sixAxes(rate: Float = 25, session: UInt32 = 77) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: session)
        hello.sensor.rate = rate
        hello.capabilities = Capabilities.led.union(.rgb).union(.buzzer).union(.showsDecisions)
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(ChannelDescription(kind: 0x10 + axis, unit: .g, scale: 1 / 2048, offset: 0, fullScale: 16))
        }
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(
                ChannelDescription(kind: 0x20 + axis, unit: .radiansPerSecond, scale: 1 / 512, offset: 0, fullScale: 64))
        }
        return hello
    }

    /// Takes one sample and moves the clock on by one nominal period.
    public func push(_ counts: [Int16]) {
        counts.withUnsafeBufferPointer { if let base = $0.baseAddress { link.push(base, takenAt: time, now: now) } }
        now += UInt64(1_000_000 / link.identity.sensor.rate)
    }

    /// Samples that the sensor took and nobody sends.
    public func drop(_ samples: UInt16) {
        link.drop(samples, now: now)
        now += UInt64(samples) * UInt64(1_000_000 / link.identity.sensor.rate)
    }

    /// Sends what the device itself makes of the motion.
    public func send(_ prediction: PredictionMessage, scores: [Int16]) {
        _ = link.send(prediction, scores: scores, scoreCount: scores.count, now: now)
    }

    /// Index of the sample that was pushed last.
    public var lastIndex: UInt16 { link.lastIndex }

    public func flush() { link.flush(now: now) }

    /// Sets its clock forward, or back, by so many microseconds.
    public func setClock(by step: Int64) { link.setClock(by: step, now: now) }

    public func beginSession(_ identity: HelloMessage) { link.beginSession(identity, now: now) }

    /// Reads what the host sent, does what is due, and writes what waits. `isDeaf` throws the host's bytes away.
    public func service(isDeaf: Bool = false) throws {
        let count = try transport.read(into: inbox, timeoutMilliseconds: 0)
        if !isDeaf {
            for index in 0..<count {
                if listener.push(inbox[index]) { heard.append(listener.header.type) }
                if case .commanded(_, let change?) = link.receive(inbox[index], now: now) { changes.append(change) }
            }
        }
        while let change = link.poll(now: now) { changes.append(change) }
        try deliver()
    }

    /// Writes what waits; the bytes may be changed on the way.
    public func deliver(_ damage: (inout [UInt8]) -> Void = { _ in }) throws {
        guard link.outgoingCount > 0 else { return }
        var bytes = Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount))
        link.consume(bytes.count)
        damage(&bytes)
        try bytes.withUnsafeBytes { try transport.write($0, timeoutMilliseconds: 100) }
    }
}
