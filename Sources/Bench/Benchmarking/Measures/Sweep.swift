import Models
public import MotionCore
package import Quantization

/// How time grows with a network's size: one dimension at a time, the others fixed.
public struct Sweep: Sendable {
    /// What is varied.
    public enum Axis: String, Sendable, CaseIterable {
        /// Units H of one LSTM layer; T = 20, four slots. Time per whole window.
        case units
        /// Units H of one LSTM layer, four windows in flight. Time per sample of a stream.
        case streamUnits = "stream_units"
        /// Samples T of a window; H = 32, four slots. Time per whole window.
        case window
        /// Windows in flight; H = 32, T = 80. Time per sample of a stream.
        case slots

        /// The values that it takes.
        public var values: [Int] {
            switch self {
            case .units, .streamUnits: [16, 32, 64, 128, 256, 512]
            case .window: [10, 20, 40, 80, 160]
            case .slots: [1, 2, 4, 8, 16]
            }
        }

        /// Whether the time is that of a sample of a stream; otherwise it is a whole window's.
        public var isStream: Bool { self == .streamUnits || self == .slots }

        package func shape(_ value: Int) -> BenchmarkShape {
            switch self {
            case .units, .streamUnits: BenchmarkShape("H\(value)", window: 20, units: [value])
            case .window: BenchmarkShape("T\(value)", window: value, units: [32])
            case .slots: BenchmarkShape("slots\(value)", window: 80, hop: 80 / value, units: [32])
            }
        }
    }

    /// One measurement.
    public struct Point: Sendable {
        public let axis: Axis
        public let value: Int
        public let kernel: String
        /// Nanoseconds per window, or per sample.
        public let time: TimeSummary
        /// Multiplications in that time.
        public let multiplications: Double

        package init(axis: Axis, value: Int, kernel: String, time: TimeSummary, multiplications: Double) {
            self.axis = axis
            self.value = value
            self.kernel = kernel
            self.time = time
            self.multiplications = multiplications
        }

        public var nanosecondsPerMultiplication: Double { time.median / multiplications }
    }

    public let points: [Point]

    package init(points: [Point]) { self.points = points }

    /// Windows of each network: few, so that calibration is soon done.
    private static let windows = 8

    /// Rounds for each point beside a benchmark of so many: a quarter, because there are many points, but enough for quartiles if
    /// there are.
    public static func rounds(of rounds: Int) -> Int {
        max(rounds / 4, min(rounds, Steadiness.leastRounds))
    }

    /// - Throws: `NetworkError` or `QuantizerError`, which none of these networks meets.
    public init(kernels: [Kernels] = Kernels.available, race: Race) throws {
        var points: [Point] = []
        for axis in Axis.allCases {
            for value in axis.values {
                let subject = try BenchmarkSubject(axis.shape(value), windows: Self.windows)
                let contenders = try kernels.map { try Self.contender(axis, subject, $0) }
                let (network, schedule) = (subject.quantized, subject.description.schedule)
                let multiplications =
                    axis.isStream
                    ? network.multiplicationsPerSample(of: schedule) : Double(network.multiplicationsPerWindow(of: schedule))
                for (kernel, time) in zip(kernels, race.run(contenders)) {
                    points.append(
                        Point(axis: axis, value: value, kernel: kernel.name, time: time, multiplications: multiplications))
                }
            }
        }
        self.points = points
    }

    private static func contender(_ axis: Axis, _ subject: BenchmarkSubject, _ kernel: Kernels) throws -> Contender {
        let weights = try subject.weights(kernels: kernel)
        if axis.isStream {
            let run = StreamRun(weights, subject)
            return Contender(kernel.name, grain: subject.description.hop) { run.run($0) }
        }
        let run = WindowRun(weights, subject)
        return Contender(kernel.name) { run.run($0) }
    }
}
