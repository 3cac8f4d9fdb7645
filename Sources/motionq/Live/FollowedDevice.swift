import LiveLoop
import MotionRecognition
import Threads
import Transport

/// A device that is followed for a while: its port is waited for, its greeting is due in time, and the live loop runs until
/// something ends it.
final class FollowedDevice {
    private let greeting: GreetingWatch
    private let scene: PortScene
    private let open: () throws(TransportError) -> any ByteTransport
    /// Whether the port was opened at all.
    private(set) var hasBegun = false
    /// Everything that was counted, after `run`.
    private(set) var statistics = LiveStatistics()

    /// Finds the port, and waits for it if that was asked for.
    ///
    /// - Parameters:
    ///   - observer: hears what happens.
    ///   - kept: where the port stays open afterwards, for whoever follows the device next.
    /// - Throws: a refusal, or the end with 130 if somebody ended it before.
    init(_ choice: ChosenPort, observer: any LiveObserver, in kept: KeptPort? = nil) throws {
        greeting = GreetingWatch(observer, choice: choice)
        scene = choice.scene
        let opener = try choice.opener(for: greeting, isOpen: kept?.transport != nil)
        if let kept {
            open = { () throws(TransportError) in try kept.lend(opener) }
        } else {
            open = opener
        }
    }

    /// From the next run on another one hears what happens.
    func isHeard(by observer: any LiveObserver) { greeting.shown = observer }

    /// Runs the live loop; again with another model, where the port is kept.
    ///
    /// - Parameters:
    ///   - reconnects: whether a port that goes away is waited for.
    ///   - isUrgent: whether it comes before ordinary programs, where the system permits that.
    ///   - isOver: asked all the time; true ends it, as Ctrl-C does.
    /// - Returns: why it could not go on, or that no device greeted in time; nil if it came to its end.
    func run(
        _ model: LiveModel? = nil, options: LiveOptions, reconnects: Bool, isUrgent: Bool = false,
        until isOver: @escaping () -> Bool = { false }
    ) -> Refusal? {
        // A replay does not wait for a device: urgent, it would leave others no processor.
        let urgency = isUrgent && scene.replayed == nil ? UrgentThread() : nil
        defer { urgency?.end() }
        let runner = LiveRunner(
            model: model, options: options, observer: greeting, reconnects: reconnects, in: scene.surroundings,
            shouldStop: { [greeting, scene] in
                urgency?.check()
                return isOver() || greeting.isOverdue || scene.wantsEnd(Interrupt.isRaised)
            }, open: open)
        var refusal: Refusal?
        do throws(LiveFailure) { _ = try runner.run() } catch { refusal = error.refusal }
        (hasBegun, statistics) = (runner.hasBegun, runner.statistics)
        return greeting.isOverdue ? greeting.refusal : refusal
    }
}

extension LiveFailure {
    /// The sentence and exit code of a run that cannot go on.
    var refusal: Refusal {
        switch self {
        case .transport(let error): error.refusal
        case .misfit(let error): error.refusal
        }
    }
}
