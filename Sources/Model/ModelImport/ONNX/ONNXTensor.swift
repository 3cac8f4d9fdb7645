/// Numbers in a shape, row-major. They stand in `rawData`, little-endian, or in the list of their type.
///
/// Field numbers are those of `TensorProto`: onnx/onnx.proto of https://github.com/onnx/onnx.
struct ONNXTensor: WritableProtobufMessage {
    var dimensions: [Int64] = []
    var elementType: Int32 = 0
    var floats: [Float] = []
    /// Also 16-bit floats, as their bits.
    var integers32: [Int32] = []
    var integers64: [Int64] = []
    var name = ""
    var rawData: [UInt8] = []
    var doubles: [Double] = []
    /// In which other file the numbers stand, and where there.
    var externalData: [ProtobufEntry] = []
    /// 1: in another file.
    var dataLocation: Int32 = 0

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&dimensions)
        case 2: reader.read(&elementType)
        case 4: reader.read(&floats)
        case 5: reader.read(&integers32)
        case 7: reader.read(&integers64)
        case 8: reader.read(&name)
        case 9: reader.readBytes(&rawData)
        case 10: reader.read(&doubles)
        case 13: try reader.read(&externalData)
        case 14: reader.read(&dataLocation)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(dimensions, as: 1)
        writer.write(elementType, as: 2)
        writer.writePacked(floats, as: 4)
        writer.writePacked(integers32, as: 5)
        writer.writePacked(integers64, as: 7)
        writer.write(name, as: 8)
        writer.writeBytes(rawData, as: 9)
        writer.writePacked(doubles, as: 10)
        writer.write(externalData, as: 13)
        writer.write(dataLocation, as: 14)
    }
}

/// The name and type of an input or output.
///
/// Field numbers are those of `ValueInfoProto`, `TypeProto` and `TensorShapeProto`, in the same file as the tensor's.
struct ONNXValueInfo: WritableProtobufMessage {
    var name = ""
    var type = ONNXValueType()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&name)
        case 2: try reader.read(&type)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(name, as: 1)
        writer.write(type, as: 2)
    }
}

/// The type of a value, of which only tensors are read.
struct ONNXValueType: WritableProtobufMessage {
    var tensor = ONNXTensorType()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        if field == 1 { try reader.read(&tensor) }
    }

    func write(to writer: inout ProtobufWriter) { writer.write(tensor, as: 1) }
}

/// What the elements of a tensor are, and its shape.
struct ONNXTensorType: WritableProtobufMessage {
    var elementType: Int32 = 0
    var shape = ONNXShape()

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&elementType)
        case 2: try reader.read(&shape)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(elementType, as: 1)
        writer.write(shape, as: 2)
    }
}

/// The sizes of a tensor, from the outermost axis.
struct ONNXShape: WritableProtobufMessage {
    var dimensions: [ONNXDimension] = []

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        if field == 1 { try reader.read(&dimensions) }
    }

    func write(to writer: inout ProtobufWriter) { writer.write(dimensions, as: 1) }
}

/// The size of an axis, a name if the size is left open, or nothing.
struct ONNXDimension: WritableProtobufMessage {
    var value: Value?

    enum Value {
        case size(Int64)
        case name(String)
    }

    init() {}

    init(_ value: Value) { self.value = value }

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1:
            var size: Int64 = 0
            reader.read(&size)
            if reader.isTaken { value = .size(size) }
        case 2:
            var name = ""
            reader.read(&name)
            if reader.isTaken { value = .name(name) }
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        switch value {
        // In a list, where nothing is left out: that a value is zero is one of the choices.
        case .size(let size): writer.write([size], as: 1)
        case .name(let name): writer.write([name], as: 2)
        case nil: break
        }
    }
}
