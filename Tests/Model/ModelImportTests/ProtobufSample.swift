import ModelImport
import Randomness

/// A message with a field of each kind. Fields 1, 2, 3 and 6 are those of the examples in
/// https://protobuf.dev/programming-guides/encoding.
struct ProtobufSample: WritableProtobufMessage, Equatable {
    /// A message of two fields.
    struct Part: WritableProtobufMessage, Equatable {
        var number: Int64 = 0
        var names: [String] = []

        mutating func read(_ field: Int, from reader: inout ProtobufReader) {
            switch field {
            case 1: reader.read(&number)
            case 2: reader.read(&names)
            default: break
            }
        }

        func write(to writer: inout ProtobufWriter) {
            writer.write(number, as: 1)
            writer.write(names, as: 2)
        }
    }

    enum Choice: Equatable {
        case one(Part)
        case other(Part)
    }

    var number: Int64 = 0
    var text = ""
    var part = Part()
    var short: Int32 = 0
    var flag = false
    var packedIntegers: [Int32] = []
    var float: Float = 0
    var bytes: [UInt8] = []
    var integers: [UInt64] = []
    var floats: [Float] = []
    var packedFloats: [Float] = []
    var packedDoubles: [Double] = []
    var arrays: [[UInt8]] = []
    var parts: [Part] = []
    var choice: Choice?
    var leaf = Part()
    var leaves: [Part] = []
    /// Whether there was an empty leaf.
    var isMarked = false
    /// Numbers of fields that were not taken, in the order of the bytes.
    var unknownFields: [Int] = []

    init() {}

    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault) {
        switch field {
        case 1: reader.read(&number)
        case 2: reader.read(&text)
        case 3: try reader.read(&part)
        case 4: reader.read(&short)
        case 5: reader.read(&flag)
        case 6: reader.read(&packedIntegers)
        case 7: reader.read(&float)
        case 8: reader.readBytes(&bytes)
        case 9: reader.read(&integers)
        case 10: reader.read(&floats)
        case 11: reader.read(&packedFloats)
        case 12: reader.read(&packedDoubles)
        case 13: reader.readBytes(&arrays)
        case 14: try reader.read(&parts)
        case 15: try reader.read(&choice, Choice.one) { if case .one(let part) = $0 { part } else { nil } }
        case 16: try reader.read(&choice, Choice.other) { if case .other(let part) = $0 { part } else { nil } }
        case 17: reader.readLeaf(&leaf)
        case 18: reader.readLeaf(&leaves)
        case 2_000: if reader.readEmptyLeaf() { isMarked = true }
        default: break
        }
        if !reader.isTaken { unknownFields.append(field) }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(number, as: 1)
        writer.write(text, as: 2)
        writer.write(part, as: 3)
        writer.write(short, as: 4)
        writer.write(flag ? 1 : 0, as: 5)
        writer.writePacked(packedIntegers, as: 6)
        writer.write(float, as: 7)
        writer.writeBytes(bytes, as: 8)
        writer.write(integers, as: 9)
        writer.write(floats, as: 10)
        writer.writePacked(packedFloats, as: 11)
        writer.writePacked(packedDoubles, as: 12)
        writer.writeBytes(arrays, as: 13)
        writer.write(parts, as: 14)
        switch choice {
        case .one(let part): writer.write([part], as: 15)
        case .other(let part): writer.write([part], as: 16)
        case nil: break
        }
        writer.write(leaf, as: 17)
        writer.write(leaves, as: 18)
        if isMarked { writer.write([Part()], as: 2_000) }
    }
}

extension ProtobufSample {
    /// A message with random values, many of them zero or empty.
    init(random generator: inout SeededGenerator) {
        func list<Element>(_ element: (inout SeededGenerator) -> Element) -> [Element] {
            (0..<max(0, Int.random(in: -2..<5, using: &generator))).map { _ in element(&generator) }
        }
        func randomPart(_ generator: inout SeededGenerator) -> Part {
            Part(number: .random(in: -300...300, using: &generator), names: ["", "é", "name"].shuffled(using: &generator))
        }
        number = list { Int64.random(in: .min ... .max, using: &$0) }.first ?? 0
        text = list { ["a", "motion", "→"].randomElement(using: &$0) ?? "" }.joined()
        part = list(randomPart).first ?? Part()
        short = list { Int32.random(in: .min ... .max, using: &$0) }.first ?? 0
        flag = .random(using: &generator)
        packedIntegers = list { Int32.random(in: -2...200, using: &$0) }
        float = list { Float.random(in: -1...1, using: &$0) }.first ?? -0.0
        bytes = list { UInt8.random(in: .min ... .max, using: &$0) }
        integers = list { UInt64.max >> UInt64.random(in: 0...64, using: &$0) }
        floats = list { Float.random(in: -1...1, using: &$0) }
        packedFloats = list { Float.random(in: -1...1, using: &$0) }
        packedDoubles = list { Double.random(in: -1...1, using: &$0) }
        arrays = list { [UInt8](repeating: 7, count: .random(in: 0...200, using: &$0)) }
        parts = list(randomPart)
        choice = list { Bool.random(using: &$0) ? Choice.one(randomPart(&$0)) : .other(randomPart(&$0)) }.first
        leaf = list(randomPart).first ?? Part()
        leaves = list(randomPart)
        isMarked = .random(using: &generator)
    }
}
