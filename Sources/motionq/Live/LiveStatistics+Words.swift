import Formatting
import LiveLoop
import WireProtocol

extension LiveStatistics {
    /// How the link does, in one line.
    var oneLine: String {
        let rate = measuredRate.map { String(printing: "%.2f Hz measured, ", $0) } ?? ""
        return rate + counts
    }

    /// What came and what did not, without the rate.
    var counts: String {
        guard countsLosses else { return "\(samples) samples\(missing)" }
        let damaged = frames.crcErrors + frames.framingErrors
        return "\(samples) samples, \(lostSamples) lost, \(damaged) damaged frames"
    }

    /// By the time at which others arrived, all that is known of such a device.
    private var missing: String { lostSamples > 0 ? ", about \(lostSamples) missing by the time of arrival" : "" }

    /// The end of a run on standard output.
    func tell(shadows: Bool, by voice: Voice = Voice()) {
        sentences.forEach(voice.text)
        if shadows { voice.text(shadow.sentence) }
    }

    /// What was counted, in sentences.
    var sentences: [String] {
        var lines = [
            countsLosses
                ? "\(samples) samples, \(lostSamples) lost; \(frames.frames) frames, "
                    + "\(frames.crcErrors + frames.framingErrors) damaged, \(frames.unknown + frames.malformed + frames.versionMismatches) refused"
                : "\(samples) samples\(missing); the device sends neither time nor count, so that others may be lost unseen",
            "\(windows) windows, \(entered) events; commands: \(commandsSent) sent, \(commandsRepeated) repetitions, "
                + "\(commandsSettled.ok) acknowledged, \(commandsSettled.late) late, \(commandsSettled.unsupported) unsupported, "
                + "\(commandsSettled.refused) refused, \(commandsSettled.lost) lost, \(commandsDropped) dropped",
        ]
        if commandsStale > 0 || commandsDenied > 0 {
            lines.append(
                "commands not sent: \(commandsStale) because their motion was too old, \(commandsDenied) because the device has no such "
                    + "actuator")
        }
        if logsLeftOut > 0 || sessionsLeftOut > 0 {
            lines.append(
                "\(logsLeftOut) log messages and \(sessionsLeftOut) sessions of the device were left out: over ten a second")
        }
        if let p50 = latency.percentile(0.5), let p99 = latency.percentile(0.99) {
            lines.append(
                String(
                    printing: "latency, last byte of a window read → feedback written: p50 %.0f µs, p99 %.0f µs, max %d µs", p50,
                    p99,
                    Int(latency.largest)))
        }
        if let p50 = age.percentile(0.5), let p99 = age.percentile(0.99) {
            lines.append(
                String(
                    printing: "age, last sample of a window → command applied on the device: p50 %.1f ms, p99 %.1f ms, max %.1f ms",
                    p50 / 1000, p99 / 1000, Double(age.largest) / 1000))
        }
        if let rate = measuredRate {
            lines.append(
                String(
                    printing: countsLosses
                        ? "measured rate %.2f Hz by the device's clock" : "measured rate %.2f Hz by the time of arrival", rate))
        }
        return lines
    }
}

extension DroppedMoments {
    /// For people.
    var sentence: String {
        "… the reader of this output was too slow: \(samples) samples, \(windows) windows, \(changes) changes of the connection and "
            + "\(others) other lines are missing here"
    }
}

extension DeviceMessage {
    /// That some of what the device says was not passed on, for people.
    var leftOut: String? {
        guard case .leftOut(let logs, let sessions) = self else { return nil }
        let what = [logs > 0 ? "\(logs) log messages" : nil, sessions > 0 ? "\(sessions) sessions" : nil].compactMap { $0 }
        return "the device says more than ten things a second: \(what.joined(separator: " and ")) left out"
    }
}
