import Formatting
import MotionCore
import Transport

/// What a device that has greeted does: its rate, its losses, its clock, the rules that it breaks.
extension Finding {
    /// The announced rate against the measured one.
    package static func rate(_ report: LineReport) -> Finding {
        guard case .greeted(_, _, let announced) = report.greeting, let measured = report.measuredRate, report.samples > 0 else {
            return Finding(
                .rate, .notOK, Sentence(String(printing: "no samples came in %.1f s", report.seconds)),
                mend: "the firmware must send DATA as soon as the host has greeted it (PROTOCOL.md §4)")
        }
        let figures = [Figure("announced_rate", announced), Figure("measured_rate", measured)]
        if let wrong = report.wrongRate {
            return Finding(.rate, .notOK, wrong, mend: "announce in HELLO what the sensor really does", figures: figures)
        }
        return Finding(
            .rate, .ok,
            Sentence(String(printing: "announced %.4g Hz, measured %.2f Hz over %.1f s", announced, measured, report.seconds)),
            figures: figures)
    }

    /// Lost samples and damaged frames, and where they arise.
    package static func losses(_ report: LineReport) -> Finding {
        let figures = [
            Figure("samples", Double(report.samples)), Figure("lost_samples", Double(report.lostSamples)),
            Figure("dropped_by_device", Double(report.droppedByDevice)), Figure("damaged_frames", Double(report.damagedFrames)),
            Figure("damaged_at_device", Double(report.damagedAtDevice)), Figure("latest_read_ms", report.latestRead),
        ]
        let elsewhere = report.lostSamples > report.droppedByDevice
        var causes: [String] = []
        var mends: [String] = []
        if report.droppedByDevice > 0 {
            causes.append("the device dropped \(report.droppedByDevice) of them: its line has too little room")
            mends.append("raise the baud rate, or lower the rate")
        }
        if report.damagedFrames > 0 {
            causes.append("the line damaged \(report.damagedFrames) frames on the way here")
            mends.append("a shorter cable, another socket, a ground wire")
        }
        let driver = report.driver ?? DriverCounts()
        if driver.outOfStep > 0 {
            causes.append("the port's driver saw \(driver.outOfStep) bytes out of step: noise, or a speed a little off")
            mends.append("a lower baud rate")
        }
        if driver.overruns > 0 {
            causes.append("the port's chip overran \(driver.overruns) times: its bytes were not fetched in time")
            mends.append("plug the board in without a hub")
        }
        if driver.bufferOverruns > 0 {
            causes.append("the system's buffer overran by \(driver.bufferOverruns) bytes: this machine came late to read")
            mends.append("close what keeps it busy")
        }
        let isExplained = driver.overruns > 0 || driver.bufferOverruns > 0
        if report.latestRead > latestAllowed, !isExplained, elsewhere || report.damagedFrames > 0 {
            causes.append(String(printing: "this machine came up to %.0f ms late to read", report.latestRead))
            mends.append("close what keeps it busy")
        }
        if elsewhere, !isExplained, report.damagedFrames == 0, report.latestRead <= latestAllowed {
            causes.append("whole frames are missing, and nobody says where; an adapter's buffer may have overrun")
            mends.append("plug the board in without a hub")
        }
        if report.damagedAtDevice > 0 {
            causes.append("\(report.damagedAtDevice) of our frames reached the device damaged")
            mends.append("check the wire from TX to the board's RX")
        }
        guard !causes.isEmpty else {
            let unsure = report.heartbeats == 0 ? "; the device sends no HEARTBEAT that would tell its own losses" : ""
            return Finding(
                .losses, .ok,
                Sentence(
                    String(printing: "%d samples in %.1f s, none lost, no frame damaged", report.samples, report.seconds) + unsure),
                figures: figures)
        }
        return Finding(
            .losses, .notOK,
            "\(report.lostSamples) of \(report.samples + report.lostSamples) samples lost: \(causes.joined(separator: "; "))",
            mend: Sentence(mends.joined(separator: "; ")), figures: figures)
    }

    /// Milliseconds by which a read may be late on a machine that is busy: a port's buffer holds more.
    private static let latestAllowed = 100.0

    /// How far away the device's clock is, and how fast it runs.
    package static func clock(_ report: LineReport) -> Finding {
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

    /// Nil if it keeps all rules that were watched.
    package static func rules(_ report: LineReport) -> Finding? {
        guard !report.irregularities.isEmpty else { return nil }
        return Finding(.rules, .notOK, Sentence(report.irregularities.joined(separator: "; ")), mend: "mend it in the firmware")
    }
}
