import Recordings

/// Dates and times of day as loggers write them.
enum ClockText {
    /// Milliseconds since 1970, of whatever time zone, or since midnight where there is no date: `2024-05-01 12:00:00.125`,
    /// `2024-05-01T12:00:00Z`, `01.05.2024 12:00:00,125`, `5/1/2024 12:00:00 PM`, `12:00:00:125`. Nil of anything else.
    ///
    /// Which of two numbers before the year is the month matters only where a recording goes past midnight: after a slash the first
    /// is, unless it cannot be one.
    static func milliseconds(_ text: String) -> Double? {
        let parts = text.split { "T ".contains($0) }
        guard let clock = parts.firstIndex(where: { $0.contains(":") }), clock <= 1, let time = timeOfDay(parts[clock...]) else {
            return nil
        }
        guard clock == 1 else { return time }
        return days(parts[0]).map { Double($0) * 86_400_000 + time }
    }

    /// What follows the seconds is half of a day, or a time zone, the same in every row.
    private static func timeOfDay(_ parts: ArraySlice<Substring>) -> Double? {
        guard let clock = parts.first else { return nil }
        let digits = clock.prefix { $0.isNumber || ":.,".contains($0) }
        var fields = digits.split(separator: ":", omittingEmptySubsequences: false)
        // 12:00:00:125 has milliseconds behind the seconds, 12:00:00:5 five.
        var fraction = 0.0
        if fields.count == 4 {
            let last = fields.removeLast()
            guard let number = Double(last) else { return nil }
            fraction = number / (last.count > 3 ? 1e6 : 1e3)
        }
        guard fields.count == 3, let hour = Int(fields[0]), let minute = Int(fields[1]),
            let second = Double(fields[2].map { $0 == "," ? "." : String($0) }.joined()), (0...24).contains(hour),
            (0...59).contains(minute), (0..<61).contains(second)
        else { return nil }
        let half = (clock.dropFirst(digits.count) + (parts.dropFirst().first ?? "")).lowercased().filter { $0 != "." }
        let hours = half.hasPrefix("pm") ? hour % 12 + 12 : half.hasPrefix("am") ? hour % 12 : hour
        return (Double(hours * 3600 + minute * 60) + second + fraction) * 1000
    }

    /// Days of the civil calendar since 1970, with years that begin in March.
    private static func days(_ text: Substring) -> Int? {
        let fields = text.split { "-/.".contains($0) }
        var numbers = fields.compactMap { Int($0) }
        guard fields.count == 3, numbers.count == 3 else { return nil }
        if fields[0].count <= 2 {
            // The year comes last; the month before it, but after slashes first.
            let isMonthFirst = text.contains("/") ? numbers[0] <= 12 : numbers[1] > 12
            numbers = isMonthFirst ? [numbers[2], numbers[0], numbers[1]] : [numbers[2], numbers[1], numbers[0]]
            if fields[2].count <= 2 { numbers[0] += 2000 }
        }
        guard (0...9999).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
        let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
        let month = (numbers[1] + 9) % 12
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 719_469
    }
}
