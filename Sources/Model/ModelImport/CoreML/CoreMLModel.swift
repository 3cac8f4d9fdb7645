/// The part of a Core ML file that is read: a neural-network classifier, and what the file says about it.
///
/// Field numbers are those of the messages of the same names in Model.proto, FeatureTypes.proto, DataStructures.proto and
/// NeuralNetwork.proto: mlmodel/format of https://github.com/apple/coremltools.
struct CoreMLModel: ProtobufMessage {
    var specificationVersion: Int32 = 0
    var description = CoreMLDescription()
    /// One of many kinds of model; the numbers of the others are among `unknownFields`.
    var neuralNetworkClassifier: CoreMLClassifier?
    private(set) var unknownFields: [Int] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&specificationVersion)
        case 2: try reader.read(&description)
        case 403: try reader.read(&neuralNetworkClassifier)
        default: break
        }
        if !reader.isTaken { unknownFields.append(field) }
    }
}

/// What goes into a model, and what it says of itself.
struct CoreMLDescription: ProtobufMessage {
    var inputs: [CoreMLFeature] = []
    /// The name of the output with the probabilities; nothing asks for it, but it must be a text.
    var predictedProbabilitiesName = ""
    /// Texts by their name, as the author of the model chose them.
    var userDefined: [String: String] { metadata.userDefined }
    private var metadata = CoreMLMetadata()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: try reader.read(&inputs)
        case 12: reader.read(&predictedProbabilitiesName)
        case 100: try reader.read(&metadata)
        default: break
        }
    }
}

private struct CoreMLMetadata: ProtobufMessage {
    var userDefined: [String: String] = [:]

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        guard field == 100 else { return }
        var entry = ProtobufEntry()
        reader.readLeaf(&entry)
        if reader.isTaken { userDefined[entry.key] = entry.value }
    }
}

/// An input of a model.
struct CoreMLFeature: ProtobufMessage {
    var name = ""
    var type = CoreMLFeatureType()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&name)
        case 3: reader.readLeaf(&type)
        default: break
        }
    }
}

/// The type of an input, of which only arrays are read.
struct CoreMLFeatureType: ProtobufMessage {
    var array = CoreMLArrayType()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        if field == 5 { try reader.read(&array) }
    }
}

/// The shape of an array.
struct CoreMLArrayType: ProtobufMessage {
    var shape: [Int64] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&shape, atMost: 8) }
    }
}

/// A neural network whose outputs are classes.
struct CoreMLClassifier: ProtobufMessage {
    var layers: [CoreMLLayer] = []
    /// Whether something is done to the input before the first layer.
    private(set) var hasPreprocessing = false
    /// How a shape of the input becomes one of five axes; 0 is the way of specification 3 and older.
    var arrayInputShapeMapping: Int32 = 0
    var labels: [String] { stringClassLabels.texts + integerClassLabels.numbers.map { "\($0)" } }
    private var stringClassLabels = CoreMLTexts()
    private var integerClassLabels = CoreMLIntegers()
    /// The name of what holds the probabilities; empty if the file does not say.
    var labelProbabilityLayerName = ""

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: try reader.read(&layers)
        case 2: if reader.readEmptyLeaf() { hasPreprocessing = true }
        case 5: reader.read(&arrayInputShapeMapping)
        case 100: try reader.read(&stringClassLabels)
        case 101: reader.readLeaf(&integerClassLabels)
        case 200: reader.read(&labelProbabilityLayerName)
        default: break
        }
    }
}

/// A list of whole numbers that is a message of its own.
private struct CoreMLIntegers: ProtobufMessage {
    var numbers: [Int64] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&numbers, atMost: ImportSettings.sizeLimit + 1) }
    }
}

/// A list of texts that is a message of its own.
private struct CoreMLTexts: ProtobufMessage {
    var texts: [String] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        if field == 1 { reader.read(&texts) }
    }
}
