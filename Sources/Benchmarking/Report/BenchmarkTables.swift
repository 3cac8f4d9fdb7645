import EvaluationReport

/// Figures as aligned tables for a terminal. Times are medians.
public enum BenchmarkTables {
    /// A row for each network and kernel.
    public static func networks(_ results: [NetworkBenchmark]) -> [String] {
        var times = TextTable()
        times.add([
            "network", "kernel", "window", "MACs", "ns/MAC", "float64", "sample", "of a hop's share", "decision", "99 % within",
            "longest push",
        ])
        var sizes = TextTable()
        sizes.add(["network", "kernel", "weights", "working", "mallocs", "largest |Δp|", "windows", "checksum"])
        for result in results {
            for figures in result.kernels {
                times.add([
                    result.name, figures.kernel, Numbers.time(nanoseconds: figures.window.median),
                    Numbers.count(result.multiplicationsPerWindow),
                    Numbers.decimal(figures.window.median / Double(result.multiplicationsPerWindow), 3),
                    Numbers.time(nanoseconds: result.oracle?.median), Numbers.time(nanoseconds: figures.sample.median),
                    Numbers.decimal(figures.streamingRatio(hop: result.hop), 2),
                    Numbers.time(nanoseconds: figures.decision.median), Numbers.time(nanoseconds: figures.decision.percentile99),
                    Numbers.time(nanoseconds: figures.longestPush.median),
                ])
                sizes.add([
                    result.name, figures.kernel, Numbers.bytes(figures.packedBytes), Numbers.bytes(figures.workingBytes),
                    allocations(figures), figures.largestDifference.map { Numbers.difference($0) } ?? "–",
                    Numbers.count(result.comparedWindows), hexadecimal(figures.checksum),
                ])
            }
        }
        return times.lines + [""] + sizes.lines
    }

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
                Numbers.time(nanoseconds: point.time.median), Numbers.count(Int(point.multiplications.rounded())),
                Numbers.decimal(point.nanosecondsPerMultiplication, 3),
            ])
        }
        return table.lines
    }

    private static func allocations(_ figures: NetworkBenchmark.KernelFigures) -> String {
        guard let window = figures.windowAllocations, let sample = figures.sampleAllocations else { return "not counted here" }
        return Numbers.count(window + sample)
    }

    static func hexadecimal(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
