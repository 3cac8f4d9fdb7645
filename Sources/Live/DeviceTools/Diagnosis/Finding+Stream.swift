import Formatting
import MotionCore

/// What a device that has greeted does: its rate, its clock, the rules that it breaks.
extension Finding {
    /// The announced rate against the measured one.
    package static func rate(_ report: LineReport) -> Finding {
        guard case .greeted(_, _, let announced) = report.greeting, let measured = report.measuredRate, report.samples > 0 else {
            return Finding(
                .rate, .notOK, Sentence(String(printing: "no samples came in %.1f s", report.seconds)),
                mend: report.isOfOtherMake
                    ? "the device fell silent: press reset, or see what its sketch waits for"
                    : "the firmware must send DATA as soon as the host has greeted it (PROTOCOL.md §4)")
        }
        let figures = [Figure("announced_rate", announced), Figure("measured_rate", measured)]
        if let wrong = report.wrongRate {
            let mend: Sentence =
                report.isOfOtherMake ? "say how often it sends: \(.deviceRate)" : "announce in HELLO what the sensor really does"
            return Finding(.rate, .notOK, wrong, mend: mend, figures: figures)
        }
        let first = report.isOfOtherMake ? "counted" : "announced"
        let saw = first + String(printing: " %.4g Hz, measured %.2f Hz over %.1f s", announced, measured, report.seconds)
        return Finding(.rate, .ok, Sentence(saw), figures: figures)
    }

    /// How far away the device's clock is, and how fast it runs.
    package static func clock(_ report: LineReport) -> Finding {
        if report.isOfOtherMake {
            return Finding(.clock, .unseen, "a device of another make answers for no clock: nobody knows how late its lights are")
        }
        guard !report.isClockUnknown, let trip = report.roundTripMilliseconds else {
            return Finding(
                .clock, .notOK, "the device answers no TIMESYNC: nobody here knows how late its lights are",
                mend: "the firmware must answer TIMESYNC (PROTOCOL.md §6.4)")
        }
        var saw = String(printing: "round trip %.2f ms", trip)
        var figures = [Figure("round_trip_ms", trip)]
        if let drift = report.driftPartsPerMillion {
            // Times that are so far apart cannot tell it better in so short a time.
            let doubt = trip * 1000 / max(report.seconds, 1)
            saw +=
                ", the device's clock runs \(drift.magnitude) ± \(Int(saturating: doubt.rounded(.up))) ppm \(drift < 0 ? "slow" : "fast")"
            figures.append(Figure("drift_doubt_ppm", doubt))
            figures.append(Figure("drift_ppm", Double(drift)))
        } else {
            saw += "; its drift takes longer to see"
        }
        guard trip <= 50 else {
            return Finding(
                .clock, .notOK, Sentence(saw),
                mend: "something on the way holds bytes back: a hub, a wireless bridge, or a device that answers late",
                figures: figures)
        }
        return Finding(.clock, .ok, Sentence(saw), figures: figures)
    }

    /// Nil if it keeps all rules that were watched, or of another make, for which we speak.
    package static func rules(_ report: LineReport) -> Finding? {
        guard !report.isOfOtherMake, !report.irregularities.isEmpty else { return nil }
        return Finding(.rules, .notOK, Sentence(report.irregularities.joined(separator: "; ")), mend: "mend it in the firmware")
    }
}
