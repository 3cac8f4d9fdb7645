/// The part of an ONNX file that is read and written: a graph of plain operators. Subgraphs, sparse tensors and documentation are
/// passed over; of functions it is read whether they are loops.
///
/// Field numbers are those of `ModelProto` and the messages in it: onnx/onnx.proto of https://github.com/onnx/onnx. Numbers in
/// lists are packed where that file says so.
struct ONNXModel: WritableProtobufMessage {
    /// The version of the file format.
    var irVersion: Int64 = 0
    var producerName = ""
    var graph = ONNXGraph()
    var operatorSets: [ONNXOperatorSet] = []
    var metadata: [ProtobufEntry] = []
    /// Operators that the model makes of others; read, and not written.
    private(set) var functions: [ONNXFunction] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 25: try reader.read(&functions)
        case 1: reader.read(&irVersion)
        case 2: reader.read(&producerName)
        case 7: try reader.read(&graph)
        case 8: try reader.read(&operatorSets)
        case 14: try reader.read(&metadata)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(irVersion, as: 1)
        writer.write(producerName, as: 2)
        writer.write(graph, as: 7)
        writer.write(operatorSets, as: 8)
        writer.write(metadata, as: 14)
    }
}

/// An operator that a model makes of others.
struct ONNXFunction: ProtobufMessage {
    private(set) var name = ""
    private(set) var domain = ""
    private(set) var nodes: [ONNXNode] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&name)
        case 10: reader.read(&domain)
        case 7: try reader.read(&nodes)
        default: break
        }
    }
}

/// Which operators a model uses.
struct ONNXOperatorSet: WritableProtobufMessage {
    /// Empty for ONNX' own operators.
    var domain = ""
    var version: Int64 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&domain)
        case 2: reader.read(&version)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(domain, as: 1)
        writer.write(version, as: 2)
    }
}

/// Nodes, each of which reads what inputs, weights and the nodes before it are called.
struct ONNXGraph: WritableProtobufMessage {
    var nodes: [ONNXNode] = []
    var name = ""
    /// The weights.
    var initializers: [ONNXTensor] = []
    var inputs: [ONNXValueInfo] = []
    var outputs: [ONNXValueInfo] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: try reader.read(&nodes)
        case 2: reader.read(&name)
        case 5: try reader.read(&initializers)
        case 11: try reader.read(&inputs)
        case 12: try reader.read(&outputs)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(nodes, as: 1)
        writer.write(name, as: 2)
        writer.write(initializers, as: 5)
        writer.write(inputs, as: 11)
        writer.write(outputs, as: 12)
    }
}

/// An operator, and the names of what it reads and writes.
struct ONNXNode: WritableProtobufMessage {
    var inputs: [String] = []
    var outputs: [String] = []
    var name = ""
    var operatorName = ""
    var attributes: [ONNXAttribute] = []
    /// Empty for ONNX' own operators.
    var domain = ""

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&inputs)
        case 2: reader.read(&outputs)
        case 3: reader.read(&name)
        case 4: reader.read(&operatorName)
        case 5: try reader.read(&attributes)
        case 7: reader.read(&domain)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(inputs, as: 1)
        writer.write(outputs, as: 2)
        writer.write(name, as: 3)
        writer.write(operatorName, as: 4)
        writer.write(attributes, as: 5)
        writer.write(domain, as: 7)
    }
}

/// A setting of an operator. One of the values is set; `type` says which.
struct ONNXAttribute: WritableProtobufMessage {
    var name = ""
    var float: Float = 0
    var integer: Int64 = 0
    /// A text, which need not be UTF-8.
    var text: [UInt8] = []
    var tensor = ONNXTensor()
    var floats: [Float] = []
    var integers: [Int64] = []
    var texts: [[UInt8]] = []
    var type: Int32 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&name)
        case 2: reader.read(&float)
        case 3: reader.read(&integer)
        case 4: reader.readBytes(&text)
        case 5: try reader.read(&tensor)
        case 7: reader.read(&floats)
        case 8: reader.read(&integers)
        case 9: reader.readBytes(&texts)
        case 20: reader.read(&type)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(name, as: 1)
        writer.write(float, as: 2)
        writer.write(integer, as: 3)
        writer.writeBytes(text, as: 4)
        writer.write(tensor, as: 5)
        writer.write(floats, as: 7)
        writer.write(integers, as: 8)
        writer.writeBytes(texts, as: 9)
        writer.write(type, as: 20)
    }
}
