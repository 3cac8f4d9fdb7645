import MotionCore

/// The dimensions of a network to be timed: T samples of F features → stacked LSTM layers → (dense layer, ReLU) → C classes.
public struct BenchmarkShape: Sendable, Equatable {
    /// What tables and JSON call it.
    public let name: String
    /// Window length T in samples.
    public let window: Int
    /// Samples between the starts of two windows, S.
    public let hop: Int
    /// Features of a sample, F.
    public let inputs: Int
    /// Units of each LSTM layer, H.
    public let units: [Int]
    /// Units of a rectified dense layer after the LSTM, if there is one.
    public let dense: Int?
    /// Labels, C.
    public let classes: Int

    /// - Parameter hop: a quarter of the window if left out: four windows in flight.
    public init(
        _ name: String, window: Int, hop: Int? = nil, inputs: Int = 6, units: [Int], dense: Int? = nil, classes: Int = 5
    ) {
        self.name = name
        self.window = window
        self.hop = hop ?? max(1, window / 4)
        self.inputs = inputs
        self.units = units
        self.dense = dense
        self.classes = classes
    }

    /// Small, medium, two stacked layers over a long window (that of the UCI activities), large: those that the peers are timed
    /// with.
    public static let all = [
        BenchmarkShape("S", window: 20, units: [32]),
        BenchmarkShape("M", window: 20, units: [64]),
        BenchmarkShape("U", window: 128, inputs: 9, units: [32, 32], classes: 6),
        BenchmarkShape("L", window: 20, units: [200], dense: 128),
    ]

    /// The shape of that name, nil if there is none.
    public static func named(_ name: String) -> BenchmarkShape? {
        all.first { $0.name == name }
    }

    /// Names for the features: the six channels of a recording, then `x6`, `x7` …
    public var featureNames: [String] {
        let channels = SixAxes.names
        return (0..<inputs).map { $0 < channels.count ? channels[$0] : "x\($0).ax" }
    }

    /// Names for the classes: `class0`, `class1` …
    public var labels: [String] {
        (0..<classes).map { "class\($0)" }
    }
}
