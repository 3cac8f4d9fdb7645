/// A message in the wire format of protocol buffers: fields with numbers, in any order, each of which may be left out.
///
/// A message keeps the fields that it knows and ignores the rest. https://protobuf.dev/programming-guides/encoding has the format.
package protocol ProtobufMessage: Sendable {
    /// The message whose fields are all left out: numbers are zero, texts and lists empty.
    init()

    /// Takes a field out of the reader if the message knows its number.
    ///
    /// It is called for each field in the order of the file. When a field occurs again, a value replaces the one before, a message
    /// is merged with it, and a list grows.
    ///
    /// - Throws: what a message within this one throws.
    mutating func read(_ field: Int, from reader: inout ProtobufReader) throws(ProtobufFault)
}

/// A message that can also be written.
package protocol WritableProtobufMessage: ProtobufMessage {
    /// Hands the writer each field, in the order of their numbers.
    func write(to writer: inout ProtobufWriter)
}

/// Why bytes cannot be read as a message.
package enum ProtobufFault: Error, Equatable {
    /// They break off within a field, or are none.
    case cutShort
    /// They have more fields than the reader was told to take.
    case tooManyFields
    /// They are a message, of which a part is damaged: a text is no UTF-8, a list no list of its numbers, a leaf no message.
    case damaged
}

/// A text and its name: what a map from texts to texts is made of.
struct ProtobufEntry: WritableProtobufMessage {
    var key = ""
    var value = ""

    mutating func read(_ field: Int, from reader: inout ProtobufReader) {
        switch field {
        case 1: reader.read(&key)
        case 2: reader.read(&value)
        default: break
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.write(key, as: 1)
        writer.write(value, as: 2)
    }
}
