import CMotionCore

/// The dimensions of a network.
public struct NetworkShape: Sendable, Equatable {
    /// Window length T and hop S.
    public let schedule: WindowSchedule
    /// Whether slots carry their state on. Without an LSTM there is none: nothing depends on it.
    public let carriesState: Bool
    /// Features of a sample, F.
    public let inputs: Int
    /// Whether a convolution over the whole window stands in front.
    public let hasConvolution: Bool
    /// Layers that samples pass one by one before the LSTM.
    public let frontLayers: Int
    /// Number of stacked LSTM layers; 0 where the dense layers read the outputs of a convolution or of front layers.
    public let lstmLayers: Int
    /// Units of all LSTM layers together: the length of the hidden and of the cell state.
    public let stateUnits: Int
    /// Number of dense layers.
    public let denseLayers: Int
    /// Number of labels, C.
    public let labels: Int
    /// Longest vector between two layers, padded to whole blocks of rows.
    let widest: Int
    /// Length of a hidden state with each layer padded to a whole pair.
    let paddedUnits: Int
    /// Accumulators of the convolution, 0 without one.
    let convolutionRows: Int
    init(_ network: UnsafePointer<mq_network>) {
        let layers = network.pointee
        schedule = WindowSchedule(length: layers.length, hop: layers.hop)
        carriesState = layers.carries_state
        inputs = layers.inputs
        hasConvolution = layers.convolution != nil
        frontLayers = layers.front_layers
        lstmLayers = layers.lstm_layers
        denseLayers = layers.dense_layers
        labels = layers.dense[layers.dense_layers - 1].affine.rows
        var units = 0
        var padded = 0
        var widest = layers.inputs
        var convolutionRows = 0
        if let convolution = layers.convolution {
            convolutionRows = convolution.pointee.blocks * 16
            widest = max(widest, convolutionRows)
        }
        if let front = layers.front {
            for index in 0..<layers.front_layers { widest = max(widest, mq_front_rows(front + index)) }
        }
        if let lstm = layers.lstm {
            for index in 0..<layers.lstm_layers {
                let rows = lstm[index].rows
                units += rows / 4
                padded += roundedUp(rows / 4, to: 2)
                widest = max(widest, rows)
            }
        }
        for index in 0..<layers.dense_layers { widest = max(widest, layers.dense[index].affine.rows) }
        stateUnits = units
        paddedUnits = padded
        self.convolutionRows = convolutionRows
        self.widest = roundedUp(widest, to: QuantizedMatrix.blockRows)
    }
}
