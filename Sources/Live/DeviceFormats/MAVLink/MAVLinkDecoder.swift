/// Frames of MAVLink, version 1 (0xFE, six bytes of header) and version 2 (0xFD, ten bytes of header, a payload whose last zeros
/// are trimmed), mixed as they may be; a CRC knows the message.
///
/// Readings come from HIGHRES_IMU (m/s², rad/s), SCALED_IMU, SCALED_IMU2 and SCALED_IMU3 (mg, mrad/s) and RAW_IMU (counts of the
/// sensor; of ArduPilot the same as SCALED_IMU). An autopilot may tell of several sensors side by side: one of them is read, and
/// the others are counted. Nothing is escaped: a payload may hold a mark, so that after a wrong CRC the search goes on behind the
/// mark and not behind the frame. Messages that this code does not know cannot be checked, and are searched likewise; so what the
/// frames' numbers say of losses is left alone, and the stamps of the readings tell. Signatures are stepped over, not verified.
public final class MAVLinkDecoder: ForeignDecoder {
    public private(set) var counters = FormatCounters()
    /// Who sent the last reading; nil before the first.
    private(set) var sender: MAVLinkAddress?
    /// The framing of the last frame: 1 or 2.
    private(set) var version: UInt8 = 2
    /// Commands that the device said it has carried out, and those that it did not.
    private(set) var commands = (accepted: 0 as UInt64, refused: 0 as UInt64)
    /// MAV_RESULT of the last one that it did not.
    private(set) var refusal: UInt8 = 0
    /// What is known of who speaks.
    private(set) var autopilot = MAVLinkAutopilot()
    /// All sensors that were heard.
    private(set) var streams = MAVLinkStreams()
    /// The one that is read; nil until one is heard.
    private(set) var stream: MAVLinkStream?
    /// Whether nothing is read yet: sensors are counted, so that one of them can be chosen.
    private let isSurvey: Bool
    /// nil: nobody says it.
    private let scale: SensorScale?
    private var search = FrameSearch(marks: 0xFE, 0xFD, capacity: 10 + 255 + 2 + 13)
    /// Bytes after which there is something to decide: a header, then a frame.
    private var wanted = MAVLinkDecoder.shortHeader
    /// The frame whose header has come.
    private var frame: Frame?

    private struct Frame {
        let message: MAVLinkMessage
        /// Where the payload begins and ends, and the whole with check sum and signature.
        let start: Int
        let end: Int
        let length: Int
    }

    private static let (shortHeader, longHeader) = (6, 10)
    /// ±8 g and ±2,000 °/s at 16 bits, an MPU-6050's.
    static let usualScale = SensorScale(gPerCount: 1 / 4096, degreesPerSecondPerCount: 1 / 16.4)
    private static let standardGravity = 9.80665
    /// m/s² and rad/s: no sensor measures it, and NaN is not below it.
    private static let mostReal = 1e12

    /// Of several sensors it reads the one that it hears first.
    ///
    /// - Parameter scale: of the sensor behind RAW_IMU, which itself does not say.
    public convenience init(scale: SensorScale) { self.init(scale: scale, stream: nil) }

    /// - Parameters:
    ///   - scale: of the sensor behind RAW_IMU; nil: ArduPilot's, or ±8 g and ±2,000 °/s at 16 bits.
    ///   - stream: the sensor that is read; nil: the first that is heard.
    ///   - autopilot: what is known of it already.
    init(
        scale: SensorScale?, stream: MAVLinkStream?, autopilot: MAVLinkAutopilot = MAVLinkAutopilot(), isSurvey: Bool = false
    ) {
        (self.scale, self.stream, self.autopilot, self.isSurvey) = (scale, stream, autopilot, isSurvey)
    }

    deinit { search.deallocate() }

    /// Whether it is known what RAW_IMU's counts are worth.
    var knowsCounts: Bool { scale != nil || autopilot.isArduPilot }

    public func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void) {
        counters.bytes &+= UInt64(bytes.count)
        for byte in bytes where search.append(byte) {
            while search.count >= wanted { advance(deliver) }
        }
        counters.skippedBytes = search.skippedBytes
    }

    // MARK: A frame

    private func advance(_ deliver: (ForeignReading) -> Void) {
        if let frame { return examine(frame, deliver) }
        let isShort = search.bytes[0] == 0xFE
        guard isShort || search.count >= Self.longHeader else {
            wanted = Self.longHeader
            return
        }
        guard let found = isShort ? shortFrame : longFrame else { return stepBack() }
        frame = found
        wanted = found.length
    }

    /// The frame of MAVLink 1 that a header promises, if it can be one: its payload is never trimmed.
    private var shortFrame: Frame? {
        let length = Int(search.bytes[1])
        guard let message = MAVLinkMessage.numbered(UInt32(search.bytes[5])), length == message.base else { return nil }
        let end = Self.shortHeader + length
        return Frame(message: message, start: Self.shortHeader, end: end, length: end + 2)
    }

    /// The frame of MAVLink 2 that a header promises, if it can be one: with flags that are known, no longer than it may be.
    private var longFrame: Frame? {
        let number = UInt32(search.bytes[7]) | UInt32(search.bytes[8]) << 8 | UInt32(search.bytes[9]) << 16
        let length = Int(search.bytes[1])
        guard search.bytes[2] & ~1 == 0, let message = MAVLinkMessage.numbered(number), length > 0, length <= message.length
        else { return nil }
        let end = Self.longHeader + length
        return Frame(message: message, start: Self.longHeader, end: end, length: end + 2 + (search.bytes[2] & 1 == 0 ? 0 : 13))
    }

    private func stepBack() {
        search.stepBack()
        (frame, wanted) = (nil, Self.shortHeader)
    }

    private func examine(_ frame: Frame, _ deliver: (ForeignReading) -> Void) {
        var checksum = MAVLinkChecksum()
        for index in 1..<frame.end { checksum.add(search.bytes[index]) }
        checksum.add(frame.message.crcExtra)
        guard checksum.value == UInt16(search.bytes[frame.end]) | UInt16(search.bytes[frame.end + 1]) << 8 else {
            counters.bad &+= 1
            return stepBack()
        }
        counters.frames &+= 1
        version = frame.start == Self.shortHeader ? 1 : 2
        take(frame, deliver)
        search.consume(frame.length)
        (self.frame, wanted) = (nil, Self.shortHeader)
    }

    private func take(_ frame: Frame, _ deliver: (ForeignReading) -> Void) {
        let place = version == 1 ? 3 : 5
        let from = MAVLinkAddress(system: search.bytes[place], component: search.bytes[place + 1])
        switch frame.message.layout {
        case .acknowledgement: countAcknowledgement(frame)
        case .heartbeat:
            autopilot.hear(heartbeat: from, kind: byte(frame, 4), firmware: byte(frame, 5), version: version)
        case .attitude: autopilot.hearAttitude()
        case .other: break
        case .counts, .scaled, .real: takeReading(frame, from, deliver)
        }
    }

    /// MAV_RESULT: 0 is accepted, 5 in progress. That a message is asked for in vain is no refusal: it is asked for another one.
    private func countAcknowledgement(_ frame: Frame) {
        guard number(frame, at: 0, bytes: 2) != UInt64(MAVLinkEncoder.setMessageInterval) else { return }
        let result = byte(frame, 2)
        switch result {
        case 0: commands.accepted &+= 1
        case 5: break
        default:
            commands.refused &+= 1
            refusal = result
        }
    }

    // MARK: A reading

    private func takeReading(_ frame: Frame, _ from: MAVLinkAddress, _ deliver: (ForeignReading) -> Void) {
        let number = search.bytes[frame.start - (version == 1 ? 1 : 3)]
        // SCALED_IMU's extension is a temperature.
        let instance = frame.message.layout == .scaled ? 0 : byte(frame, frame.message.base)
        let heard = MAVLinkStream(sender: from, message: number, instance: instance)
        if isSurvey {
            streams.add(heard)
            return
        }
        guard heard == stream ?? heard else {
            counters.others &+= 1
            return
        }
        stream = heard
        guard let reading = reading(frame, from) else { return }
        counters.readings &+= 1
        sender = from
        deliver(reading)
    }

    private func reading(_ frame: Frame, _ from: MAVLinkAddress) -> ForeignReading? {
        var reading = ForeignReading()
        switch frame.message.layout {
        case .acknowledgement, .heartbeat, .attitude, .other: return nil
        case .counts:
            reading.time = number(frame, at: 0, bytes: 8)
            let worth = worthOfCounts(from)
            for channel in 0..<6 {
                reading.set(channel, Double(int16(frame, at: 8 + 2 * channel)) * (channel < 3 ? worth.g : worth.radiansPerSecond))
            }
        case .scaled:
            reading.time = number(frame, at: 0, bytes: 4) * 1000
            for channel in 0..<6 { reading.set(channel, Double(int16(frame, at: 4 + 2 * channel)) / 1000) }
        case .real:
            reading.time = number(frame, at: 0, bytes: 8)
            for channel in 0..<6 {
                let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(frame, at: 8 + 4 * channel, bytes: 4))))
                guard value.magnitude < Self.mostReal else {
                    counters.lost &+= 1
                    return nil
                }
                reading.set(channel, channel < 3 ? value / Self.standardGravity : value)
            }
        }
        return reading
    }

    /// Of RAW_IMU.
    private func worthOfCounts(_ from: MAVLinkAddress) -> (g: Double, radiansPerSecond: Double) {
        if let scale { return (scale.gPerCount, scale.radiansPerSecondPerCount) }
        if autopilot.isArduPilot, autopilot.address?.system == from.system { return (1e-3, 1e-3) }
        return (Self.usualScale.gPerCount, Self.usualScale.radiansPerSecondPerCount)
    }

    /// Little-endian; zeros where the payload was trimmed.
    private func number(_ frame: Frame, at offset: Int, bytes: Int) -> UInt64 {
        let first = frame.start + offset
        var value: UInt64 = 0
        for index in 0..<bytes where first + index < frame.end {
            value |= UInt64(search.bytes[first + index]) << (8 * UInt64(index))
        }
        return value
    }

    private func byte(_ frame: Frame, _ offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: number(frame, at: offset, bytes: 1)) }

    private func int16(_ frame: Frame, at offset: Int) -> Int16 {
        Int16(truncatingIfNeeded: number(frame, at: offset, bytes: 2))
    }
}
