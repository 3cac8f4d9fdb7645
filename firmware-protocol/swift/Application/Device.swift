import CBoard
import MotionCore
import WireProtocol

/// A link to the host, a sensor, lights, and a network.
///
/// Its functions are never inlined: the main loop's frame would hold the temporaries of all of them at once, half again as much
/// stack.
struct Device: ~Copyable {
    private var clock = Clock()
    private var link: DeviceLink
    private var lights = Lights()
    private var button = Button()
    private var classifier: OnboardClassifier?
    /// The network that runs, or would if the rate were its own.
    private var network: DeviceNetwork?
    private var counts = InlineArray<6, Int16>(repeating: 0)
    private var nextTick: UInt32 = 0
    /// Ticks since the last sample for which the sensor had none; nil before the first sample.
    private var emptyTicks: UInt32?
    /// What ended the last start, until a host was told that has greeted this one.
    private var faultReport: FaultReport?
    private let keepsStill: Bool

    /// - Parameters:
    ///   - report: what ended the last start; nil: no fault.
    ///   - network: what is to run, loaded before: that takes nearly as much stack as all that is done here, and not on top of it.
    @inline(never)
    init(after report: FaultReport?, running network: DeviceNetwork?) {
        faultReport = report
        keepsStill = report?.keepsStill ?? false
        self.network = network
        let rate = Identity.rate(for: network, kept: board_take_rate())
        classifier = nil
        if let network { classifier = OnboardClassifier.make(rate: rate, network) }
        link = DeviceLink(
            identity: Identity.hello(
                rate: rate, network: network, predicts: classifier != nil, session: Identity.drawSession(clock.now())),
            units: Lights.units, memory: board_link_memory(), memoryCount: Int(board_link_memory_size()), now: clock.now())
        faultReport?.send(over: &link, now: clock.now())
        HostPort.start()
        if network?.isTeachable == true { Button.start() }
        guard !keepsStill else { return }
        Sensor.start()
        nextTick = Clock.sample(at: rate)
    }

    /// Microseconds after which a tick is past: nothing is sampled for it any more. A host takes DATA that is 100 ms earlier than
    /// the frame before it for a restart, and a sample may wait 20 ms in its frame.
    private static let latestSample: UInt64 = 50_000

    /// Most bytes of the host that one turn takes, so that a host that never stops does not keep the rest from its turn.
    private static let bytesATurn = 64

    /// What the host sent.
    @inline(never)
    mutating func receive() {
        for _ in 0..<Self.bytesATurn {
            guard let byte = HostPort.read() else { return }
            let now = clock.now()
            guard let event = link.receive(byte, now: now) else { continue }
            switch event {
            case .commanded(_, let change?): lights.apply(change, now: now)
            case .configurationAsked(let config): configure(config, now: now)
            case .installing(let message): install(message, now: now)
            case .hostGreeted:
                if faultReport?.send(over: &link, now: now) == true { faultReport = nil }
            default: break
            }
        }
    }

    /// One sample, if one is due: a network that takes longer than a sample does must not keep the failsafe and the host waiting.
    @inline(never)
    mutating func sample() {
        guard let tick = Clock.nextTick() else { return }
        pass(tick.number &- nextTick)
        nextTick = tick.number &+ 1
        let time = Sensor.measuresAtTicks ? clock.extended(tick.time) : clock.now()
        guard Sensor.measuresAtTicks ? clock.now() &- time < Self.latestSample : !Clock.hasTick else { return pass(1) }
        guard Sensor.read(into: &counts) else {
            emptyTicks = emptyTicks.map { $0 &+ 1 }
            return
        }
        miss(emptyTicks ?? 0)
        emptyTicks = 0
        let now = clock.now()
        counts.span.withUnsafeBufferPointer { counts in
            guard let counts = counts.baseAddress else { return }
            link.push(counts, takenAt: time, now: now)
            classifier?.push(counts, takenAt: time, now: now, link: &link)
        }
    }

    /// Ticks that no sample is taken for. What a sensor measured and kept for them is not the next tick's.
    private mutating func pass(_ ticks: UInt32) {
        if Sensor.measuresAtTicks {
            for _ in 0..<ticks { guard Sensor.read(into: &counts) else { break } }
        }
        miss(ticks)
    }

    /// Samples that the main loop was too slow for, or that the sensor did not have: the host hears of them, and no window spans
    /// them.
    private mutating func miss(_ samples: UInt32) {
        guard samples > 0 else { return }
        link.drop(UInt16(truncatingIfNeeded: samples), now: clock.now())
        classifier?.restart()
    }

    /// What is due.
    @inline(never)
    mutating func poll() {
        let now = clock.now()
        while let change = link.poll(now: now) { lights.apply(change, now: now) }
        if network?.isTeachable == true { lights.say(Teaching.poll(button.read(), over: &link, now: now)) }
        lights.show(now)
        board_set_uptime(UInt32(truncatingIfNeeded: now / 1000))
    }

    /// Bytes for the host.
    @inline(never)
    mutating func send() {
        link.consume(HostPort.write(link.outgoing, count: link.outgoingCount))
    }

    /// Does what need not wait for the next sample.
    @inline(never)
    mutating func prepare() { classifier?.catchUp() }

    /// The rate can be set; the sensor's ranges cannot.
    @inline(never)
    private mutating func configure(_ config: ConfigMessage, now: UInt64) {
        let rate = config.rate ?? link.identity.sensor.rate
        guard !keepsStill, config.accelerationFullScale == nil, config.rotationFullScale == nil, Identity.supports(rate, network)
        else { return link.answer(config, .unsupported, now: now) }
        if let keep = config.keep { board_keep_rate(keep == 0 ? 0 : rate.bitPattern) }
        guard rate != link.identity.sensor.rate else { return link.answer(config, .unchanged, now: now) }
        runNetwork(at: rate)
        link.answer(config, .changed(identity(rate: rate, now: now)), now: now)
        startSampling(at: rate)
    }

    /// The network runs from its first sample on, if it can at this rate.
    private mutating func runNetwork(at rate: Float) {
        classifier = nil
        if let network { classifier = OnboardClassifier.make(rate: rate, network) }
    }

    private func identity(rate: Float, now: UInt64) -> HelloMessage {
        Identity.hello(rate: rate, network: network, predicts: classifier != nil, session: Identity.drawSession(now))
    }

    private mutating func startSampling(at rate: Float) {
        Sensor.restart(at: rate)
        nextTick = Clock.sample(at: rate)
        emptyTicks = nil
    }
}

// MARK: - Installing

extension Device {
    /// A step of an installation. The network that runs goes on until another one is committed to.
    @inline(never)
    private mutating func install(_ message: InstallMessage, now: UInt64) {
        guard NetworkSlots.isThere else { return }
        switch message.step {
        case .commit: commit(message, now: now)
        case .forget:
            let (status, _) = NetworkSlots.take(message.step, link.payload)
            run(DeviceNetwork.load(), answering: message, status, now: now)
        case .begin, .block:
            let (status, next) = NetworkSlots.take(message.step, link.payload)
            link.answer(message, status, next: next, identity: nil, now: now)
        }
    }

    /// Judges the image that came, and runs it; or goes on with the network that ran.
    private mutating func commit(_ message: InstallMessage, now: UInt64) {
        let (image, length, checked) = NetworkSlots.check()
        guard let image else { return link.answer(message, checked, next: NetworkSlots.next, identity: nil, now: now) }
        // It takes the place and the memory of the one that runs, which is made anew if this one is not to run.
        network = DeviceNetwork.read(image, length)
        runNetwork(at: Identity.rate(for: network, kept: 0))
        var status = network == nil ? InstalledMessage.Status.invalid : .unsupported
        if classifier != nil { status = NetworkSlots.take(.commit, link.payload).status }
        run(DeviceNetwork.load(), answering: message, status, now: now)
    }

    /// Runs a network from its first sample on, and answers. If it is another one, or came as another image, a session begins. A
    /// board that keeps still runs none before it was reset.
    private mutating func run(
        _ network: DeviceNetwork?, answering message: InstallMessage, _ status: InstalledMessage.Status, now: UInt64
    ) {
        self.network = network
        if status == .ok { board_keep_rate(0) }
        let before = link.identity.sensor.rate
        let rate = status == .ok && !keepsStill ? Identity.rate(for: network, kept: 0) : before
        runNetwork(at: rate)
        if keepsStill { classifier = nil }
        // The image too: other decision options may come with the same network.
        let isOther =
            rate != before || (network?.hash ?? 0) != link.identity.network || Identity.image(of: network) != link.identity.image
            || (classifier != nil) != link.identity.capabilities.contains(.predicts)
        link.answer(message, status, next: 0, identity: isOther ? identity(rate: rate, now: now) : nil, now: now)
        if isOther, !keepsStill { startSampling(at: rate) }
    }
}
