import Formatting
package import LiveLoop
import WireProtocol

/// What happened, in lines of JSON, most of them as programs get them of a live run. Each has a number; the last ones are kept.
package struct PageJournal {
    /// What a page is told first.
    package let greeting: String
    private var lines: [String] = []
    /// Number of the first line that is kept.
    private var first = 0
    /// The session that goes on, in the line that announced it.
    package private(set) var session: String?
    /// Counts of the run; a page is told when they change.
    package var statistics = LiveStatistics() {
        didSet { version += 1 }
    }
    package private(set) var version = 0

    /// Lines that are kept.
    package static let most = 1000

    package init(labels: [String], title: String) {
        var line = JSONLine(type: "page")
        line.add("title", title)
        line.add("labels", labels)
        greeting = line.line
    }

    /// Number of the next line.
    package var end: Int { first + lines.count }

    package mutating func append(_ line: String) {
        if line.contains(#""state":"session""#) { session = line }
        lines.append(line)
        if lines.count > Self.most {
            lines.removeFirst(Self.most / 4)
            first += Self.most / 4
        }
    }

    /// The lines from a number on; what is gone is left out.
    package func lines(from number: Int) -> ArraySlice<String> { lines[min(lines.count, max(0, number - first))...] }

    package var counts: String {
        var line = JSONLine(type: "counts")
        line.add("samples", Int(statistics.samples))
        line.add("lost_samples", Int(statistics.lostSamples))
        line.add("counts_losses", statistics.countsLosses)
        line.add("damaged_frames", Int(statistics.frames.crcErrors + statistics.frames.framingErrors))
        line.add("windows", Int(statistics.windows))
        line.add("events", Int(statistics.entered))
        if let rate = statistics.measuredRate { line.add("rate", rate, digits: 3) }
        if let p50 = statistics.latency.percentile(0.5), let p99 = statistics.latency.percentile(0.99) {
            line.add("latency_p50_us", p50, digits: 1)
            line.add("latency_p99_us", p99, digits: 1)
        }
        if let p50 = statistics.age.percentile(0.5) { line.add("age_p50_ms", p50 / 1000, digits: 3) }
        return line.line
    }
}
