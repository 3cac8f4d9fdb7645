import Channels

extension HelloMessage {
    private enum Tag {
        static let role: UInt8 = 1
        static let session: UInt8 = 2
        static let uniqueID: UInt8 = 3
        static let name: UInt8 = 4
        static let capabilities: UInt8 = 5
        static let rate: UInt8 = 6
        static let channel: UInt8 = 7
        static let axes: UInt8 = 8
        static let minor: UInt8 = 9
    }

    /// Which required items were there.
    private struct Seen {
        var role = false
        var session = false
        var capabilities = false
        var rate = false
    }

    /// - Returns: nil if the payload breaks a rule of §6.1.
    @_noAllocation
    public init?(_ payload: PayloadReader) {
        self.init(role: .device, session: 0)
        minorVersion = nil
        var seen = Seen()
        var at = 0
        while at < payload.count {
            guard at + 2 <= payload.count else { return nil }
            let tag = payload.u8(at)
            let length = Int(payload.u8(at + 1))
            guard at + 2 + length <= payload.count else { return nil }
            let value = PayloadReader(payload.bytes + at + 2, count: length)
            guard read(tag, value, &seen) else { return nil }
            at += 2 + length
        }
        guard seen.role, seen.session else { return nil }
        guard role == .host || (seen.capabilities && seen.rate && sensor.channelCount >= 1) else { return nil }
    }

    /// - Returns: false if the item is broken.
    @_noAllocation
    private mutating func read(_ tag: UInt8, _ value: PayloadReader, _ seen: inout Seen) -> Bool {
        switch tag {
        case Tag.role:
            guard value.count == 1, let role = Role(code: value.u8(0)) else { return false }
            self.role = role
            seen.role = true
        case Tag.session:
            guard value.count == 4 else { return false }
            session = value.u32(0)
            seen.session = true
        case Tag.uniqueID:
            guard value.count >= 1, value.count <= 16 else { return false }
            uniqueID = ShortText()
            for index in 0..<value.count { uniqueID.append(value.u8(index)) }
        case Tag.name:
            guard value.count >= 1, value.count <= 32 else { return false }
            name = ShortText()
            for index in 0..<value.count { name.append(value.u8(index)) }
        case Tag.capabilities:
            guard value.count == 4 else { return false }
            capabilities = Capabilities(rawValue: value.u32(0))
            seen.capabilities = true
        case Tag.rate:
            guard value.count == 4, value.f32(0) > 0, value.f32(0) <= SensorDescription.mostRate else { return false }
            sensor.rate = value.f32(0)
            seen.rate = true
        case Tag.channel: return readChannel(value)
        case Tag.axes: return readAxes(value)
        case Tag.minor:
            guard value.count == 1 else { return false }
            minorVersion = value.u8(0)
        default: break
        }
        return true
    }

    @_noAllocation
    private mutating func readChannel(_ value: PayloadReader) -> Bool {
        guard value.count == 14, sensor.channelCount < FrameLimits.channels, let unit = ChannelUnit(code: value.u8(1)) else {
            return false
        }
        let scale = value.f32(2)
        guard scale.isFinite, scale != 0, value.f32(6).isFinite, value.f32(10).isFinite else { return false }
        sensor.addChannel(
            ChannelDescription(kind: value.u8(0), unit: unit, scale: scale, offset: value.f32(6), fullScale: value.f32(10)))
        return true
    }

    @_noAllocation
    private mutating func readAxes(_ value: PayloadReader) -> Bool {
        guard value.count == 3 else { return false }
        var used = 0
        for axis in 0..<3 {
            let board = Int8(bitPattern: value.u8(axis))
            guard board != 0, board >= -3, board <= 3 else { return false }
            used |= 1 << Int(board < 0 ? -board : board)
            sensor.axes[axis] = board
        }
        return used == 0b1110
    }

    /// Writes every item that the role has.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        item(Tag.role, 1, &writer)
        writer.u8(role.code)
        item(Tag.session, 4, &writer)
        writer.u32(session)
        if uniqueID.count > 0 {
            item(Tag.uniqueID, UInt8(uniqueID.count), &writer)
            for index in 0..<uniqueID.count { writer.u8(uniqueID[index]) }
        }
        if name.count > 0 {
            item(Tag.name, UInt8(name.count), &writer)
            for index in 0..<name.count { writer.u8(name[index]) }
        }
        if role == .device { writeDeviceItems(to: &writer) }
        if let minorVersion {
            item(Tag.minor, 1, &writer)
            writer.u8(minorVersion)
        }
    }

    @_noAllocation
    private func writeDeviceItems(to writer: inout PayloadWriter) {
        item(Tag.capabilities, 4, &writer)
        writer.u32(capabilities.rawValue)
        item(Tag.rate, 4, &writer)
        writer.f32(sensor.rate)
        for index in 0..<sensor.channelCount {
            item(Tag.channel, 14, &writer)
            writer.u8(sensor.channels[index].kind)
            writer.u8(sensor.channels[index].unit.code)
            writer.f32(sensor.channels[index].scale)
            writer.f32(sensor.channels[index].offset)
            writer.f32(sensor.channels[index].fullScale)
        }
        if sensor.axes[0] != 1 || sensor.axes[1] != 2 || sensor.axes[2] != 3 {
            item(Tag.axes, 3, &writer)
            for axis in 0..<3 { writer.u8(UInt8(bitPattern: sensor.axes[axis])) }
        }
    }

    @_noAllocation
    private func item(_ tag: UInt8, _ length: UInt8, _ writer: inout PayloadWriter) {
        writer.u8(tag)
        writer.u8(length)
    }
}
