public import Models
public import MotionCore

/// A network with windows to run it on.
public struct BenchmarkSubject: Sendable {
    /// A shape's name, or a model's.
    public let name: String
    /// What both networks are for.
    public let description: ModelDescription
    /// The oracle, if there is one.
    public let float: FloatNetwork?
    public let quantized: QuantizedNetwork
    /// Whether the windows are like those that the network's formats were fitted to. If not, its distance from the oracle on them
    /// says nothing.
    public let isCalibrated: Bool
    /// Number of windows.
    public let windowCount: Int
    /// n × T × F normalised inputs, as the oracle reads them.
    public let floatInputs: [Float]
    /// n × T × F inputs in the Q15 network's format.
    public let inputs: [Int16]

    /// The Q15 network in the form that runs.
    ///
    /// - Parameter kernels: what runs the inner loops; nil for `Kernels.preferred()`.
    public func weights(kernels: Kernels? = nil) throws(NetworkError) -> NetworkWeights {
        try NetworkWeights(
            quantized, schedule: description.schedule, statePolicy: description.statePolicy, kernels: kernels)
    }

    /// Values in a window, T × F.
    public var windowSize: Int { description.window * quantized.inputs }

    /// Windows that calibrate a shape's network; more would only take time.
    private static let calibrationWindows = 64

    /// A shape with random weights, calibrated on the first of its random windows.
    ///
    /// - Throws: `QuantizerError`, which no shape of `BenchmarkShape.all` meets.
    public init(_ shape: BenchmarkShape, windows: Int, seed: UInt64 = 1) throws {
        let model = shape.model(seed: seed)
        let values = MotionNoise.windows(windows, window: shape.window, inputs: shape.inputs, seed: seed)
        let seen = Array(values.prefix(Self.calibrationWindows * shape.window * shape.inputs))
        self.init(
            name: shape.name, description: model.description, float: model.network,
            quantized: try model.network.quantized(fittedTo: seen, length: shape.window), isCalibrated: true,
            floatInputs: values, scale: 1)
    }

    /// A network that exists already. Its random windows reach half of what its input format holds: calibration kept the other half
    /// in reserve. The layers after the inputs were calibrated on motion, which these windows are not.
    public init(
        name: String, description: ModelDescription, float: FloatNetwork?, quantized: QuantizedNetwork, windows: Int,
        seed: UInt64 = 1
    ) {
        let values = MotionNoise.windows(windows, window: description.window, inputs: quantized.inputs, seed: seed)
        let half = Float(sign: .plus, exponent: 14 - quantized.inputFractionBits, significand: 1)
        self.init(
            name: name, description: description, float: float, quantized: quantized, isCalibrated: false, floatInputs: values,
            scale: half / MotionNoise.bound)
    }

    private init(
        name: String, description: ModelDescription, float: FloatNetwork?, quantized: QuantizedNetwork, isCalibrated: Bool,
        floatInputs: [Float], scale: Float
    ) {
        self.name = name
        self.description = description
        self.float = float
        self.quantized = quantized
        self.isCalibrated = isCalibrated
        self.floatInputs = floatInputs.map { $0 * scale }
        windowCount = floatInputs.count / (description.window * quantized.inputs)
        let converter = InputConverter(fractionBits: quantized.inputFractionBits)
        let values = self.floatInputs
        inputs = Array(unsafeUninitializedCapacity: values.count) { inputs, count in
            count = values.count
            values.withUnsafeBufferPointer { values in
                guard let source = values.baseAddress, let target = inputs.baseAddress else { return }
                converter.convert(source, count: values.count, into: target)
            }
        }
    }
}
