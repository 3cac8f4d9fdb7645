/// Frames of MAVLink 2: 0xFD, ten bytes of header, a payload whose last zeros are trimmed, a CRC that knows the message.
///
/// Readings come from RAW_IMU (counts of the sensor), SCALED_IMU (mg, mrad/s) and HIGHRES_IMU (m/s², rad/s). Nothing is escaped: a
/// payload may hold the mark 0xFD, so that after a wrong CRC the search goes on behind the mark and not behind the frame. Messages
/// that this code does not know cannot be checked, and are searched likewise; so what the frames' numbers say of losses is left
/// alone, and the stamps of the readings tell. Signatures are stepped over, not verified.
public final class MAVLinkDecoder: ForeignDecoder {
    public private(set) var counters = FormatCounters()
    /// Who sent the last reading; nil before the first.
    private(set) var sender: MAVLinkAddress?
    /// Commands that the device said it has carried out, and those that it did not.
    private(set) var commands = (accepted: 0 as UInt64, refused: 0 as UInt64)
    /// MAV_RESULT of the last one that it did not.
    private(set) var refusal: UInt8 = 0
    private let scale: SensorScale
    private var search = FrameSearch(mark: 0xFD, capacity: 10 + 255 + 2 + 13)

    private static let headerLength = 10
    private static let standardGravity = 9.80665
    /// m/s² and rad/s: no sensor measures it, and NaN is not below it.
    private static let mostReal = 1e12

    /// - Parameter scale: of the sensor behind RAW_IMU, which itself does not say.
    public init(scale: SensorScale) { self.scale = scale }

    deinit { search.deallocate() }

    public func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void) {
        counters.bytes &+= UInt64(bytes.count)
        for byte in bytes where search.append(byte) {
            while let length = wantedLength, search.count >= length { examine(deliver) }
        }
        counters.skippedBytes = search.skippedBytes
    }

    /// Bytes after which there is something to decide: the header, then the frame; nil without a mark.
    private var wantedLength: Int? {
        guard search.count > 0 else { return nil }
        guard search.count >= Self.headerLength, header != nil else { return Self.headerLength }
        return frameLength
    }

    private var frameLength: Int { Self.headerLength + Int(search.bytes[1]) + 2 + (search.bytes[2] & 1 == 0 ? 0 : 13) }

    /// The message that the header names, if it can be one: with flags that are known, and no longer than it may be.
    private var header: MAVLinkMessage? {
        let number = UInt32(search.bytes[7]) | UInt32(search.bytes[8]) << 8 | UInt32(search.bytes[9]) << 16
        guard search.bytes[2] & ~1 == 0, let message = MAVLinkMessage.numbered(number), Int(search.bytes[1]) <= message.length,
            search.bytes[1] > 0
        else { return nil }
        return message
    }

    private func examine(_ deliver: (ForeignReading) -> Void) {
        guard let message = header else { return search.stepBack() }
        let end = Self.headerLength + Int(search.bytes[1])
        var checksum = MAVLinkChecksum()
        for index in 1..<end { checksum.add(search.bytes[index]) }
        checksum.add(message.crcExtra)
        guard checksum.value == UInt16(search.bytes[end]) | UInt16(search.bytes[end + 1]) << 8 else {
            counters.bad &+= 1
            return search.stepBack()
        }
        counters.frames &+= 1
        if message.layout == .acknowledgement { countAcknowledgement() }
        if let reading = reading(message.layout) {
            counters.readings &+= 1
            sender = MAVLinkAddress(system: search.bytes[5], component: search.bytes[6])
            deliver(reading)
        }
        search.consume(frameLength)
    }

    /// MAV_RESULT: 0 is accepted, 5 in progress.
    private func countAcknowledgement() {
        let result = UInt8(truncatingIfNeeded: number(at: 2, bytes: 1))
        switch result {
        case 0: commands.accepted &+= 1
        case 5: break
        default:
            commands.refused &+= 1
            refusal = result
        }
    }

    private func reading(_ layout: MAVLinkMessage.Layout) -> ForeignReading? {
        var reading = ForeignReading()
        switch layout {
        case .acknowledgement, .other: return nil
        case .counts:
            reading.time = number(at: 0, bytes: 8)
            for channel in 0..<6 {
                let scale = channel < 3 ? scale.gPerCount : scale.radiansPerSecondPerCount
                reading.set(channel, Double(int16(at: 8 + 2 * channel)) * scale)
            }
        case .scaled:
            reading.time = number(at: 0, bytes: 4) * 1000
            for channel in 0..<6 { reading.set(channel, Double(int16(at: 4 + 2 * channel)) / 1000) }
        case .real:
            reading.time = number(at: 0, bytes: 8)
            for channel in 0..<6 {
                let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(at: 8 + 4 * channel, bytes: 4))))
                guard value.magnitude < Self.mostReal else {
                    counters.lost &+= 1
                    return nil
                }
                reading.set(channel, channel < 3 ? value / Self.standardGravity : value)
            }
        }
        return reading
    }

    /// Little-endian; zeros where the payload was trimmed.
    private func number(at offset: Int, bytes: Int) -> UInt64 {
        let length = Int(search.bytes[1])
        var value: UInt64 = 0
        for index in 0..<bytes where offset + index < length {
            value |= UInt64(search.bytes[Self.headerLength + offset + index]) << (8 * UInt64(index))
        }
        return value
    }

    private func int16(at offset: Int) -> Int16 { Int16(truncatingIfNeeded: number(at: offset, bytes: 2)) }
}
