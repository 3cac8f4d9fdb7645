public import Formatting
public import MotionCore

/// Figures as JSON Lines. Names say the unit; fields are added in later versions, never renamed.
public enum BenchmarkLines {
    /// The machine that the figures were measured on; the first line.
    ///
    /// - Parameter version: of the program.
    public static func machine(version: String, kernels: [Kernels], rounds: Int) -> JSONLine {
        var line = JSONLine(type: "machine")
        line.add("version", version)
        line.add("processor", Machine.processor ?? "")
        line.add("kernels", kernels.map(\.name))
        line.add("rounds", rounds)
        line.add("allocations_counted", allocations {} != nil)
        return line
    }

    /// A line for each measurement of a network, then one for each kernel with what does not vary.
    public static func network(_ result: NetworkBenchmark) -> [JSONLine] {
        var lines: [JSONLine] = []
        for figures in result.kernels {
            let window = measurement("window_q15", result.name, figures.kernel, figures.window)
            lines.append(window.adding(macs: Double(result.multiplicationsPerWindow), figures.window, figures.windowAllocations))
            var sample = measurement("sample_q15", result.name, figures.kernel, figures.sample)
                .adding(macs: result.multiplicationsPerSample, figures.sample, figures.sampleAllocations)
            sample.add("share_of_window_per_hop", figures.streamingRatio(hop: result.hop))
            lines.append(sample)
            lines.append(pushes("decision_q15", result.name, figures.kernel, figures.decision, number: "decisions"))
            var longest = pushes("push_q15", result.name, figures.kernel, figures.longestPush, number: "pushes")
            longest.add("samples_after_decision", figures.longestPush.samplesAfterDecision)
            lines.append(longest)
            lines.append(sizes(result, figures))
        }
        if let oracle = result.oracle {
            let line = measurement("window_float64", result.name, nil, oracle)
            lines.append(line.adding(macs: Double(result.multiplicationsPerWindow), oracle, nil))
        }
        return lines
    }

    /// A line for each kind of bytes.
    public static func throughput(_ results: [Throughput]) -> [JSONLine] {
        results.map { result in
            var line = measurement(measure(result.name), nil, nil, result.time)
            line.add("bytes", result.bytesPerItem)
            line.add("megabytes_per_s", result.megabytesPerSecond)
            line.addCount("allocations", result.allocations)
            return line
        }
    }

    /// A line for each point.
    public static func sweep(_ sweep: Sweep) -> [JSONLine] {
        sweep.points.map { point in
            var line = measurement(point.axis.isStream ? "sample_q15" : "window_q15", nil, point.kernel, point.time, type: "sweep")
            line.add("axis", point.axis.rawValue)
            line.add("value", point.value)
            line.add("macs", point.multiplications)
            line.add("ns_per_mac", point.nanosecondsPerMultiplication)
            return line
        }
    }

    /// “CRC-32” → “crc_32”
    private static func measure(_ name: String) -> String {
        String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private static func measurement(
        _ measure: String, _ shape: String?, _ kernel: String?, _ time: TimeSummary, type: String = "measurement"
    ) -> JSONLine {
        var line = head(type, measure, shape, kernel)
        line.add("median_ns", time.median)
        line.add("p25_ns", time.lowerQuartile)
        line.add("p75_ns", time.upperQuartile)
        line.add("min_ns", time.least)
        line.add("rounds", time.rounds)
        line.add("items_per_burst", time.itemsPerBurst)
        return line
    }

    /// - Parameter number: the name of the field that says how many were timed.
    private static func pushes(
        _ measure: String, _ shape: String, _ kernel: String, _ times: PushTimes, number: String
    ) -> JSONLine {
        var line = head("measurement", measure, shape, kernel)
        line.add("median_ns", times.median)
        line.add("p99_ns", times.percentile99)
        line.add(number, times.count)
        return line
    }

    /// What every measurement begins with.
    private static func head(_ type: String, _ measure: String, _ shape: String?, _ kernel: String?) -> JSONLine {
        var line = JSONLine(type: type)
        line.add("measure", measure)
        if let shape { line.add("shape", shape) }
        if let kernel { line.add("kernel", kernel) }
        return line
    }

    private static func sizes(_ result: NetworkBenchmark, _ figures: NetworkBenchmark.KernelFigures) -> JSONLine {
        var line = JSONLine(type: "network")
        line.add("shape", result.name)
        line.add("kernel", figures.kernel)
        line.add("window", result.window)
        line.add("hop", result.hop)
        line.add("packed_bytes", figures.packedBytes)
        line.add("working_bytes", figures.workingBytes)
        line.add("largest_difference", figures.largestDifference ?? .nan, digits: 9)
        line.add("compared_windows", result.comparedWindows)
        line.add("checksum", BenchmarkTables.hexadecimal(figures.checksum))
        return line
    }
}

extension JSONLine {
    /// The line with multiplications, their cost, and blocks asked of malloc.
    fileprivate func adding(macs: Double, _ time: TimeSummary, _ allocations: Int?) -> JSONLine {
        var line = self
        line.add("macs", macs)
        line.add("ns_per_mac", time.median / macs)
        line.addCount("allocations", allocations)
        return line
    }

    /// A number, or null for one that is not known.
    fileprivate mutating func addCount(_ key: String, _ count: Int?) {
        add(key, count.map(Double.init) ?? .nan)
    }
}
