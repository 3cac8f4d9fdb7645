import MotionCore
import WireProtocol

/// Where the replay stands.
struct ReplayPosition {
    var session = 0
    /// Next sample of the session.
    var sample = 0
    /// Sample time of the session's first sample.
    var sessionStart: UInt64 = 0
    /// Link time of the first HELLO of a host.
    var greeted: UInt64 = 0
    /// Link time at which the replay, or the session at speeds other than 1, began.
    var began: UInt64 = 0
    /// The sample clock then.
    var sampleBegan: UInt64 = 0
    /// The host exchanges clocks; it does so in every session.
    var doesHostSynchronise = false
    private var failsafeToldAt: UInt64?

    init() {}

    /// Whether the failsafe of this moment has been told of before; notes it.
    mutating func isFailsafeTold(at time: UInt64) -> Bool {
        defer { failsafeToldAt = time }
        return failsafeToldAt == time
    }
}

extension SimulatedDevice {
    /// Takes all samples that are due.
    func advanceReplay(_ time: UInt64) {
        rest(time)
        if case .settling(let until) = phase, time >= until { beginReplay(time) }
        setSampleClock(time)
        while phase == .replaying, isSampleDue(time), hasRoom {
            pushSample(time)
            setSampleClock(time)
        }
    }

    /// Link time at which the next sample is due, or the replay begins; nil if only the host can set it going.
    func nextReplayTime(_ time: UInt64) -> UInt64? {
        if case .settling(let until) = phase { return until }
        if case .resting(let since) = phase {
            if let since { return since + Self.restLength }
            return isPortEmpty ? time : nil
        }
        guard phase == .replaying, let next = nextSampleTime, hasRoom else { return nil }
        switch options.speed {
        case .max: return time
        case .times(let factor): return replay.began + UInt64(saturating: (Double(next - replay.sampleBegan) / factor).rounded(.up))
        }
    }

    /// A host said HELLO. It repeats that every 500 ms until it is answered; after a little longer it has got its answer, and knows
    /// no TIMESYNC.
    func awaitClockExchange(_ time: UInt64) {
        switch phase {
        case .waitingForHost:
            replay.greeted = time
            phase = .settling(until: time + 700_000)
        case .settling:
            phase = .settling(until: min(time + 700_000, replay.greeted + 5_000_000))
        case .replaying, .resting, .draining, .finished:
            break
        }
    }

    /// A host's TIMESYNC was answered. One that was asked for before the HELLO left does not count.
    func noteClockExchange(_ time: UInt64) {
        replay.doesHostSynchronise = true
        if case .settling = phase, port.isEmpty { phase = .settling(until: time) }
    }

    private func beginReplay(_ time: UInt64) {
        replay.began = time
        replay.sampleBegan = time &+ UInt64(bitPattern: link.sampleClockLead)
        replay.sessionStart = replay.sampleBegan
        guard !sessions.isEmpty else {
            beginEnding(time)
            return
        }
        phase = .replaying
        tellSession()
    }

    private func tellSession() {
        let session = sessions[replay.session]
        counts.sessions += 1
        observer(
            .session(
                SimulatorEvent.SessionStart(
                    name: session.name, subject: session.subject, id: link.identity.session, samples: session.count,
                    rate: link.identity.sensor.rate)))
    }

    /// Sample time of the next sample; nil when there is none.
    private var nextSampleTime: UInt64? {
        guard phase == .replaying else { return nil }
        return replay.sessionStart + sessions[replay.session].times[replay.sample]
    }

    private func isSampleDue(_ time: UInt64) -> Bool {
        guard let next = nextSampleTime else { return false }
        return options.speed == .max || recordedTime(time) >= next
    }

    /// Whether the next sample finds room. A real device drops what it cannot send; a replay at another speed waits.
    private var hasRoom: Bool {
        switch options.speed {
        case .times(1): true
        case .times: link.outgoingRoom >= DeviceLink.leastQueue
        case .max: link.outgoingCount < Self.portCapacity / 2
        }
    }

    private func pushSample(_ time: UInt64) {
        guard let taken = nextSampleTime else { return }
        let session = sessions[replay.session]
        let shift = UInt64(bitPattern: link.clockShift)
        if options.speed == .max { link.sampleClockLead = Int64(bitPattern: taken &- time) }
        let (sent, first) = watchedCounts.map { ($0, 0) } ?? (session.counts, replay.sample * channels.count)
        sent.withUnsafeBufferPointer { sent in
            if let base = sent.baseAddress { link.push(base + first, takenAt: taken &+ shift, now: time) }
        }
        counts.samples += 1
        replay.sample += 1
        if replay.sample == session.count { endSession(time) }
    }

    private func endSession(_ time: UInt64) {
        replay.sessionStart += sessions[replay.session].length
        replay.sample = 0
        replay.session += 1
        if replay.session == sessions.count {
            guard options.loops else {
                beginEnding(time)
                return
            }
            replay.session = 0
        }
        if options.speed == .times(1) {
            announceSession(time)
            tellSession()
        } else {
            phase = .resting(since: nil)
        }
    }

    private func announceSession(_ time: UInt64) {
        let session = sessions[replay.session]
        link.beginSession(
            session.identity(session: .random(in: 1...UInt32.max), channels: channels, units: Self.units, options: options),
            now: time)
    }
}

// MARK: - Somebody who watches the lights

extension SimulatedDevice {
    /// Seconds of samples so far.
    private var watchedTime: Double { Double(counts.samples) / (sessions.first?.rate ?? 1) }

    /// The next sample of whoever holds the device.
    private var watchedCounts: [Int16]? {
        watcher?.sample(at: watchedTime).enumerated().map { channels.count($0.element, column: $0.offset) }
    }

    func show(_ action: ActuatorAction) {
        guard action.actuator == Actuator.led.rawValue else { return }
        watcher?.see(light: Int(action.unit), isOn: action.pattern != .off, at: watchedTime)
    }
}

// MARK: - Between two sessions

extension SimulatedDevice {
    /// Microseconds that a host gets to have its last commands acknowledged: a new session makes it drop them.
    private static let restLength: UInt64 = 100_000

    private var isPortEmpty: Bool { port.isEmpty && link.outgoingCount == 0 }

    private func rest(_ time: UInt64) {
        guard case .resting(let since) = phase else { return }
        guard let since else {
            // What is flushed late counts from when it was taken.
            link.flush(now: time)
            if isPortEmpty { phase = .resting(since: time) }
            return
        }
        guard time >= since + Self.restLength else { return }
        announceSession(time)
        replay.greeted = time
        phase = .settling(until: replay.doesHostSynchronise ? time + 700_000 : time)
    }
}

// MARK: - The sample clock

extension SimulatedDevice {
    /// Sample time that corresponds to a link time at the replay's speed.
    private func recordedTime(_ time: UInt64) -> UInt64 {
        switch options.speed {
        case .times(1), .max: time
        case .times(let factor): replay.sampleBegan + UInt64(saturating: Double(time - replay.began) * factor)
        }
    }

    /// Headers follow the sample clock. At speed 1 that is the link clock; else it never passes a sample that is still to come, or
    /// the host would see time go back.
    private func setSampleClock(_ time: UInt64) {
        guard phase == .replaying, options.speed != .times(1), let next = nextSampleTime else { return }
        let present = time &+ UInt64(bitPattern: link.sampleClockLead)
        let wanted = options.speed == .max ? present : recordedTime(time)
        link.sampleClockLead = Int64(bitPattern: min(wanted, next) &- time)
    }
}
