import Foundation

/// Lines of a test's source by which its verdict may come to hang on time: what sleeps, what reads a clock, and what sets a limit
/// of its own to a wait.
enum ClockUse {
    /// What sleeps, or reads a clock that nobody hands in.
    private static let calls = [
        "sleep(", "Thread.sleep", "Task.sleep", "Date()", "Date.now", "Date(timeIntervalSinceNow", "addingTimeInterval",
        "timeIntervalSince", "ContinuousClock", "SuspendingClock", "DispatchTime", "DispatchWallTime", ".wait(timeout:",
        "clock_gettime", "gettimeofday", "mach_absolute_time", "systemUptime", "asyncAfter", "Timer(", "scheduledTimer",
    ]

    /// The same in the words of a shell and of C, and limits that are no `Patience`.
    private static var words: [Regex<Substring>] {
        [/sleep [0-9.$]/, /date \+%s/, /[^-]timeout [0-9]{1,2}\s/, /waits\(.*seconds: [0-9]/, /[^a-z]time\(nil\)/]
    }

    /// The lines of a source that are such, with their numbers; comments are passed over.
    static func lines(of source: String) -> [(number: Int, line: Substring)] {
        source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { place, line in
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//") else { return nil }
            let isFound = calls.contains { code.contains($0) } || words.contains { code.firstMatch(of: $0) != nil }
            return isFound ? (place + 1, code) : nil
        }
    }
}
