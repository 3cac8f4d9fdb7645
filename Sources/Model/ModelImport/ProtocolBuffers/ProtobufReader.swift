/// Reads a message field by field; nothing in the bytes makes it trap.
///
/// A message takes the value of the current field by `read`, into a variable whose type says what the value must be. A value of
/// another wire type is left, as a field that the message does not know is. Groups, a relic, are refused.
///
/// A small file may ask for more memory than a machine has. The fields of all messages are therefore counted, but for those of
/// leaves: messages that hold arrays of numbers and no list of messages, which take about as much memory as room in the file.
package struct ProtobufReader {
    let bytes: [UInt8]
    /// Where the next field stands.
    private(set) var place = 0
    /// Where the message that is being read ends.
    private(set) var end: Int
    /// How many fields may still come.
    private var fieldsLeft: Int
    private var isInLeaf = false
    /// Whether something was found that is no value of its kind. Reading goes on after it: whether the bytes are also cut short
    /// tells more.
    var isDamaged = false

    /// The value of the current field.
    private(set) var value = Value.varint(0)
    /// Whether the message took it.
    package internal(set) var isTaken = false

    /// Values by wire type.
    enum Value {
        case varint(UInt64)
        case fixed64(UInt64)
        /// Where the bytes of a text, a message or a packed list stand.
        case content(Range<Int>)
        case fixed32(UInt32)
    }

    private init(_ bytes: [UInt8], fieldLimit: Int) {
        self.bytes = bytes
        end = bytes.count
        fieldsLeft = fieldLimit
    }

    /// The message that bytes hold.
    ///
    /// - Parameter fieldLimit: the most fields that all messages together may have, but for those of leaves.
    /// - Throws: `cutShort` or `tooManyFields`, whichever comes first in the bytes, else `damaged`.
    package static func message<Message: ProtobufMessage>(
        in bytes: [UInt8], fieldLimit: Int
    ) throws(ProtobufFault) -> Message {
        var reader = Self(bytes, fieldLimit: fieldLimit)
        var message = Message()
        try reader.readFields(of: &message)
        guard !reader.isDamaged else { throw .damaged }
        return message
    }

    private mutating func readFields(of message: inout some ProtobufMessage) throws(ProtobufFault) {
        while place < end {
            let field = try nextField()
            isTaken = false
            try message.read(field, from: &self)
        }
    }

    /// Goes to the next field, whose value must be whole.
    private mutating func nextField() throws(ProtobufFault) -> Int {
        let start = place
        let tag = try varint()
        // Zeros may lengthen a number up to ten bytes, a tag up to five.
        if place - start > 5 { isDamaged = true }
        let number = tag >> 3
        guard (1..<1 << 29).contains(number) else { throw .cutShort }
        switch tag & 7 {
        case 0: value = .varint(try varint())
        case 1: value = .fixed64(try fixed())
        case 2:
            let length = try varint()
            guard length <= UInt64(end - place) else { throw .cutShort }
            value = .content(place..<place + Int(length))
            place += Int(length)
        case 5: value = .fixed32(try fixed())
        default: throw .cutShort
        }
        if !isInLeaf {
            guard fieldsLeft > 0 else { throw .tooManyFields }
            fieldsLeft -= 1
        }
        return Int(number)
    }

    /// A number of seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
    mutating func varint() throws(ProtobufFault) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard place < end else { throw .cutShort }
            let byte = bytes[place]
            place += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw .cutShort
    }

    private mutating func fixed<Word: FixedWidthInteger>() throws(ProtobufFault) -> Word {
        let size = Word.bitWidth / 8
        guard end - place >= size else { throw .cutShort }
        defer { place += size }
        return bytes.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Word.self)) }
    }

    // MARK: - Messages

    /// Reads a message, or continues it.
    package mutating func read(_ message: inout some ProtobufMessage) throws(ProtobufFault) {
        guard case .content(let content) = value else { return }
        try within(content) { (reader) throws(ProtobufFault) in try reader.readFields(of: &message) }
        isTaken = true
    }

    /// Reads one of a list of messages.
    package mutating func read<Message: ProtobufMessage>(_ messages: inout [Message]) throws(ProtobufFault) {
        var message = Message()
        try read(&message)
        if isTaken { messages.append(message) }
    }

    /// Reads a message that is nil if the file does not have it.
    package mutating func read<Message: ProtobufMessage>(_ message: inout Message?) throws(ProtobufFault) {
        try read(&message, { $0 }, { $0 })
    }

    /// Reads a message that is one of a choice: the last of them counts, and continues the one before it if that is of its kind.
    /// - Parameters:
    ///   - choice: holds one of several kinds of messages, or none.
    ///   - wrap: makes the choice of a message of this kind.
    ///   - unwrap: the message in a choice, if it is of this kind.
    package mutating func read<Choice, Message: ProtobufMessage>(
        _ choice: inout Choice?, _ wrap: (Message) -> Choice, _ unwrap: (Choice) -> Message?
    ) throws(ProtobufFault) {
        guard case .content = value else { return }
        var message = choice.flatMap(unwrap) ?? Message()
        // So that the message is alone in having its arrays, which would be copied as they grow.
        choice = nil
        try read(&message)
        choice = wrap(message)
    }

    /// Reads a leaf, whose fields are not counted, or continues it. One that cannot be read is noted as damage.
    package mutating func readLeaf(_ message: inout some ProtobufMessage) {
        guard case .content(let content) = value else { return }
        let wasInLeaf = isInLeaf
        isInLeaf = true
        do throws(ProtobufFault) {
            try within(content) { (reader) throws(ProtobufFault) in try reader.readFields(of: &message) }
        } catch {
            isDamaged = true
        }
        isInLeaf = wasInLeaf
        isTaken = true
    }

    /// Reads one of a list of leaves.
    package mutating func readLeaf<Message: ProtobufMessage>(_ messages: inout [Message]) {
        var message = Message()
        readLeaf(&message)
        if isTaken { messages.append(message) }
    }

    /// Reads a leaf of which only the presence matters.
    /// - Returns: whether the field is one.
    package mutating func readEmptyLeaf() -> Bool {
        var message = EmptyMessage()
        readLeaf(&message)
        return isTaken
    }

    private struct EmptyMessage: ProtobufMessage {
        func read(_ field: Int, from reader: inout ProtobufReader) {}
    }

    /// Reads a part of the bytes, and goes back to where it was.
    mutating func within(
        _ part: Range<Int>, _ body: (inout Self) throws(ProtobufFault) -> Void
    ) throws(ProtobufFault) {
        let outer = (place, end)
        defer { (place, end) = outer }
        (place, end) = (part.lowerBound, part.upperBound)
        try body(&self)
    }
}
