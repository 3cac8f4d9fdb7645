import Randomness
public import Recordings
public import WireProtocol

/// A virtual device that replays a recording. It moves no bytes and reads no clock itself: both come in, so that tests move the
/// clock by hand.
///
///     device.receive(bytes, now: now)
///     device.advance(now: now)
///     device.consume(port.write(device.arriving))
///     wait(until: device.nextWake(after: now))
///
/// Every recorded session becomes a session of the device. The replay begins when the first host has said HELLO and was answered a
/// TIMESYNC, or 700 ms after its last HELLO, at most 5 s after its first. At speed 1 sessions follow each other like samples; at
/// other speeds a host gets time for its last commands and a new TIMESYNC, without which it may not command (PROTOCOL.md §8). `now`
/// is wall time in microseconds and never goes back; see `ReplayClock` for the device's own.
public final class SimulatedDevice {
    /// Where a device stands.
    enum Phase: Equatable {
        case waitingForHost
        /// A host said HELLO; the replay begins at this link time, or when a TIMESYNC was answered. A host that says HELLO again
        /// has not been reached, and is waited for, within limits.
        case settling(until: UInt64)
        case replaying
        /// At a speed other than 1, between two sessions; since the port was empty.
        case resting(since: UInt64?)
        /// All samples are sent; the host may still have to read, and to command.
        case draining
        case finished
    }

    /// LEDs, RGB LED and buzzer of the virtual board.
    public static let units = ActuatorUnits(led: 4, rgb: 1, buzzer: 1)
    /// What HELLO announces.
    let channels: SimulatedChannels
    /// The ranges of its motion sensors.
    public var ranges: SensorRanges { channels.ranges }

    let options: SimulatorOptions
    var watcher: (any LightWatcher)?
    let observer: (SimulatorEvent) -> Void
    let sessions: [ReplaySession]
    let clock: ReplayClock
    var link: DeviceLink
    var injector: FaultInjector
    var pauses: PauseSchedule
    var phase = Phase.waitingForHost
    var counts = SimulatorSummary()
    var replay = ReplayPosition()
    var ending = Ending()
    var isHostPresent = false
    /// Steps of the clock that have been made.
    private var clockStepsMade = 0
    /// What has passed the cable and not yet been taken by the port.
    var port: [UInt8] = []
    private let memory: UnsafeMutablePointer<UInt8>

    /// Bytes on their way between device and port, at most. Little, so that answers do not queue behind samples for long.
    static let portCapacity = 4096
    /// Bytes for the fault injector's decoder, in front of the link's memory.
    private static let witnessMemory = 256

    /// Boots.
    ///
    /// - Parameter observer: called on the thread that calls the device, in the course of its calls.
    public init(
        recording: Recording, options: SimulatorOptions = SimulatorOptions(), now: UInt64,
        observer: @escaping (SimulatorEvent) -> Void
    ) {
        let channels = SimulatedChannels(of: recording, isHeld: options.watcher != nil)
        var random = SeededGenerator(seed: options.seed)
        sessions = recording.sessions.filter { $0.count > 0 }.map {
            ReplaySession($0, channels: channels, options: options, random: &random)
        }
        self.channels = channels
        self.options = options
        watcher = options.watcher
        self.observer = observer
        clock = ReplayClock(wall: now, options: options)
        let linkMemory = DeviceLink.fixedMemory + max(options.queueCapacity, DeviceLink.leastQueue)
        memory = .allocate(capacity: Self.witnessMemory + linkMemory)
        injector = FaultInjector(faults: options.faults, seed: random.next(), buffer: memory)
        pauses = PauseSchedule(faults: options.faults, random: SeededGenerator(seed: random.next()), now: clock.link(wall: now))
        let silent = ReplaySession(RecordedSession(name: "", subject: nil), channels: channels, options: options, random: &random)
        let identity = (sessions.first ?? silent).identity(
            session: .random(in: 1...UInt32.max), channels: channels, units: Self.units, options: options)
        link = DeviceLink(
            identity: identity, units: Self.units, memory: memory + Self.witnessMemory, memoryCount: linkMemory,
            now: clock.link(wall: now))
        port.reserveCapacity(2 * Self.portCapacity)
    }

    deinit { memory.deallocate() }

    /// Whether everything was replayed and the host had time for its last commands.
    public var isFinished: Bool { phase == .finished }

    /// What was done so far.
    public var summary: SimulatorSummary {
        var summary = counts
        summary.samplesDropped = UInt64(link.samplesDropped)
        summary.frames = UInt64(link.framesSent)
        summary.framesReceived = UInt64(link.counters.frames)
        summary.link = injector.truth
        return summary
    }

    /// Bytes for the port, after the cable's faults.
    public var arriving: [UInt8] { port }

    /// The port has taken the first `count` bytes of `arriving`.
    public func consume(_ count: Int) {
        port.removeFirst(count)
    }
}

// MARK: - The clock's turn

extension SimulatedDevice {
    /// Does everything that is due.
    public func advance(now: UInt64) {
        let time = clock.link(wall: now)
        pauses.advance(now: time)
        while let due = nextClockStep, due <= time { stepClock(time) }
        advanceReplay(time)
        while let change = link.poll(now: time) { apply(change) }
        if isHostPresent, time - link.feedback.hostHeardAt >= FeedbackReceiver.failsafeAfter {
            isHostPresent = false
            observer(.hostLost)
        }
        fillPort()
        advanceEnding(time)
    }

    /// Wall time at which `advance` next has something to do if nothing is received and the port takes what waits.
    public func nextWake(after now: UInt64) -> UInt64 {
        let time = clock.link(wall: now)
        var wake = link.nextDeadline()
        if let due = nextReplayTime(time) { wake = min(wake, due) }
        if let due = nextEndingTime() { wake = min(wake, due) }
        if let due = nextClockStep { wake = min(wake, due) }
        if isHostPresent { wake = min(wake, link.feedback.hostHeardAt + FeedbackReceiver.failsafeAfter) }
        if let due = pauses.end {
            wake = min(wake, due)
        } else if link.outgoingCount > 0, port.count < Self.portCapacity {
            wake = time
        }
        return max(clock.wall(link: wake), now)
    }

    /// Link time of the next step of the clock.
    private var nextClockStep: UInt64? {
        guard clockStepsMade < options.clockSteps.count else { return nil }
        return options.clockStart + options.clockSteps[clockStepsMade].time
    }

    private func stepClock(_ time: UInt64) {
        link.setClock(by: options.clockSteps[clockStepsMade].microseconds, now: time)
        clockStepsMade += 1
    }

    /// Moves bytes from the device over the cable to the port, as far as there is room.
    func fillPort() {
        guard pauses.end == nil else { return }
        let count = min(link.outgoingCount, Self.portCapacity - port.count)
        guard count > 0 else { return }
        let bytes = link.outgoing
        for index in 0..<count { injector.pass(bytes[index], to: &port) }
        link.consume(count)
    }
}

// MARK: - The host's turn

extension SimulatedDevice {
    /// Takes what the host sent.
    public func receive(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        // What is due comes first: samples carry earlier times than the answers, and a late frame does not undo the failsafe.
        advance(now: now)
        let time = clock.link(wall: now)
        for byte in bytes {
            if let event = link.receive(byte, now: time) { handle(event, time) }
        }
        advance(now: now)
    }

    private func handle(_ event: DeviceEvent, _ time: UInt64) {
        let wasPresent = isHostPresent
        // A refused command is no valid frame, and no sign of life.
        if link.feedback.hostHeardAt == time { isHostPresent = true }
        switch event {
        case .hostGreeted(let session, let isNew):
            awaitClockExchange(time)
            guard isNew || !wasPresent else { return }
            observer(.hostGreeted(session: session))
            if isNew { (ending.framesBeforeHost, ending.framesSeenBefore, ending.emptied) = (link.framesSent - 1, 0, nil) }
        case .timeSynchronised:
            noteClockExchange(time)
        case .configurationAsked(let config):
            // Rate and ranges are the recording's; the link itself denies what no capability announces.
            link.answer(config, .unsupported, now: time)
        case .commanded(let ack, let change):
            ending.lastCommandAt = time
            if let status = AckMessage.Status(rawValue: ack.status) { counts.commands.count(status) }
            if let change { apply(change) }
        case .hostAlive(let heartbeat):
            noteHostProgress(heartbeat, time)
        case .hostLeft:
            isHostPresent = false
            observer(.hostLeft)
            noteGoodbye(time)
        case .predicted, .labelled, .installing:
            // Nothing is installed: the link itself denies what no capability announces.
            break
        }
    }

    private func apply(_ change: ActuatorChange) {
        var change = change
        change.time &+= UInt64(bitPattern: link.clockShift)
        if change.reason == .failsafe, !replay.isFailsafeTold(at: change.time) {
            counts.failsafes += 1
            observer(.failsafe(deviceTime: change.time))
        }
        observer(.actuator(change))
        show(change.action)
    }
}
