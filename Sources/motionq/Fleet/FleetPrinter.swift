import Formatting
import Synchronization
import Threads

/// Prints what many devices say, on a thread of its own: whoever reads the output, or does not, never delays the devices. What is
/// too much is left out, oldest first, and counted.
final class FleetPrinter: @unchecked Sendable {
    enum Line {
        /// For programs.
        case json(String)
        /// For people.
        case text(String)
        case note(String)
    }

    /// Guards what follows.
    private let signal = ThreadSignal()
    private var lines: [Line] = []
    private var isClosing = false
    private var hasEnded = false
    private var leftOut = 0

    /// Lines that may wait.
    private static let most = 50_000

    /// - Throws: a refusal, if there is no thread.
    init() throws {
        do throws(NoThread) {
            try OwnThread.start { self.print() }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
    }

    func add(_ line: Line) {
        signal.lock()
        if lines.count >= Self.most {
            leftOut += lines.count / 2
            lines.removeFirst(lines.count / 2)
        }
        lines.append(line)
        signal.raise()
        signal.unlock()
    }

    private func print() {
        while true {
            signal.lock()
            while lines.isEmpty, !isClosing { signal.wait() }
            let (next, missing) = (lines, leftOut)
            (lines, leftOut) = ([], 0)
            let isOver = next.isEmpty
            if isOver { hasEnded = true }
            signal.raise()
            signal.unlock()
            if missing > 0 { Output.note("\(missing) lines were not read in time, and left out") }
            if isOver { return }
            var results = ""
            for line in next {
                switch line {
                case .json(let text): results += results.isEmpty ? text : "\n" + text
                case .text(let text): Output.text(printable(text))
                case .note(let text): Output.note(printable(text))
                }
            }
            if !results.isEmpty { Output.json(results) }
        }
    }

    /// Prints the rest.
    ///
    /// - Returns: whether all of it was read in time.
    func close(within seconds: Double) -> Bool {
        let deadline = ThreadSignal.deadline(in: .seconds(seconds))
        signal.lock()
        defer { signal.unlock() }
        isClosing = true
        signal.raise()
        while !hasEnded, signal.wait(until: deadline) {}
        return hasEnded
    }
}
