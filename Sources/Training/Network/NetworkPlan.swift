/// The sizes of the network to train.
public struct NetworkPlan: Sendable, Equatable {
    /// Features of one sample.
    public var inputs: Int
    /// Units of each LSTM layer, the first reads the samples.
    public var lstmUnits: [Int]
    /// Units of each rectified dense layer in front of the last one; usually none.
    public var denseUnits: [Int]
    /// Outputs.
    public var classes: Int

    public init(inputs: Int, lstmUnits: [Int], denseUnits: [Int] = [], classes: Int) {
        precondition(inputs > 0 && classes > 0 && !lstmUnits.isEmpty, "a network has inputs, LSTM layers and classes")
        precondition((lstmUnits + denseUnits).allSatisfy { $0 > 0 }, "a layer has at least one unit")
        self.inputs = inputs
        self.lstmUnits = lstmUnits
        self.denseUnits = denseUnits
        self.classes = classes
    }
}
