/// The sizes of the network to train: stacked LSTM layers, or in their place a convolution over the whole window; then dense
/// layers.
public struct NetworkPlan: Sendable, Equatable {
    /// Features of one sample.
    public var inputs: Int
    /// What reads a whole window at once; nil where LSTM layers read it sample by sample.
    public var convolution: Convolution?
    /// Units of each LSTM layer, the first reads the samples; none with a convolution.
    public var lstmUnits: [Int]
    /// Units of each rectified dense layer in front of the last one; usually none.
    public var denseUnits: [Int]
    /// Outputs.
    public var classes: Int

    /// A rectified convolution whose kernel and stride are the window: with a window of one sample the hidden layer of a
    /// perceptron.
    public struct Convolution: Sendable, Equatable {
        /// Samples.
        public var window: Int
        /// Outputs.
        public var units: Int

        public init(window: Int, units: Int) {
            self.window = window
            self.units = units
        }
    }

    /// A network with LSTM layers. Traps without any, and on sizes below 1.
    public init(inputs: Int, lstmUnits: [Int], denseUnits: [Int] = [], classes: Int) {
        precondition(!lstmUnits.isEmpty, "a network without a convolution has LSTM layers")
        self.init(inputs: inputs, convolution: nil, lstmUnits: lstmUnits, denseUnits: denseUnits, classes: classes)
    }

    /// A network without an LSTM, whose dense layers read the convolution's outputs. Traps on sizes below 1.
    public init(inputs: Int, convolution: Convolution, denseUnits: [Int] = [], classes: Int) {
        precondition(convolution.window > 0 && convolution.units > 0, "a convolution has a window and outputs")
        self.init(inputs: inputs, convolution: convolution, lstmUnits: [], denseUnits: denseUnits, classes: classes)
    }

    private init(inputs: Int, convolution: Convolution?, lstmUnits: [Int], denseUnits: [Int], classes: Int) {
        precondition(inputs > 0 && classes > 0, "a network has inputs and classes")
        precondition((lstmUnits + denseUnits).allSatisfy { $0 > 0 }, "a layer has at least one unit")
        self.inputs = inputs
        self.convolution = convolution
        self.lstmUnits = lstmUnits
        self.denseUnits = denseUnits
        self.classes = classes
    }

    /// Outputs of each layer of which dropout leaves some out.
    var droppedUnits: [Int] { convolution.map { [$0.units] } ?? lstmUnits }
}
