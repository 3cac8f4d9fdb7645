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

    /// The same in the words of a shell and of C, and limits that are no `Patience`; each with a word of it, which is found faster.
    private static var words: [(hint: String, pattern: Regex<Substring>)] {
        [
            ("sleep ", /sleep [0-9.$]/), ("date +", /date \+%s/), ("timeout ", /[^-]timeout [0-9]{1,2}\s/),
            ("waits(", /waits\(.*seconds: [0-9]/), ("time(nil", /[^a-z]time\(nil\)/),
        ]
    }

    /// The lines of a source that are such, with their numbers; comments are passed over.
    static func lines(of source: String) -> [(number: Int, line: Substring)] {
        let calls = calls.filter(source.contains)
        let patterns = words.filter { source.contains($0.hint) }.map(\.pattern)
        if calls.isEmpty, patterns.isEmpty { return [] }
        return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { place, line in
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//") else { return nil }
            let isFound = calls.contains { code.contains($0) } || patterns.contains { code.firstMatch(of: $0) != nil }
            return isFound ? (place + 1, code) : nil
        }
    }
}
