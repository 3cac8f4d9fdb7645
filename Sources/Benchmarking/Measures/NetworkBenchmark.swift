public import BenchmarkNetworks
import Evaluation
public import LSTMEngine
import MotionSignal
import WireProtocol

/// What a network takes, with every kernel of the machine side by side.
public struct NetworkBenchmark: Sendable {
    public let name: String
    /// Window length T and hop S in samples.
    public let window: Int
    public let hop: Int
    /// Multiplications of weights in one whole window, and on average in one sample of a stream.
    public let multiplicationsPerWindow: Int
    public let multiplicationsPerSample: Double
    /// One whole window in double precision; nil for a model without its float network.
    public let oracle: TimeSummary?
    /// The largest |Δp| between Q15 and double precision, and over how many windows.
    public let largestDifference: Double?
    public let comparedWindows: Int
    /// One for each kernel.
    public let kernels: [KernelFigures]

    /// Whether all kernels gave the same bits, as they must.
    public var kernelsAgree: Bool { kernels.allSatisfy { $0.checksum == kernels[0].checksum } }

    /// Figures of one kernel.
    public struct KernelFigures: Sendable {
        public let kernel: String
        /// Nanoseconds per whole window.
        public let window: TimeSummary
        /// Nanoseconds per sample of a stream with all slots in flight, classification included.
        public let sample: TimeSummary
        /// Nanoseconds from a window's last sample to its decision: median and 99th percentile.
        public let decisionMedian: Double
        public let decisionPercentile99: Double
        /// Decisions timed.
        public let decisions: Int
        /// Blocks asked of malloc while windows, or samples, were classified; nil where that cannot be counted.
        public let windowAllocations: Int?
        public let sampleAllocations: Int?
        /// Bytes of weights and tables, and bytes that are written.
        public let packedBytes: Int
        public let workingBytes: Int
        /// CRC-32 of the Q15 probabilities of the first 256 windows and of their samples as a stream: equal numbers mean equal bits.
        public let checksum: UInt32
    }

    /// Windows that go into the checksum, and their samples as a stream.
    public static let checkedWindows = 256
    /// Of that stream at most so many.
    private static let checkedSamples = 20_000

    /// - Parameters:
    ///   - kernels: which to time, at least one.
    ///   - compared: windows to compare with double precision, at most as many as there are.
    /// - Throws: `NetworkError` if the engine refuses the network.
    public init(
        _ subject: BenchmarkSubject, kernels choices: [Kernels] = Kernels.available, race: Race, compared: Int
    ) throws {
        let schedule = subject.quantized.schedule
        let weights = try choices.map { choice throws(NetworkError) in try NetworkWeights(subject.quantized, kernels: choice) }
        let windows = weights.map { WindowRun($0, subject) }
        let streams = weights.map { StreamRun($0, subject) }
        let decisions = weights.map { StreamRun($0, subject) }
        let oracleRun = subject.float.map { OracleRun($0, subject) }

        var contenders = windows.map { run in Contender("window") { run.run($0) } }
        contenders += streams.map { run in Contender("sample", grain: schedule.hop) { run.run($0) } }
        contenders += decisions.map { run in Contender("decision", grain: schedule.hop) { run.runTimed($0) } }
        if let oracleRun { contenders.append(Contender("oracle") { oracleRun.run($0) }) }
        let times = race.run(contenders)

        let checked = min(Self.checkedWindows, subject.windowCount)
        let samples = min(Self.checkedSamples, checked * schedule.length)
        let probabilities = windows.map { $0.probabilities() }
        comparedWindows = subject.float == nil ? 0 : min(compared, subject.windowCount)
        let count = comparedWindows
        largestDifference = oracleRun.map { $0.largestDifference(from: probabilities[0], windows: count) }
        oracle = oracleRun == nil ? nil : times[times.count - 1]
        name = subject.name
        window = schedule.length
        hop = schedule.hop
        multiplicationsPerWindow = subject.quantized.multiplicationsPerWindow
        multiplicationsPerSample = subject.quantized.multiplicationsPerSample
        kernels = choices.indices.map { index in
            let latencies = decisions[index].decisionTimes
            return KernelFigures(
                kernel: choices[index].name, window: times[index], sample: times[choices.count + index],
                decisionMedian: latencies.quantile(0.5) ?? 0, decisionPercentile99: latencies.quantile(0.99) ?? 0,
                decisions: latencies.count,
                windowAllocations: allocations { _ = windows[index].run(8) },
                sampleAllocations: allocations { _ = streams[index].run(8 * schedule.hop) },
                packedBytes: weights[index].packedBytes, workingBytes: weights[index].workingBytes,
                checksum: checksum(
                    probabilities[index].prefix(checked * weights[index].shape.labels)
                        + streams[index].probabilities(samples: samples)))
        }
    }
}

extension NetworkBenchmark.KernelFigures {
    /// Time per sample of a stream against a hop's share of a whole window: below 1, streaming costs less than evaluating every window whole.
    public func streamingRatio(hop: Int) -> Double {
        sample.median / (window.median / Double(hop))
    }
}

/// CRC-32 of 16-bit numbers, low bytes first.
func checksum(_ values: some Sequence<Int16>) -> UInt32 {
    var crc = CRC32()
    for value in values {
        crc.update(UInt8(truncatingIfNeeded: value))
        crc.update(UInt8(truncatingIfNeeded: value >> 8))
    }
    return crc.value
}
