import MotionCore

extension ChannelDescription {
    /// Bytes of what HELLO and CHANNELS both tell of a channel: kind, unit, scale, offset, full scale.
    static var byteCount: Int { @_noAllocation get { 14 } }

    /// - Returns: nil if the unit is none that this version knows.
    @_noAllocation
    init?(_ value: PayloadReader, at offset: Int) {
        guard let unit = ChannelUnit(code: value.u8(offset + 1)) else { return nil }
        self.init(
            kind: value.u8(offset), unit: unit, scale: value.f32(offset + 2), offset: value.f32(offset + 6),
            fullScale: value.f32(offset + 10))
    }

    /// Whether its numbers can be computed with.
    var isSound: Bool { @_noAllocation get { scale.isFinite && scale != 0 && offset.isFinite && fullScale.isFinite } }

    @_noAllocation
    func write(to writer: inout PayloadWriter) {
        writer.u8(kind)
        writer.u8(unit.code)
        writer.f32(scale)
        writer.f32(offset)
        writer.f32(fullScale)
    }

    /// As HELLO has it, whose older readers know no unit of a channel's own (PROTOCOL.md §6.1).
    var inHello: ChannelDescription {
        @_noAllocation get {
            var known = ChannelDescription(kind: kind, unit: unit, scale: scale, offset: offset, fullScale: fullScale)
            if case .own = unit { known = ChannelDescription(kind: kind, unit: .g, scale: 1, offset: 0, fullScale: 0) }
            return known
        }
    }
}

extension SensorDescription {
    /// Whether a HELLO that was read announces these channels, as far as it tells.
    @_noAllocation
    func isAnnounced(by hello: HelloMessage) -> Bool {
        guard case _? = hello.describedChannels else { return !needsText && isSame(as: hello.sensor) }
        guard Int(hello.describedChannels ?? 0) == channelCount, rate == hello.sensor.rate else { return false }
        for axis in 0..<3 where axes[axis] != hello.sensor.axes[axis] { return false }
        for index in 0..<min(hello.sensor.channelCount, channelCount)
        where !channels[index].inHello.isSame(as: hello.sensor.channels[index]) { return false }
        return true
    }
}
