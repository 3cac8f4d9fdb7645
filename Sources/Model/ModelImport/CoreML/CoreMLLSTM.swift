/// An LSTM layer that reads its input in one direction.
///
/// Field numbers are those of `UniDirectionalLSTMLayerParams`, `LSTMParams` and `LSTMWeightParams`:
/// mlmodel/format/NeuralNetwork.proto of https://github.com/apple/coremltools.
struct CoreMLLSTM: ProtobufMessage {
    var inputs: UInt64 = 0
    var units: UInt64 = 0
    /// Those of the gates, of the block input, and of the output.
    var activations: [CoreMLActivation] = []
    var behaviour = CoreMLLSTMBehaviour()
    var weights = CoreMLLSTMWeights()
    var readsBackwards = false

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&inputs)
        case 2: reader.read(&units)
        case 10: reader.readLeaf(&activations)
        case 15: reader.readLeaf(&behaviour)
        case 20: reader.readLeaf(&weights)
        case 100: reader.read(&readsBackwards)
        default: break
        }
    }
}

/// What an LSTM layer does beside the plain form.
struct CoreMLLSTMBehaviour: ProtobufMessage {
    /// Whether it gives what it wrote at every step, not at the last one alone.
    var givesSequence = false
    var hasBias = false
    /// Whether 1 is added to the bias of the forget gate.
    var addsForgetBias = false
    var hasPeepholes = false
    var couplesInputAndForgetGate = false
    /// Where the cell state is cut off, on both sides of zero.
    var cellClipThreshold: Float = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 10: reader.read(&givesSequence)
        case 20: reader.read(&hasBias)
        case 30: reader.read(&addsForgetBias)
        case 40: reader.read(&hasPeepholes)
        case 50: reader.read(&couplesInputAndForgetGate)
        case 60: reader.read(&cellClipThreshold)
        default: break
        }
    }
}

/// The weights of an LSTM layer by gate; Core ML calls the candidate the block input.
struct CoreMLLSTMWeights: ProtobufMessage {
    struct Gate {
        /// Weights of the layer's input, units × inputs.
        var input = CoreMLWeights()
        /// Weights of the layer's own output, one step before, units × units.
        var recursion = CoreMLWeights()
        var bias = CoreMLWeights()
    }

    var inputGate = Gate()
    var forgetGate = Gate()
    var blockInput = Gate()
    var outputGate = Gate()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: try reader.read(&inputGate.input)
        case 2: try reader.read(&forgetGate.input)
        case 3: try reader.read(&blockInput.input)
        case 4: try reader.read(&outputGate.input)
        case 20: try reader.read(&inputGate.recursion)
        case 21: try reader.read(&forgetGate.recursion)
        case 22: try reader.read(&blockInput.recursion)
        case 23: try reader.read(&outputGate.recursion)
        case 40: try reader.read(&inputGate.bias)
        case 41: try reader.read(&forgetGate.bias)
        case 42: try reader.read(&blockInput.bias)
        case 43: try reader.read(&outputGate.bias)
        default: break
        }
    }
}
