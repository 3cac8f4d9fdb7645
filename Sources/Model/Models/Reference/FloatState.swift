/// Hidden and cell state of every LSTM layer in double precision; nothing for a network without one.
public struct FloatState: Sendable, Equatable {
    /// `[layer][unit]`, −1 … 1.
    public var hidden: [[Double]]
    /// `[layer][unit]`
    public var cell: [[Double]]

    /// The state of a sequence that has not begun.
    public init(zeroFor network: FloatNetwork) {
        hidden = network.lstm.map { [Double](repeating: 0, count: $0.units) }
        cell = hidden
    }
}
