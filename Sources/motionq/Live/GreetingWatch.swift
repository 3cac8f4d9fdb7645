import CProgram
import Formatting
import LiveLoop
import MotionCore
import Transport
import WireProtocol

/// Stands between the live loop and whoever shows it: notes the first greeting, in time or not, and remembers the device.
final class GreetingWatch: RelayingObserver {
    /// Who shows what happens.
    var shown: any LiveObserver
    private let choice: ChosenPort
    private let clock: any LiveClock
    private let start: UInt64
    private var hasGreeted = false
    private var hasSettled = false
    /// What is known of the port that was opened last; nil for one that is not listed.
    var port: PortDescription?

    init(_ shown: any LiveObserver, choice: ChosenPort) {
        self.shown = shown
        self.choice = choice
        clock = choice.scene.clock
        start = clock.microseconds()
    }

    /// Whether no device has greeted in the time that was allowed.
    var isOverdue: Bool {
        guard !hasGreeted, let timeout = choice.manner.timeout else { return false }
        return Double(clock.microseconds() - start) >= timeout * 1e6
    }

    /// A device has greeted whom nobody follows here.
    func isGreeted() { hasGreeted = true }

    /// What to say then.
    var refusal: Refusal {
        let seconds = choice.manner.timeout.map { $0 == $0.rounded() ? "\(Int(saturating: $0))" : "\($0)" } ?? "0"
        let mend: ShellCommand = "motionq doctor --port \(path: choice.port)"
        return Refusal(.unavailable, "no device greeted within \(seconds) s at \(choice.port); `\(mend)` says why")
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if case .session(let hello) = change {
            // What read the model and opened the port is not needed for hours.
            if !hasGreeted { program_pages_give_back() }
            hasGreeted = true
            if let port, hello.uniqueID.count > 0 { RememberedPort.remember(port, uniqueID: hello.uniqueID.hexadecimal) }
        }
        // Nor is what set the loop up, once it has run for a while.
        if case .statistics = change, hasGreeted, !hasSettled {
            program_pages_give_back()
            hasSettled = true
        }
        shown.linkChanged(change, statistics: statistics)
    }
}
