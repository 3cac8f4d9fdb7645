public import MotionCore

/// Some of a device's channels, with what HELLO has no room for: names, units of their own, rates of their own (PROTOCOL.md §6.14).
/// The entries stand in the payload.
public struct ChannelsMessage: Sendable, Equatable {
    /// The session that they are of.
    public var session: UInt32
    /// Place in DATA of the first one.
    public var first: UInt8
    /// How many.
    public private(set) var count: UInt8 = 0

    static var byteCount: Int { @_noAllocation get { 6 } }
    /// Bytes of an entry before its texts.
    static var entryByteCount: Int { @_noAllocation get { ChannelDescription.byteCount + 6 } }

    @_noAllocation
    public init(session: UInt32, first: UInt8) {
        self.session = session
        self.first = first
    }

    /// Judges a payload.
    @_noAllocation
    public static func read(_ payload: PayloadReader) -> Result<ChannelsMessage, HelloFault> {
        guard payload.count >= byteCount + entryByteCount else { return .failure(.entry) }
        var message = ChannelsMessage(session: payload.u32(0), first: payload.u8(4))
        var at = byteCount
        while at < payload.count {
            guard at + entryByteCount <= payload.count, Int(message.first) + Int(message.count) < FrameLimits.channels else {
                return .failure(.entry)
            }
            if let fault = fault(in: payload, at: at) { return .failure(fault) }
            at += entryLength(payload, at)
            message.count += 1
        }
        return .success(message)
    }

    @_noAllocation
    private static func fault(in payload: PayloadReader, at: Int) -> HelloFault? {
        guard let channel = ChannelDescription(payload, at: at) else { return .channel }
        guard channel.isSound else { return .scale }
        let rate = payload.f32(at + ChannelDescription.byteCount)
        guard rate >= 0, rate <= SensorDescription.mostRate else { return .rate }
        let (unit, name) = (Int(payload.u8(at + 18)), Int(payload.u8(at + 19)))
        guard unit <= ChannelText.mostUnitBytes, name <= ShortText.mostBytes else { return .channelText }
        guard at + entryLength(payload, at) <= payload.count else { return .entry }
        for byte in at + entryByteCount..<at + entryLength(payload, at) where !ChannelText.allows(payload.u8(byte)) {
            return .channelText
        }
        return nil
    }

    /// Bytes of the entry that begins at an offset.
    @_noAllocation
    private static func entryLength(_ payload: PayloadReader, _ at: Int) -> Int {
        entryByteCount + Int(payload.u8(at + 18)) + Int(payload.u8(at + 19))
    }

    /// An entry of a payload that was judged.
    ///
    /// - Parameter index: below `count`, counted from `first`.
    @_noAllocation
    public static func channel(_ index: Int, in payload: PayloadReader) -> ChannelDescription {
        var at = byteCount
        for _ in 0..<index { at += entryLength(payload, at) }
        var channel =
            ChannelDescription(payload, at: at) ?? ChannelDescription(kind: 0, unit: .own, scale: 1, offset: 0, fullScale: 0)
        channel.text.rate = payload.f32(at + ChannelDescription.byteCount)
        let unit = at + entryByteCount
        let name = unit + Int(payload.u8(at + 18))
        for byte in unit..<name { channel.text.unit.append(payload.u8(byte)) }
        for byte in name..<name + Int(payload.u8(at + 19)) { channel.text.name.append(payload.u8(byte)) }
        return channel
    }

    /// Writes the payload: as many channels as fit, from `first` on.
    ///
    /// - Returns: the place of the next channel.
    @_noAllocation
    public func write(_ sensor: SensorDescription, to writer: inout PayloadWriter) -> Int {
        writer.u32(session)
        writer.u8(first)
        writer.u8(0)
        var next = Int(first)
        while next < sensor.channelCount {
            let text = sensor.channels[next].text
            let unit = text.unit.count(within: ChannelText.mostUnitBytes)
            guard Self.entryByteCount + unit + text.name.count <= FrameLimits.payload - writer.count else { break }
            sensor.channels[next].write(to: &writer)
            writer.f32(text.rate)
            writer.u8(UInt8(unit))
            writer.u8(UInt8(text.name.count))
            for byte in 0..<unit { writer.u8(text.unit[byte]) }
            for byte in 0..<text.name.count { writer.u8(text.name[byte]) }
            next += 1
        }
        return next
    }
}

extension SensorDescription {
    /// Why its channels cannot be told apart, or told at all; nil if they can (PROTOCOL.md §6.14).
    public var textFault: HelloFault? {
        @_noAllocation get {
            guard needsText else { return nil }
            for index in 0..<channelCount {
                let text = channels[index].text
                if text.isEmpty, channels[index].kind == 0 { return .lacksName }
                for byte in 0..<text.name.count where !ChannelText.allows(text.name[byte]) { return .channelText }
                for byte in 0..<text.unit.count where !ChannelText.allows(text.unit[byte]) { return .channelText }
                guard !text.isEmpty else { continue }
                for other in 0..<index where channels[other].text.name.isSame(as: text.name) { return .doubleName }
            }
            return nil
        }
    }
}
