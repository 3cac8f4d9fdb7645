import Formatting
import Recordings

/// Reads an MCAP file, message after message, in the order of the file and in memory that does not grow with it.
///
/// Every checksum that the file has is compared, and its end must be there. It goes from record to record and needs neither index
/// nor summary; attachments and records of later versions are passed over.
final class ContainerReader {
    /// What comes next.
    enum Item {
        /// A channel that was not declared before.
        case channel(UInt16, Channel)
        /// A message of a wanted channel, and when it was recorded, in nanoseconds; nil of one that is longer than any sample.
        case message(UInt16, time: UInt64, [UInt8]?)
    }

    /// Channels whose messages are handed on; the others' are passed over.
    var wanted: Set<UInt16> = []
    private let bytes: RecordBytes
    private var part = Part.beginning
    private var schemas: [UInt16: Schema] = [:]
    private var channels: [UInt16: Channel] = [:]
    /// Of the chunk that is being read: its checksum, 0 without one, and the bytes behind it that are left around it.
    private var chunk: (sum: UInt32, outer: UInt64)?
    /// Where the summary begins, if there is one.
    private var summaryStart: UInt64 = 0

    /// Where in the file the next record stands.
    private enum Part { case beginning, data, summary, end }

    /// Bytes of a message that is read, and of a name, at most.
    private static let longestMessage: UInt64 = 1 << 20
    private static let longestName = 1_024
    /// What a channel's metadata may hold: entries, and bytes of each text.
    private static let mostEntries = 64
    private static let longestEntry = 1 << 14

    /// Opens a file.
    convenience init(ofFileAt path: String) throws(RecordingError) { try self.init(RecordBytes(ofFileAt: path)) }

    /// - Throws: that it does not begin as an MCAP file does.
    init(_ bytes: RecordBytes) throws(RecordingError) {
        self.bytes = bytes
        guard try bytes.bytes(MCAPFile.magic.count) == MCAPFile.magic else {
            throw .foreign(path: bytes.path, reason: "it does not begin as an MCAP file of version 0 does")
        }
    }

    /// The next channel or message; nil at the end of a file that is whole.
    func next() throws(RecordingError) -> Item? {
        while part != .end {
            if chunk != nil, bytes.left == 0 { try endChunk() }
            if let item = try readRecord() { return item }
        }
        return nil
    }

    private func readRecord() throws(RecordingError) -> Item? {
        let sumBefore = bytes.sum
        let code = try bytes.number(UInt8.self)
        let outer = try bytes.begin(bytes.number(UInt64.self))
        if code == Opcode.chunk.rawValue, part == .data, chunk == nil {
            try beginChunk(outer)
            return nil
        }
        var item: Item?
        switch (Opcode(rawValue: code), part) {
        case (.header, .beginning): part = .data
        case (_, .beginning): throw bytes.refusal("the first record is no header; the file is damaged")
        case (.schema, .data): try readSchema()
        case (.channel, .data): item = try readChannel()
        case (.message, .data): item = try readMessage()
        case (.header, _), (.chunk, _), (.message, _):
            throw bytes.refusal("a record stands where none of its kind may; the file is damaged")
        case (.dataEnd, .data) where chunk == nil: return try endData(outer, sumBefore)
        case (.footer, .summary): return try readFooter()
        case (.dataEnd, _), (.footer, _):
            throw bytes.refusal("the end of the file stands within it; the file is damaged")
        default:
            guard chunk == nil || code >= 0x80 else {
                throw bytes.refusal("a chunk holds a record that may not be in one; the file is damaged")
            }
        }
        try bytes.end(outer)
        return item
    }

    // MARK: Declarations and messages

    private func readSchema() throws(RecordingError) {
        let number = try bytes.number(UInt16.self)
        let schema = Schema(
            name: try bytes.text("schema’s name", most: Self.longestName),
            encoding: try bytes.text("schema’s encoding", most: Self.longestName))
        guard number > 0, schemas[number, default: schema] == schema else {
            throw bytes.refusal("the schema \(number) is declared twice, or is 0; the file is damaged")
        }
        schemas[number] = schema
    }

    private func readChannel() throws(RecordingError) -> Item? {
        let number = try bytes.number(UInt16.self)
        let schemaNumber = try bytes.number(UInt16.self)
        var channel = Channel(
            topic: try bytes.text("topic", most: Self.longestName), encoding: try bytes.text("encoding", most: Self.longestName))
        channel.metadata = try readMetadata()
        if schemaNumber > 0 {
            guard let schema = schemas[schemaNumber] else {
                throw bytes.refusal("the channel \(number) has the schema \(schemaNumber), which nothing declares")
            }
            channel.schema = schema
        }
        guard let known = channels[number] else {
            channels[number] = channel
            return .channel(number, channel)
        }
        guard known == channel else { throw bytes.refusal("the channel \(number) is declared twice, and not alike") }
        return nil
    }

    private func readMetadata() throws(RecordingError) -> [String: String] {
        let outer = try bytes.begin(UInt64(bytes.number(UInt32.self)))
        var metadata: [String: String] = [:]
        while bytes.left > 0 {
            guard metadata.count < Self.mostEntries else { throw bytes.refusal("a channel with more than 64 words about it") }
            let key = try bytes.text("name of metadata", most: Self.longestEntry)
            metadata[key] = try bytes.text("text of metadata", most: Self.longestEntry)
        }
        try bytes.end(outer)
        return metadata
    }

    private func readMessage() throws(RecordingError) -> Item? {
        let number = try bytes.number(UInt16.self)
        _ = try bytes.number(UInt32.self)
        let time = try bytes.number(UInt64.self)
        _ = try bytes.number(UInt64.self)
        guard channels[number] != nil else {
            throw bytes.refusal("a message is of the channel \(number), which nothing declares")
        }
        guard wanted.contains(number) else { return nil }
        guard bytes.left <= Self.longestMessage else { return .message(number, time: time, nil) }
        return .message(number, time: time, try bytes.bytes(Int(bytes.left)))
    }

    // MARK: Chunks

    private func beginChunk(_ outer: UInt64) throws(RecordingError) {
        _ = try bytes.number(UInt64.self)
        _ = try bytes.number(UInt64.self)
        let unpacked = try bytes.number(UInt64.self)
        let sum = try bytes.number(UInt32.self)
        let compression = try bytes.text("name of a compression", most: Self.longestName)
        guard compression.isEmpty else {
            throw .foreign(
                path: bytes.path,
                reason: "its chunks are compressed (\(printable(compression))), which is not read"
                    + "\(remedy: "write it without: `mcap compress --compression none IN.mcap -o OUT.mcap`")")
        }
        let count = try bytes.number(UInt64.self)
        guard count == unpacked, count == bytes.left else {
            throw bytes.refusal("a chunk says \(unpacked) bytes, says \(count) and has \(bytes.left); the file is damaged")
        }
        chunk = (sum, outer)
        bytes.chunkSum = sum == 0 ? nil : 0
    }

    private func endChunk() throws(RecordingError) {
        guard let (sum, outer) = chunk else { return }
        if let found = bytes.chunkSum, found != sum { throw checksum("a chunk", sum, found) }
        (chunk, bytes.chunkSum) = (nil, nil)
        try bytes.end(outer)
    }

    // MARK: The end

    private func endData(_ outer: UInt64, _ found: UInt32) throws(RecordingError) -> Item? {
        let said = try bytes.number(UInt32.self)
        if said != 0, said != found { throw checksum("the data section", said, found) }
        try bytes.end(outer)
        (part, bytes.sum, summaryStart) = (.summary, 0, bytes.position)
        return nil
    }

    private func readFooter() throws(RecordingError) -> Item? {
        let footerStart = bytes.position - UInt64(Opcode.headBytes)
        let start = try bytes.number(UInt64.self)
        let offsetStart = try bytes.number(UInt64.self)
        let found = bytes.sum
        let said = try bytes.number(UInt32.self)
        let isInside = (start == 0 || start == summaryStart) && (offsetStart == 0 || (start...footerStart).contains(offsetStart))
        guard bytes.left == 0, start <= footerStart, isInside else {
            throw bytes.refusal("its last record says another place for the summary than that has; the file is damaged")
        }
        if start != 0, said != 0, said != found { throw checksum("the summary", said, found) }
        try bytes.end(.max)
        guard try bytes.bytes(MCAPFile.magic.count) == MCAPFile.magic, try bytes.isAtEnd() else {
            throw bytes.refusal("it does not end as an MCAP file does; the file is damaged")
        }
        part = .end
        return nil
    }

    private func checksum(_ what: String, _ said: UInt32, _ found: UInt32) -> RecordingError {
        bytes.refusal("the checksum of \(what) is \(found) and should be \(said); the file is damaged")
    }
}
