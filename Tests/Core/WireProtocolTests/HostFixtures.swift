import MotionCore
import WireProtocol

/// Both roles joined back to back in memory, with one clock, and a line between them that a test may damage.
final class HostAndDevice {
    /// What the program on the host was told, in words that can be compared.
    enum Told: Equatable {
        case greeted(rate: Float, voided: Int)
        case announcedAgain
        case lost(Int)
        case clockSet(voided: Int)
        case restarted(voided: Int)
        case samples(index: UInt16, first: [Int16])
        case unusable
        case rateWrong(measured: Int, byHostClock: Bool)
        case rateRight
        case synchronised
        case clockUnknown
        case settled(AckMessage.Status?, attempts: UInt8)
        case configured(AckMessage.Status)
        case rateRefused
        case installed(InstalledMessage)
        case predicted(lastIndex: UInt16)
        case heartbeat(uptime: UInt32)
        case event(EventMessage)
        case log(String)
        case irregular(Irregularity)
        case helloRefused(HelloFault)
        case loopback
        case silent
        case mute
        case unintelligible(bytes: UInt64)
        case helloMissing(frames: UInt32)
        case channelsMissing
        case otherVersion
    }

    /// Microseconds; the device's clock runs so far ahead of the host's.
    var now: UInt64 = 5_000_000
    let lead: UInt64
    var host: HostLink
    var device: DeviceLink
    var told: [Told] = []
    /// Of the commands that were applied.
    private(set) var ages: [UInt32] = []
    /// Microseconds by which the device's clock has run ahead, and whether it answers TIMESYNC.
    var deviceStep: Int64 = 0
    var answersClock = true
    var deviceNow: UInt64 { UInt64(Int64(now + lead) + deviceStep) }
    private(set) var changes: [ActuatorChange] = []
    /// What a device makes of a CONFIG.
    var answer: (ConfigMessage, HelloMessage) -> ConfigAnswer = { _, _ in .unsupported }
    /// What becomes of the bytes towards the host, and towards the device.
    var upwards: ([UInt8]) -> [UInt8] = { $0 }
    var downwards: ([UInt8]) -> [UInt8] = { $0 }
    private let hostMemory: UnsafeMutablePointer<UInt8>
    private let deviceMemory: UnsafeMutablePointer<UInt8>
    private static let memoryCount = 16_384

    /// - Parameter channels: nil: the six of motion.
    init(
        rate: Float = 100, lead: UInt64 = 77_000_000, hostQueue: Int = 15_000, capabilities: Capabilities = .setsRate,
        channels: [ChannelDescription]? = nil
    ) {
        self.lead = lead
        hostMemory = .allocate(capacity: Self.memoryCount)
        deviceMemory = .allocate(capacity: Self.memoryCount)
        host = HostLink(session: 4711, memory: hostMemory, memoryCount: HostLink.fixedMemory + hostQueue)
        var identity = DeviceOnABench.identity(rate: rate)
        identity.capabilities = capabilities.union(.led)
        if let channels { identity.sensor = DescribedChannelsTests.sensor(channels, rate: rate) }
        device = DeviceLink(
            identity: identity, units: ActuatorUnits(led: 4), memory: deviceMemory, memoryCount: Self.memoryCount, now: now + lead)
    }

    deinit {
        hostMemory.deallocate()
        deviceMemory.deallocate()
    }

    /// The device's bytes so far are of before the port was opened.
    func open(discardsOldBytes: Bool = true) {
        if discardsOldBytes { device.consume(device.outgoingCount) }
        host.open(now: now)
    }

    /// Lets time pass, milliseconds at a time, exchanging bytes and polling both at each.
    func pass(milliseconds: Int) {
        for _ in 0..<milliseconds {
            now += 1000
            exchange()
        }
    }

    /// Takes a sample whose counts are its number and what follows.
    func sample(_ number: Int, channels: Int = 6) {
        let counts = (0..<channels).map { Int16(truncatingIfNeeded: number &* 7 &+ $0) }
        counts.withUnsafeBufferPointer { if let base = $0.baseAddress { device.push(base, takenAt: deviceTime, now: deviceNow) } }
    }

    /// Samples at 100 Hz.
    func stream(_ numbers: Range<Int>) {
        for number in numbers {
            sample(number, channels: device.identity.sensor.channelCount)
            pass(milliseconds: 10)
        }
    }

    func exchange() {
        while let change = device.poll(now: deviceNow) { changes.append(change) }
        for byte in downwards(withoutClock(taken(host.outgoing, host.outgoingCount))) { deviceTakes(byte) }
        host.consume(host.outgoingCount)
        for byte in upwards(taken(device.outgoing, device.outgoingCount)) { hostTakes(byte) }
        device.consume(device.outgoingCount)
        while let event = host.poll(now: now) { tell(event) }
    }

    func hostTakes(_ byte: UInt8) {
        var event = host.receive(byte, now: now)
        while let happened = event {
            tell(happened)
            event = host.next(now: now)
        }
    }

    /// Puts a frame of a device on the line, past the device.
    func send(_ header: FrameHeader, majorVersion: UInt8 = 1, _ body: (inout PayloadWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
            guard let base = room.baseAddress else { return }
            let encoder = FrameEncoder(scratch: base)
            var writer = encoder.begin(header)
            body(&writer)
            base[0] = majorVersion << 4 | header.flags
            let count = encoder.finish(writer, into: base + 256)
            for index in 0..<count { hostTakes(base[256 + index]) }
        }
    }

    func command(_ pattern: ActuatorAction.Pattern = .on, timeToLive: UInt16 = 300) -> Bool {
        order(pattern, timeToLive: timeToLive, motion: nil) == .accepted
    }

    /// - Parameter motion: device time.
    func order(
        _ pattern: ActuatorAction.Pattern = .on, actuator: UInt8 = 1, unit: UInt8 = 0, timeToLive: UInt16 = 300, motion: UInt64?
    ) -> CommandVerdict {
        host.command(
            ActuatorAction(actuator: actuator, unit: unit, pattern: pattern), timeToLive: timeToLive,
            motion: motion.map { UInt32(truncatingIfNeeded: $0) }, cause: .request, now: now)
    }

    /// TIMESYNC requests left out, if the device does not know them.
    private func withoutClock(_ bytes: [UInt8]) -> [UInt8] {
        guard !answersClock else { return bytes }
        // The type is the frame's second byte, and the first after COBS' own that is no zero.
        return bytes.split(separator: 0, omittingEmptySubsequences: true).filter { $0.count < 3 || $0.dropFirst(2).first != 4 }
            .flatMap { $0 + [0] }
    }

    private func deviceTakes(_ byte: UInt8) {
        guard let event = device.receive(byte, now: deviceNow) else { return }
        switch event {
        case .commanded(_, let change?): changes.append(change)
        case .configurationAsked(let config): device.answer(config, answer(config, device.identity), now: deviceNow)
        default: break
        }
    }

    private func taken(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] { (0..<count).map { bytes[$0] } }

    fileprivate func tell(_ event: HostEvent) {
        if case .settled(let outcome) = event, let age = outcome.age { ages.append(age) }
        let news: Told =
            switch event {
            case .greeted(let voided): .greeted(rate: host.device?.sensor.rate ?? 0, voided: voided)
            case .announcedAgain: .announcedAgain
            case .lost(let samples): .lost(samples)
            case .clockSet(let voided): .clockSet(voided: voided)
            case .rateWrong(let pace, let byHostClock):
                .rateWrong(measured: Int(pace.samples * 1_000_000 / pace.microseconds), byHostClock: byHostClock)
            case .rateRight: .rateRight
            case .clockUnknown: .clockUnknown
            case .irregular(let found): .irregular(found)
            case .helloRefused(let fault): .helloRefused(fault)
            case .loopback: .loopback
            case .helloMissing(let frames): .helloMissing(frames: frames)
            case .channelsMissing: .channelsMissing
            case .restarted(let voided): .restarted(voided: voided)
            case .samples(let frame):
                .samples(index: frame.index, first: (0..<frame.count).map { frame.payload.i16($0 * frame.channels * 2) })
            case .unusable: .unusable
            case .synchronised: .synchronised
            case .settled(let outcome): .settled(outcome.status, attempts: outcome.attempts)
            case .configured(let ack): .configured(AckMessage.Status(rawValue: ack.status) ?? .refused)
            case .rateRefused: .rateRefused
            case .installed(let answer): .installed(answer)
            case .predicted(let message, _): .predicted(lastIndex: message.lastIndex)
            case .heartbeat(let heartbeat): .heartbeat(uptime: heartbeat.uptime)
            case .event(let event): .event(event)
            case .log(let payload): .log(String(decoding: (1..<payload.count).map { payload.u8($0) }, as: UTF8.self))
            case .silent: .silent
            case .mute: .mute
            case .unintelligible(let bytes): .unintelligible(bytes: bytes)
            case .otherVersion: .otherVersion
            }
        told.append(news)
    }

    /// What was told since the last call, samples, signs of life and HELLO that comes again left out.
    func news() -> [Told] {
        defer { told = [] }
        return told.filter {
            switch $0 {
            case .samples, .heartbeat, .synchronised, .announcedAgain: false
            default: true
            }
        }
    }
}

/// The macros of the tests cannot hold what is not copyable: what they look at, by value.
extension HostAndDevice {
    var announced: HelloMessage? { host.device }
    var isGreeted: Bool { host.isGreeted }
    var sessions: UInt32 { host.sessions }
    var restarts: UInt32 { host.restarts }
    var samples: UInt64 { host.samples }
    var lostSamples: UInt64 { host.lostSamples }
    var unusableFrames: UInt64 { host.unusableFrames }
    var wrongSide: UInt32 { host.wrongSide }
    var framesLeftOut: UInt32 { host.framesLeftOut }
    var outgoingCount: Int { host.outgoingCount }
    var measured: SamplePace? { host.measured }
    var clockRoundTrip: UInt64? { host.clockRoundTrip }
    var commandsSent: UInt64 { host.commandsSent }
    var isWaiting: Bool { host.isWaiting }
    var lastIndex: UInt16 { device.lastIndex }

    var deadline: UInt64 { host.nextDeadline(now: now) }

    /// Polls the host alone.
    func pollHost() {
        while let event = host.poll(now: now) { tell(event) }
    }

    /// Takes what the host has sent off the queue, and says how much it was.
    func takeOutgoing() -> Int {
        let count = host.outgoingCount
        host.consume(count)
        return count
    }

    func ask(forRate rate: Float) -> Bool { host.ask(forRate: rate, keepsRate: false, now: now) }
    func deviceSends(_ event: EventMessage) -> Bool { device.send(event, now: now + lead) }
    func deviceSends(_ prediction: PredictionMessage) -> Bool {
        device.send(prediction, scores: [1, 2], scoreCount: 2, now: now + lead)
    }
}
