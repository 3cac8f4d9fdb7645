import Synchronization
public import WireProtocol

/// Lights and sounds that a program asks for while the live loop runs, from any thread: not in answer to motion, as those of a
/// feedback table are.
///
/// A cue that cannot be sent within a second, as no device is there or its clock is not known yet, is forgotten.
public final class CueQueue: Sendable {
    private struct Cue {
        let action: ActuatorAction
        /// When the loop first tried to send it.
        var since: UInt64?
    }

    private let waiting = Mutex<[Cue]>([])
    private let tellsOutcomes: Bool
    /// More than anybody could see.
    private static let most = 32
    /// Microseconds after which a cue that could not be sent has no sense any more, and milliseconds for one that was.
    private static let (patience, life): (UInt64, UInt16) = (1_000_000, 500)

    /// - Parameter tellsOutcomes: whether observers hear of cues that were not sent, too: what the device has not, as
    ///   `unsupported`, and what was forgotten, without an answer.
    public init(tellsOutcomes: Bool = false) { self.tellsOutcomes = tellsOutcomes }

    /// Asks for a light or a sound.
    ///
    /// - Returns: false, and it is not asked for, if 32 wait already.
    @discardableResult
    public func ask(_ action: ActuatorAction) -> Bool {
        waiting.withLock { waiting in
            guard waiting.count < Self.most else { return false }
            waiting.append(Cue(action: action))
            return true
        }
    }

    /// Switches an LED, from 0. There are eight at most: more means nothing.
    public func light(_ led: Int, isOn: Bool) {
        guard led < 8 else { return }
        ask(ActuatorAction(actuator: Actuator.led.rawValue, unit: UInt8(led), pattern: isOn ? .on : .off))
    }

    /// Sounds the buzzer once.
    public func beep(hertz: UInt16, milliseconds: UInt16) {
        var action = ActuatorAction(actuator: Actuator.buzzer.rawValue, unit: 0, pattern: .on)
        action.frequency = hertz
        action.duration = milliseconds
        ask(action)
    }

    /// Sends what waits. On the loop's thread; allocates nothing while nothing waits.
    ///
    /// - Parameter unsent: hears of the end of a cue that was not sent.
    /// - Returns: how many cues the link took.
    func settle(through link: inout HostLink, now: UInt64, unsent: (FeedbackOutbox.Outcome) -> Void) -> UInt64 {
        let due = waiting.withLock { waiting -> [Cue] in
            guard !waiting.isEmpty else { return [] }
            defer { waiting = [] }
            return waiting
        }
        var taken: UInt64 = 0
        var left: [Cue] = []
        for var cue in due {
            switch link.command(cue.action, timeToLive: Self.life, motion: nil, cause: .request, now: now) {
            case .accepted: taken += 1
            case .denied, .stale: if tellsOutcomes { unsent(FeedbackOutbox.unsent(cue.action, .unsupported, cause: .request)) }
            case .full, .clockUnknown:
                let since = cue.since ?? now
                cue.since = since
                if now < since + Self.patience {
                    left.append(cue)
                } else if tellsOutcomes {
                    unsent(FeedbackOutbox.unsent(cue.action, nil, cause: .request))
                }
            }
        }
        // Before those that were asked for meanwhile: a later one for a light counts.
        if !left.isEmpty { waiting.withLock { [left] in $0.insert(contentsOf: left, at: 0) } }
        return taken
    }
}
