import Files
import Formatting
import Foundation
import Quantization
import Synchronization

/// Standard output and standard error, a line at a time. A reader that went away ends the program quietly.
///
/// A write waits for its reader. The live verbs write on the thread of an `ObserverQueue` therefore.
enum Output {
    /// Raised by verbs that lead a device: when results cannot be written they end in order, lights off first, and not at once.
    static let endsInOrder = StopFlag()
    /// Raised when all has been said that waits for its readers: what is still written waits a second at most, or is left out.
    static let isClosing = StopFlag()
    private static let lastFailure = Mutex<SystemFailure?>(nil)
    /// Taken by whoever writes results: several devices have a thread each.
    private static let results = Mutex<Void>(())

    /// Why results could not be written, for verbs that end in order.
    static var failure: SystemFailure? { lastFailure.withLock { $0 } }

    /// For programs: one line on standard output.
    static func json(_ line: JSONLine) {
        json(line.line)
    }

    /// Writes a line of JSON that is text already.
    static func json(_ line: String) {
        write(line + "\n", to: 1)
    }

    /// For people who asked for results.
    static func text(_ lines: String) {
        write(shown(lines) + "\n", to: 1)
    }

    /// For people: how it goes. Never mixes with results.
    static func note(_ lines: String) {
        write(shown(lines) + "\n", to: 2)
    }

    /// For people: what to do after this, ready to be pasted into a shell.
    ///
    /// - Parameter remark: what it is for, as a comment that a shell passes over.
    static func next(_ command: ShellCommand, _ remark: String? = nil) {
        note("next: \(command)" + (remark.map { "  # \($0)" } ?? ""))
    }

    /// A verdict for people: its mark, columns of text, what was seen, and below it what mends it.
    ///
    /// - Parameter columns: each with its width; longer text is followed by one space.
    static func verdict(_ mark: String, _ columns: [(text: String, width: Int)], saw: String, mend: String?) -> String {
        let columns = columns.map { $0.text + String(repeating: " ", count: max(1, $0.width - $0.text.count)) }.joined()
        return "\(mark)  \(columns)\(saw)" + (mend.map { "\n        → \($0)" } ?? "")
    }

    /// Says so if what was written is not what was named, but what a link by that name leads to.
    static func noteLink(_ path: String) {
        let destination = WholeFile.destination(of: path)
        if destination != path {
            note("motionq: \(printable(path)) is a link; what it leads to was written: \(printable(destination))")
        }
    }

    /// No name of a file and no label leaves in a form that a terminal would obey.
    private static func shown(_ lines: String) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(separator: "\n")
    }

    /// How a model was quantized: the report is the result, all else goes beside it.
    static func report(_ report: QuantizationReport, from source: String, to model: String, notes: [String], json: Bool) {
        if json {
            var line = report.json
            line.add("source", source)
            line.add("model", model)
            line.add("notes", notes)
            self.json(line)
        } else {
            note("\(printable(source)) → \(printable(model))")
            text(report.text)
        }
        for note in notes { self.note(note) }
        noteLink(model)
    }

    static func write(_ text: String, to descriptor: Int32) {
        let failure: SystemFailure?
        if isClosing.isRaised {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&request, 1, 1000) == 1 else { return }
            failure = put(text, to: descriptor)
        } else {
            failure = descriptor == 1 ? results.withLock { _ in put(text, to: 1) } : put(text, to: descriptor)
        }
        if let failure { fail(descriptor, failure) }
    }

    private static func put(_ text: String, to descriptor: Int32) -> SystemFailure? {
        var text = text
        return text.withUTF8 { bytes in
            do throws(SystemFailure) {
                try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
                return nil
            } catch {
                return error
            }
        }
    }

    /// It is no error if no program reads the results any more; it is one if they could not be kept.
    private static func fail(_ descriptor: Int32, _ failure: SystemFailure) {
        guard descriptor == 1 else { return }
        guard failure.errno != EPIPE else { return Interrupt.flag.raise() }
        if endsInOrder.isRaised {
            lastFailure.withLock { $0 = failure }
            return Interrupt.flag.raise()
        }
        note("motionq: standard output cannot be written: \(failure)")
        exit(Refusal.Code.inputOutput.rawValue)
    }
}
