import WireProtocol

/// What the end of a replay waits for.
struct Ending {
    /// Frames sent before the present host said HELLO, which it may not have seen.
    var framesBeforeHost: UInt32 = 0
    /// Those of them that it has seen, as far as its heartbeats show.
    var framesSeenBefore: UInt32 = 0
    /// When the last sample was sent.
    var began: UInt64 = 0
    /// When the port had taken everything, and how many frames that the host is to have were sent by then.
    var emptied: (at: UInt64, frames: UInt32)?
    /// Bytes that had passed the cable when that was last looked at.
    var bytes: UInt64 = 0
    /// When the host last was seen to catch up.
    var progressAt: UInt64 = 0
    /// When the host was seen to have everything.
    var completeAt: UInt64?
    var lastCommandAt: UInt64 = 0
    /// Frames that the host counted in its last heartbeat.
    var hostFrames: UInt32 = 0
    /// Stopped from outside: no waiting for commands.
    var isHurried = false

    /// Microseconds without any progress of the host after which it is not waited for.
    static let patience: UInt64 = 5_000_000
    /// Microseconds that a host gets to command something after the last sample, and after each command.
    static let quiet: UInt64 = 500_000
    /// Microseconds from the port to the host's program, at most, on a machine that is not overloaded.
    static let transit: UInt64 = 200_000

    init() {}
}

extension SimulatedDevice {
    /// Takes no further samples; what was sent is still to be read, and `isFinished` follows within half a second.
    public func stop(now: UInt64) {
        guard phase != .finished else { return }
        ending.isHurried = true
        if phase != .draining { beginEnding(clock.link(wall: now)) }
    }

    func beginEnding(_ time: UInt64) {
        phase = .draining
        link.flush(now: time)
        ending.began = time
        ending.progressAt = time
    }

    /// Ends when the host has everything, commands no more, and no action is about to end.
    func advanceEnding(_ time: UInt64) {
        guard phase == .draining else { return }
        if ending.emptied == nil {
            // While the port takes bytes, somebody reads them.
            if injector.truth.bytes != ending.bytes { ending.progressAt = time }
            ending.bytes = injector.truth.bytes
            if link.outgoingCount == 0, port.isEmpty { ending.emptied = (time, framesForHost) }
        }
        if let end = nextEndingTime(), time >= end { phase = .finished }
    }

    /// Link time at which the device is finished if nothing more happens.
    func nextEndingTime() -> UInt64? {
        guard phase == .draining else { return nil }
        if ending.isHurried {
            let read = ending.emptied.map { $0.at + Ending.transit }
            return min(read ?? UInt64.max, ending.began + Ending.quiet)
        }
        let settled = ending.completeAt.map { $0 + Ending.quiet } ?? ending.progressAt + Ending.patience
        var end = max(settled, ending.lastCommandAt + Ending.quiet)
        // An action that ends by itself, and not by the failsafe, is seen through.
        let failsafe = link.feedback.hostHeardAt + FeedbackReceiver.failsafeAfter
        if let over = link.feedback.nextDeadline(), over < failsafe { end = max(end, over) }
        return end
    }

    /// A host that has ended reads no more, and commands no more.
    func noteGoodbye(_ time: UInt64) {
        guard phase == .draining, ending.completeAt == nil else { return }
        ending.completeAt = time
    }

    /// Reads from the host's heartbeat whether it has everything.
    func noteHostProgress(_ heartbeat: HeartbeatMessage, _ time: UInt64) {
        defer { ending.hostFrames = heartbeat.framesReceived }
        // It cannot have more than was sent, unless some of it was sent before.
        let before = Int32(bitPattern: heartbeat.framesReceived &- framesForHost)
        if before > 0, before <= Int32(clamping: ending.framesBeforeHost) {
            ending.framesSeenBefore = max(ending.framesSeenBefore, UInt32(before))
        }
        guard phase == .draining, ending.completeAt == nil else { return }
        // The device's own heartbeats let the host count on for ever; that is not progress.
        if heartbeat.framesReceived &- ending.hostFrames > 3 { ending.progressAt = time }
        guard let (emptiedAt, frames) = ending.emptied, time >= emptiedAt + Ending.transit else { return }
        if heartbeat.framesReceived >= frames &+ ending.framesSeenBefore { ending.completeAt = time }
    }

    /// Frames sent since the present host said HELLO that the cable left whole.
    private var framesForHost: UInt32 {
        link.framesSent &- ending.framesBeforeHost &- UInt32(truncatingIfNeeded: injector.truth.damagedFrames)
    }
}
