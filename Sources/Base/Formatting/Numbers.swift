import Foundation
import MotionCore

/// Numbers as people read them, the same in the table and on the page.
package enum Numbers {
    /// 0.92311 → “92.31 %”; “–” for none.
    package static func percent(_ share: Double?) -> String { percent(share, decimals: 2) }

    /// 0.92311 → “92 %” without decimals; “–” for none.
    package static func percent(_ share: Double?, decimals: Int) -> String { decimal(share.map { $0 * 100 }, decimals, unit: "%") }

    /// 0.92311 → “92.31”, for a column that says that it counts in percent; “–” for none.
    package static func percentage(_ share: Double?, decimals: Int) -> String { decimal(share.map { $0 * 100 }, decimals) }

    /// A rate, to hundredths: “50 Hz”, “104.17 Hz”.
    package static func hertz(_ rate: Double) -> String { String(printing: "%g Hz", (rate * 100).rounded() / 100) }

    /// The difference of two shares in percentage points, with its sign: “−0.02”, “0.00”. That of the shares as they are shown, so
    /// that a reader who subtracts finds no fault.
    package static func points(from before: Double?, to after: Double?) -> String {
        guard let before, let after else { return "–" }
        return signed(shownPoints(from: before, to: after), decimals: 2)
    }

    package static func shownPoints(from before: Double, to after: Double) -> Double {
        ((after * 10_000).rounded() - (before * 10_000).rounded()) / 100
    }

    /// With a sign unless it rounds to zero.
    package static func signed(_ value: Double, decimals: Int) -> String {
        let digits = String(printing: "%.*f", Int32(decimals), value.magnitude)
        guard digits.contains(where: { $0 != "0" && $0 != "." }) else { return digits }
        return (value < 0 ? "−" : "+") + digits
    }

    package static func decimal(_ value: Double?, _ decimals: Int, unit: String = "") -> String {
        value.map { String(printing: "%.*f", Int32(decimals), $0) + (unit.isEmpty ? "" : " " + unit) } ?? "–"
    }

    /// 5556 → “5,556”.
    package static func count(_ value: Int) -> String {
        var digits = "\(value.magnitude)"
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "−" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// “1 window”, “2,431 windows”; `several` where that is not the noun with an s.
    package static func count(_ value: Int, _ noun: String, _ several: String? = nil) -> String {
        "\(count(value)) \(value == 1 ? noun : several ?? noun + "s")"
    }

    /// Decimal kilobytes and megabytes, three digits: “491 kB”.
    package static func bytes(_ value: Int) -> String {
        switch value {
        case ..<1000: "\(value) B"
        case ..<10_000: String(printing: "%.2f kB", Double(value) / 1e3)
        case ..<100_000: String(printing: "%.1f kB", Double(value) / 1e3)
        case ..<1_000_000: String(printing: "%.0f kB", Double(value) / 1e3)
        default: String(printing: "%.2f MB", Double(value) / 1e6)
        }
    }

    /// Nanoseconds, three digits: “12.3 µs”; “–” for none.
    package static func time(nanoseconds: Double?) -> String {
        guard let nanoseconds else { return "–" }
        if nanoseconds < 1e3 { return String(printing: "%.0f ns", nanoseconds) }
        let (value, unit) = nanoseconds < 1e6 ? (nanoseconds / 1e3, "µs") : (nanoseconds / 1e6, "ms")
        return String(printing: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " " + unit
    }

    /// “41 s”, “3 min 42 s”, “2 h 5 min”.
    package static func duration(_ seconds: Double) -> String {
        let whole = Int(saturating: seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }

    /// A probability difference with two significant digits: “0.0023”; “0” for none.
    package static func difference(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        let decimals = max(0, min(9, 1 - Int(saturating: log10(value).rounded(.down))))
        return String(printing: "%.*f", Int32(decimals), value)
    }

    /// Decibels; “exact” without noise.
    package static func decibels(_ value: Double?) -> String {
        guard let value else { return "–" }
        return value == .infinity ? "exact" : String(printing: "%.1f dB", value)
    }
}
