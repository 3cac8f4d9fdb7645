import Formatting
import LiveLoop
import WireProtocol

extension LiveStatistics {
    /// What was counted, as a page shows it.
    ///
    /// - Parameter jitter: of the newest samples, in microseconds; nil: not known.
    package func pageLine(jitter: Double?) -> String {
        var line = JSONLine(type: "counts")
        line.add("samples", Int(samples))
        line.add("lost_samples", Int(lostSamples))
        line.add("counts_losses", countsLosses)
        line.add("damaged_frames", Int(frames.crcErrors + frames.framingErrors))
        line.add("windows", Int(windows))
        line.add("events", Int(entered))
        if let rate = measuredRate { line.add("rate", rate, digits: 3) }
        if let jitter { line.add("jitter_ms", jitter / 1000, digits: 3) }
        if let p50 = latency.percentile(0.5), let p99 = latency.percentile(0.99) {
            line.add("latency_p50_us", p50, digits: 1)
            line.add("latency_p99_us", p99, digits: 1)
        }
        if let p50 = age.percentile(0.5) { line.add("age_p50_ms", p50 / 1000, digits: 3) }
        return line.line
    }
}
