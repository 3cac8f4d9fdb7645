import Formatting
import Transport

/// Samples that a device lost, or that were lost on the way here, and what mends it.
extension Finding {
    /// Lost samples and damaged frames, and where they arise.
    package static func losses(_ report: LineReport) -> Finding {
        let figures = [
            Figure("samples", Double(report.samples)), Figure("lost_samples", Double(report.lostSamples)),
            Figure("dropped_by_device", Double(report.droppedByDevice)), Figure("damaged_frames", Double(report.damagedFrames)),
            Figure("damaged_at_device", Double(report.damagedAtDevice)), Figure("latest_read_ms", report.latestRead),
        ]
        let causes = report.isOfOtherMake ? otherCauses(report) : ownCauses(report)
        guard !causes.isEmpty else {
            let frames = report.isOfOtherMake ? "" : ", no frame damaged"
            let unsure = report.heartbeats == 0 ? "; the device sends no HEARTBEAT that would tell its own losses" : ""
            let saw = String(printing: "%d samples in %.1f s, none lost", report.samples, report.seconds) + frames + unsure
            return Finding(.losses, .ok, Sentence(saw), figures: figures)
        }
        let all = report.samples + report.lostSamples
        return Finding(
            .losses, .notOK,
            "\(report.lostSamples) of \(all) samples lost: \(causes.map(\.saw).joined(separator: "; "))",
            mend: Sentence(causes.map(\.mend).joined(separator: "; ")), figures: figures)
    }

    private typealias Cause = (saw: String, mend: String)

    private static func ownCauses(_ report: LineReport) -> [Cause] {
        let elsewhere = report.lostSamples > report.droppedByDevice
        var causes: [Cause] = []
        if report.droppedByDevice > 0 {
            causes.append(
                (
                    "the device dropped \(report.droppedByDevice) of them: its line has too little room",
                    "raise the baud rate, or lower the rate"
                ))
        }
        if report.damagedFrames > 0 {
            causes.append(
                (
                    "the line damaged \(report.damagedFrames) frames on the way here",
                    "a shorter cable, another socket, a ground wire"
                ))
        }
        causes += driverCauses(report)
        let late = lateReading(report)
        if let late, elsewhere || report.damagedFrames > 0 { causes.append(late) }
        if elsewhere, !report.hasOverruns, report.damagedFrames == 0, late == nil {
            causes.append(
                (
                    "whole frames are missing, and nobody says where; an adapter's buffer may have overrun",
                    "plug the board in without a hub"
                ))
        }
        if report.damagedAtDevice > 0 {
            causes.append(
                ("\(report.damagedAtDevice) of our frames reached the device damaged", "check the wire from TX to the board's RX"))
        }
        return causes
    }

    /// Of a device of another make, which counts nothing itself.
    private static func otherCauses(_ report: LineReport) -> [Cause] {
        let port = driverCauses(report) + (report.lostSamples > 0 ? lateReading(report).map { [$0] } ?? [] : [])
        guard report.lostSamples > 0, !report.hasOverruns else { return port }
        return port + [
            (
                "they came damaged, or not at all, by the device's own times and counts",
                "raise the baud rate, or print fewer digits or readings"
            )
        ]
    }

    /// What the port's driver counted.
    private static func driverCauses(_ report: LineReport) -> [Cause] {
        guard let driver = report.driver else { return [] }
        var causes: [Cause] = []
        if driver.outOfStep > 0 {
            causes.append(
                (
                    "the port's driver saw \(driver.outOfStep) bytes out of step: noise, or a speed a little off",
                    "a lower baud rate"
                ))
        }
        if driver.overruns > 0 {
            causes.append(
                (
                    "the port's chip overran \(driver.overruns) times: its bytes were not fetched in time",
                    "plug the board in without a hub"
                ))
        }
        if driver.bufferOverruns > 0 {
            causes.append(
                (
                    "the system's buffer overran by \(driver.bufferOverruns) bytes: this machine came late to read",
                    "close what keeps it busy"
                ))
        }
        return causes
    }

    /// nil if it was not late, or the driver tells it better.
    private static func lateReading(_ report: LineReport) -> Cause? {
        guard report.latestRead > latestAllowed, !report.hasOverruns else { return nil }
        return (
            String(printing: "this machine came up to %.0f ms late to read", report.latestRead), "close what keeps it busy"
        )
    }

    /// Milliseconds by which a read may be late on a machine that is busy: a port's buffer holds more.
    private static let latestAllowed = 100.0
}
