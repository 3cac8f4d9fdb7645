import Files

/// Writes an MCAP file, record after record: messages in chunks without compression, each with an index and a checksum, and behind
/// them a summary by which a viewer finds every moment without reading all of it.
///
/// It does no I/O: who calls it takes the bytes from time to time. What it holds is a chunk, and 100 bytes for each chunk before.
struct ContainerWriter {
    /// What was written and not taken.
    private var output = FieldBytes()
    /// Of the file so far: its bytes, and their checksum.
    private var position: UInt64 = 0
    private var sum: UInt32 = 0
    /// Declarations as records, which the summary repeats.
    private var schemas = FieldBytes()
    private var channels = FieldBytes()
    private var schemaCount: UInt16 = 0
    /// Messages of each channel, which are numbered from 0.
    private var counts: [UInt64] = []
    /// The chunk that is being filled: its records, the time of its messages, and of each channel where they lie.
    private var chunk = FieldBytes()
    private var chunkTimes: ClosedRange<UInt64>?
    private var places: [[(time: UInt64, offset: UInt64)]] = []
    private var chunkIndexes = FieldBytes()
    private var chunkCount: UInt32 = 0
    private var times: ClosedRange<UInt64>?

    /// Bytes of a chunk's records after which the next one begins.
    static let chunkBytes = 1 << 20

    /// - Parameters:
    ///   - profile: whose rules the channels follow, as `ros2`.
    ///   - library: what writes the file.
    init(profile: String, library: String) {
        emit { output in
            output.add(MCAPFile.magic)
            output.addRecord(.header) {
                $0.add(profile)
                $0.add(library)
            }
        }
    }

    /// Declares how messages are built.
    ///
    /// - Returns: the schema's number, from 1.
    mutating func addSchema(_ schema: Schema, definition: String) -> UInt16 {
        schemaCount += 1
        let number = schemaCount
        declare(in: \.schemas, .schema) {
            $0.add(number)
            $0.add(schema.name)
            $0.add(schema.encoding)
            $0.add(definition)
        }
        return number
    }

    /// Declares a stream of messages.
    ///
    /// - Parameter schema: its number.
    /// - Returns: the channel's number, from 0.
    mutating func addChannel(_ topic: String, encoding: String, schema: UInt16, metadata: [String: String] = [:]) -> UInt16 {
        let number = UInt16(counts.count)
        counts.append(0)
        places.append([])
        declare(in: \.channels, .channel) {
            $0.add(number)
            $0.add(schema)
            $0.add(topic)
            $0.add(encoding)
            $0.addList { list in
                for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
                    list.add(key)
                    list.add(value)
                }
            }
        }
        return number
    }

    /// Adds a message to the chunk, and ends that if it is full.
    ///
    /// - Parameters:
    ///   - channel: its number.
    ///   - time: nanoseconds, when it was recorded and published.
    mutating func add(_ message: some Collection<UInt8>, to channel: UInt16, at time: UInt64) {
        let place = Int(channel)
        places[place].append((time, UInt64(chunk.bytes.count)))
        let sequence = UInt32(truncatingIfNeeded: counts[place])
        chunk.addRecord(.message) {
            $0.add(channel)
            $0.add(sequence)
            $0.add(time)
            $0.add(time)
            $0.add(message)
        }
        counts[place] += 1
        chunkTimes = chunkTimes.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        if chunk.bytes.count >= Self.chunkBytes { endChunk() }
    }

    /// What was written since the last call.
    mutating func takeBytes() -> [UInt8] {
        // Handed over, not copied.
        defer { output = FieldBytes() }
        return output.bytes
    }

    /// Ends the file; nothing may follow.
    mutating func finish() {
        endChunk()
        let dataSum = sum
        emit { output in output.addRecord(.dataEnd) { $0.add(dataSum) } }
        sum = 0
        let start = position
        let groups: [(Opcode, [UInt8])] = [
            (.schema, schemas.bytes), (.channel, channels.bytes), (.statistics, statistics), (.chunkIndex, chunkIndexes.bytes),
        ]
        var offsets = FieldBytes()
        for (opcode, records) in groups where !records.isEmpty {
            let place = position
            offsets.addRecord(.summaryOffset) {
                $0.add(opcode.rawValue)
                $0.add(place)
                $0.add(UInt64(records.count))
            }
            emit { $0.add(records) }
        }
        let offsetStart = position
        emit { $0.add(offsets.bytes) }
        // The checksum of the summary goes on into the footer, as far as itself.
        var footer = FieldBytes()
        footer.addRecord(.footer) {
            $0.add(start)
            $0.add(offsetStart)
            $0.add(UInt32(0))
        }
        emit { $0.add(footer.bytes.dropLast(4)) }
        let summarySum = sum
        emit { output in
            output.add(summarySum)
            output.add(MCAPFile.magic)
        }
    }

    private var statistics: [UInt8] {
        var record = FieldBytes()
        record.addRecord(.statistics) {
            $0.add(counts.reduce(0, +))
            $0.add(schemaCount)
            $0.add(UInt32(counts.count))
            // Neither attachments nor metadata.
            $0.add(UInt32(0))
            $0.add(UInt32(0))
            $0.add(chunkCount)
            $0.add(times?.lowerBound ?? 0)
            $0.add(times?.upperBound ?? 0)
            $0.addList { list in
                for (channel, count) in counts.enumerated() {
                    list.add(UInt16(channel))
                    list.add(count)
                }
            }
        }
        return record.bytes
    }

    /// Writes a declaration before the messages that need it, and keeps it for the summary.
    private mutating func declare(
        in summary: WritableKeyPath<Self, FieldBytes>, _ opcode: Opcode, _ fill: (inout FieldBytes) -> Void
    ) {
        chunk.addRecord(opcode, fill)
        self[keyPath: summary].addRecord(opcode, fill)
    }

    private mutating func endChunk() {
        guard let chunkTimes else { return }
        let (start, records, recordSum) = (position, chunk.bytes, Deflate.sum(of: chunk.bytes))
        emit { output in
            output.addRecord(.chunk) {
                $0.add(chunkTimes.lowerBound)
                $0.add(chunkTimes.upperBound)
                $0.add(UInt64(records.count))
                $0.add(recordSum)
                $0.add("")
                $0.add(UInt64(records.count))
                $0.add(records)
            }
        }
        let end = position
        let used = places.indices.filter { !places[$0].isEmpty }
        var indexPlaces: [(channel: UInt16, place: UInt64)] = []
        for channel in used {
            indexPlaces.append((UInt16(channel), position))
            let messages = places[channel]
            emit { output in
                output.addRecord(.messageIndex) {
                    $0.add(UInt16(channel))
                    $0.addList { list in
                        for (time, offset) in messages {
                            list.add(time)
                            list.add(offset)
                        }
                    }
                }
            }
        }
        let indexBytes = position - end
        chunkIndexes.addRecord(.chunkIndex) {
            $0.add(chunkTimes.lowerBound)
            $0.add(chunkTimes.upperBound)
            $0.add(start)
            $0.add(end - start)
            $0.addList { list in
                for (channel, place) in indexPlaces {
                    list.add(channel)
                    list.add(place)
                }
            }
            $0.add(indexBytes)
            $0.add("")
            $0.add(UInt64(records.count))
            $0.add(UInt64(records.count))
        }
        chunkCount += 1
        times =
            times.map {
                min($0.lowerBound, chunkTimes.lowerBound)...max($0.upperBound, chunkTimes.upperBound)
            } ?? chunkTimes
        chunk = FieldBytes()
        self.chunkTimes = nil
        for channel in used { places[channel].removeAll(keepingCapacity: true) }
    }

    /// Adds to the output what the closure adds, and takes it into the checksum.
    private mutating func emit(_ fill: (inout FieldBytes) -> Void) {
        let before = output.bytes.count
        fill(&output)
        output.bytes.withUnsafeBytes {
            sum = Deflate.sum(of: UnsafeRawBufferPointer(rebasing: $0[before...]), after: sum)
        }
        position += UInt64(output.bytes.count - before)
    }
}
