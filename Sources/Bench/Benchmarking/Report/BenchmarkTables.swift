import Formatting
import MotionCore

/// Figures as aligned tables for a terminal. Times are medians.
public enum BenchmarkTables {
    /// Two rows for each network and kernel: times, and what does not vary. A terminal of 100 columns holds them.
    public static func networks(_ results: [NetworkBenchmark]) -> [String] {
        var times = TextTable()
        times.add(["network", "kernel", "window", "ns/MAC", "sample", "share", "decision", "99 % within", "longest push"])
        var sizes = TextTable()
        sizes.add([
            "network", "kernel", "MACs", "float64", "weights", "working", "mallocs", "largest |Δp|", "windows", "checksum",
        ])
        for result in results {
            for figures in result.kernels {
                times.add([
                    shortened(result.name), figures.kernel, Numbers.time(nanoseconds: figures.window.median),
                    Numbers.decimal(figures.window.median / Double(result.multiplicationsPerWindow), 3),
                    Numbers.time(nanoseconds: figures.sample.median),
                    Numbers.decimal(figures.streamingRatio(hop: result.hop), 2),
                    Numbers.time(nanoseconds: figures.decision.median), Numbers.time(nanoseconds: figures.decision.percentile99),
                    Numbers.time(nanoseconds: figures.longestPush.median),
                ])
                sizes.add([
                    shortened(result.name), figures.kernel, Numbers.count(result.multiplicationsPerWindow),
                    Numbers.time(nanoseconds: result.oracle?.median), Numbers.bytes(figures.packedBytes),
                    Numbers.bytes(figures.workingBytes), allocations(figures),
                    figures.largestDifference.map { Numbers.difference($0) } ?? "–",
                    result.comparedWindows > 0 ? Numbers.count(result.comparedWindows) : "–", hexadecimal(figures.checksum),
                ])
            }
        }
        return times.lines + [""] + sizes.lines
    }

    /// A name of at most 16 characters; of a longer one the first 15 and “…”.
    package static func shortened(_ name: String) -> String {
        name.count <= longestName ? name : name.prefix(longestName - 1) + "…"
    }

    private static let longestName = 16

    /// A row for each kind of bytes.
    public static func throughput(_ results: [Throughput]) -> [String] {
        var table = TextTable()
        table.add(["bytes", "each", "time", "MB/s", "mallocs"])
        for result in results {
            table.add([
                result.name, Numbers.bytes(result.bytesPerItem), Numbers.time(nanoseconds: result.time.median),
                Numbers.decimal(result.megabytesPerSecond, 0), result.allocations.map { Numbers.count($0) } ?? "not counted here",
            ])
        }
        return table.lines
    }

    /// A row for each point of a sweep.
    public static func sweep(_ sweep: Sweep) -> [String] {
        var table = TextTable()
        table.add(["sweep", "", "kernel", "time per", "", "MACs", "ns/MAC"])
        for point in sweep.points {
            table.add([
                point.axis.rawValue, "\(point.value)", point.kernel, point.axis.isStream ? "sample" : "window",
                Numbers.time(nanoseconds: point.time.median), Numbers.count(Int(saturating: point.multiplications.rounded())),
                Numbers.decimal(point.nanosecondsPerMultiplication, 3),
            ])
        }
        return table.lines
    }

    /// Where they cannot be counted, the table of bytes has the room to say so.
    private static func allocations(_ figures: NetworkBenchmark.KernelFigures) -> String {
        guard let window = figures.windowAllocations, let sample = figures.sampleAllocations else { return "–" }
        return Numbers.count(window + sample)
    }

    static func hexadecimal(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
