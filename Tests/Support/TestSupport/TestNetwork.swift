public import MotionCore

/// An integer network with the windows that a test runs it on, and what becomes of their states.
public struct TestNetwork: Sendable {
    public var numbers: QuantizedNetwork
    public var schedule: WindowSchedule
    public var statePolicy: StatePolicy

    public init(_ numbers: QuantizedNetwork, schedule: WindowSchedule, statePolicy: StatePolicy) {
        self.numbers = numbers
        self.schedule = schedule
        self.statePolicy = statePolicy
    }

    public var carriesState: Bool { statePolicy == .carry }
    public var inputs: Int { numbers.inputs }
    public var convolution: QuantizedAffine? { numbers.convolution }
    public var lstm: [QuantizedAffine] { numbers.lstm }
    public var dense: [QuantizedDense] { numbers.dense }
    public var inputFractionBits: Int { numbers.inputFractionBits }
}

extension NetworkWeights {
    /// Packs a test's network.
    public convenience init(_ network: TestNetwork, kernels: Kernels? = nil) throws(NetworkError) {
        try self.init(network.numbers, schedule: network.schedule, statePolicy: network.statePolicy, kernels: kernels)
    }
}

extension ScalarReference {
    /// The specification of a test's network.
    public init(_ network: TestNetwork) {
        self.init(network.numbers)
    }
}
