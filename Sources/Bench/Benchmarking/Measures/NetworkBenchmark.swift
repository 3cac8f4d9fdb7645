import Models
public import MotionCore
public import Quantization
import WireProtocol

/// The time and memory that a network takes, with every kernel of the machine side by side.
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
    /// Windows whose Q15 probabilities were compared with those in double precision; none of a model, which was calibrated for
    /// motion and not for random windows.
    public let comparedWindows: Int
    /// One for each kernel.
    public let kernels: [KernelFigures]

    /// Whether all kernels gave the same bits, as they must: every probability of every window, and the same checksums, which
    /// include streams.
    public let kernelsAgree: Bool

    /// Figures of one kernel.
    public struct KernelFigures: Sendable {
        public let kernel: String
        /// Nanoseconds per whole window, from zero state or, if the network carries its state, from the window before.
        public let window: TimeSummary
        /// Nanoseconds per sample of a stream with all slots in flight, classification included.
        public let sample: TimeSummary
        /// Single pushes with a window's last sample: from the call to the decision.
        public let decision: PushTimes
        /// Of all kinds of push, by their distance from the last decision, the one with the longest median. Mostly the push that
        /// follows a decision: the windows that did not end take two steps in it, the one that the decision put off and their own.
        public let longestPush: PushTimes
        /// The largest |Δp| between Q15 and double precision; nil where no window was compared.
        public let largestDifference: Double?
        /// Blocks asked of malloc while windows, or samples, were classified; nil where that cannot be counted.
        public let windowAllocations: Int?
        public let sampleAllocations: Int?
        /// Bytes of weights and tables, and bytes that are written.
        public let packedBytes: Int
        public let workingBytes: Int
        /// CRC-32 of the Q15 probabilities of the first 256 windows and of their samples as a stream: equal numbers mean equal
        /// bits.
        public let checksum: UInt32
    }

    /// Windows that go into the checksum, and their samples as a stream.
    public static let checkedWindows = 256
    /// Of that stream at most so many.
    private static let checkedSamples = 20_000

    /// - Parameters:
    ///   - kernels: which to time, at least one.
    ///   - compared: windows to compare with double precision, at most as many as there are; none if the subject is not calibrated
    ///     for them.
    /// - Throws: `NetworkError` if the engine refuses the network.
    public init(
        _ subject: BenchmarkSubject, kernels choices: [Kernels] = Kernels.available, race: Race, compared: Int
    ) throws {
        let schedule = subject.description.schedule
        let weights = try choices.map { choice throws(NetworkError) in try subject.weights(kernels: choice) }
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
        comparedWindows = subject.float == nil || !subject.isCalibrated ? 0 : min(compared, subject.windowCount)
        let expected = comparedWindows > 0 ? oracleRun?.probabilities(windows: comparedWindows) : nil
        oracle = oracleRun == nil ? nil : times[times.count - 1]
        name = subject.name
        window = schedule.length
        hop = schedule.hop
        multiplicationsPerWindow = subject.quantized.multiplicationsPerWindow(of: schedule)
        multiplicationsPerSample = subject.quantized.multiplicationsPerSample(of: schedule)
        kernels = choices.indices.map { index in
            let pushes = decisions[index].pushTimes
            return KernelFigures(
                kernel: choices[index].name, window: times[index], sample: times[choices.count + index],
                decision: pushes[0], longestPush: pushes.max { $0.median < $1.median } ?? pushes[0],
                largestDifference: expected.map { largestDifference(probabilities[index], $0) },
                windowAllocations: allocations { _ = windows[index].run(8) },
                sampleAllocations: allocations { _ = streams[index].run(8 * schedule.hop) },
                packedBytes: weights[index].packedBytes, workingBytes: weights[index].workingBytes,
                checksum: checksum(
                    probabilities[index].prefix(checked * weights[index].shape.labels)
                        + streams[index].probabilities(samples: samples)))
        }
        kernelsAgree = allEqual(probabilities) && allEqual(kernels.map(\.checksum))
    }
}

extension NetworkBenchmark.KernelFigures {
    /// Time per sample of a stream against a hop's share of a whole window: below 1, streaming costs less than evaluating every
    /// window whole.
    public func streamingRatio(hop: Int) -> Double {
        sample.median / (window.median / Double(hop))
    }
}

/// The largest difference between a Q15 probability and the expected one; those that nothing is expected of are left out.
private func largestDifference(_ q15: [Int16], _ expected: [Double]) -> Double {
    zip(q15, expected).reduce(0) { max($0, ($1.1 - $1.0.q15Value).magnitude) }
}

/// Whether all are the same.
package func allEqual(_ values: [some Equatable]) -> Bool {
    values.allSatisfy { $0 == values[0] }
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
