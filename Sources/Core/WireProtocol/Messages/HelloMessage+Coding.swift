import MotionCore

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
        static let actuators: UInt8 = 10
        static let network: UInt8 = 12
        static let library: UInt8 = 13
        static let image: UInt8 = 14
        static let described: UInt8 = 15
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
        if case _? = read(payload) { return nil }
    }

    /// What is wrong with a payload; nil if nothing is.
    @_noAllocation
    public static func fault(in payload: PayloadReader) -> HelloFault? {
        var hello = HelloMessage(role: .device, session: 0)
        return hello.read(payload)
    }

    @_noAllocation
    private mutating func read(_ payload: PayloadReader) -> HelloFault? {
        minorVersion = nil
        var seen = Seen()
        var at = 0
        while at < payload.count {
            guard at + 2 <= payload.count else { return .truncated }
            let tag = payload.u8(at)
            let length = Int(payload.u8(at + 1))
            guard at + 2 + length <= payload.count else { return .truncated }
            let value = PayloadReader(payload.bytes + at + 2, count: length)
            if let fault = read(tag, value, &seen) { return fault }
            at += 2 + length
        }
        if !seen.role { return .lacksRole }
        if !seen.session { return .lacksSession }
        if let describedChannels, sensor.channelCount != min(Int(describedChannels), SensorDescription.mostChannelsInHello) {
            return .channelNumber
        }
        if role == .host { return nil }
        if !seen.capabilities { return .lacksCapabilities }
        if !seen.rate { return .lacksRate }
        return sensor.channelCount >= 1 ? nil : .lacksChannels
    }

    /// - Returns: the fault if the item is broken.
    @_noAllocation
    private mutating func read(_ tag: UInt8, _ value: PayloadReader, _ seen: inout Seen) -> HelloFault? {
        switch tag {
        case Tag.role:
            guard value.count == 1, let role = Role(code: value.u8(0)) else { return .role }
            self.role = role
            seen.role = true
        case Tag.session:
            guard value.count == 4 else { return .session }
            session = value.u32(0)
            seen.session = true
        case Tag.uniqueID:
            guard value.count >= 1, value.count <= 16 else { return .uniqueID }
            uniqueID = ShortText()
            for index in 0..<value.count { uniqueID.append(value.u8(index)) }
        case Tag.name:
            guard value.count >= 1, value.count <= 32 else { return .name }
            name = ShortText()
            for index in 0..<value.count { name.append(value.u8(index)) }
        case Tag.capabilities:
            guard value.count == 4 else { return .capabilities }
            capabilities = Capabilities(rawValue: value.u32(0))
            seen.capabilities = true
        case Tag.rate:
            guard value.count == 4, value.f32(0) > 0, value.f32(0) <= SensorDescription.mostRate else { return .rate }
            sensor.rate = value.f32(0)
            seen.rate = true
        case Tag.channel: return readChannel(value)
        case Tag.axes: return readAxes(value) ? nil : .axes
        case Tag.minor:
            guard value.count == 1 else { return .minorVersion }
            minorVersion = value.u8(0)
        case Tag.actuators:
            guard let units = ActuatorUnits(value) else { return .actuators }
            self.units = units
        case Tag.network:
            guard value.count == 8 else { return .network }
            network = value.u64(0)
        case Tag.library:
            guard value.count >= 1, value.count <= 16 else { return .library }
            library = ShortText()
            for index in 0..<value.count { library.append(value.u8(index)) }
        case Tag.image:
            guard value.count == 8 else { return .image }
            image = value.u64(0)
        case Tag.described:
            guard value.count == 1, value.u8(0) >= 1, value.u8(0) <= FrameLimits.channels else { return .channelNumber }
            describedChannels = value.u8(0)
        default: break
        }
        return nil
    }

    @_noAllocation
    private mutating func readChannel(_ value: PayloadReader) -> HelloFault? {
        guard value.count == ChannelDescription.byteCount, let channel = ChannelDescription(value, at: 0) else { return .channel }
        // A unit of its own is for CHANNELS.
        if case .own = channel.unit { return .channel }
        guard sensor.channelCount < SensorDescription.mostChannelsInHello else { return .tooManyChannels }
        guard channel.isSound else { return .scale }
        sensor.addChannel(channel)
        return nil
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

    /// Writes every item that the role has, in the order of the tags, but the image before the library, and the number of channels
    /// before both. Either of the two is left out if it does not fit after nine channels. The network and the number stay: a long
    /// name is cut for them.
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
        let nameCount = nameCount(besides: writer)
        if nameCount > 0 {
            item(Tag.name, UInt8(nameCount), &writer)
            for index in 0..<nameCount { writer.u8(name[index]) }
        }
        if role == .device { writeDeviceItems(to: &writer) }
        if let minorVersion {
            item(Tag.minor, 1, &writer)
            writer.u8(minorVersion)
        }
        if role == .device, let units {
            item(Tag.actuators, 4, &writer)
            units.write(to: &writer)
        }
        if role == .device { writeSoftware(to: &writer) }
    }

    /// Bytes of the name that are sent: whole characters that leave the network and the number of channels their room.
    @_noAllocation
    private func nameCount(besides writer: PayloadWriter) -> Int {
        guard role == .device else { return name.count }
        // Capabilities and rate are there in any case.
        var others = 6 + 6 + 16 * min(sensor.channelCount, SensorDescription.mostChannelsInHello)
        if case _? = network { others += 10 }
        if case _? = describedChannels { others += 3 }
        if isTurned { others += 5 }
        if case _? = minorVersion { others += 3 }
        if case _? = units { others += 6 }
        return name.count(within: writer.room - others - 2)
    }

    /// Whether the sensor's axes are not the board's.
    private var isTurned: Bool {
        @_noAllocation get { sensor.axes[0] != 1 || sensor.axes[1] != 2 || sensor.axes[2] != 3 }
    }

    @_noAllocation
    private func writeSoftware(to writer: inout PayloadWriter) {
        if let network {
            item(Tag.network, 8, &writer)
            writer.u64(network)
        }
        if let describedChannels {
            item(Tag.described, 1, &writer)
            writer.u8(describedChannels)
        }
        if let image, writer.room >= 10 {
            item(Tag.image, 8, &writer)
            writer.u64(image)
        }
        if library.count > 0, writer.room >= 2 + library.count {
            item(Tag.library, UInt8(library.count), &writer)
            for index in 0..<library.count { writer.u8(library[index]) }
        }
    }

    @_noAllocation
    private func writeDeviceItems(to writer: inout PayloadWriter) {
        item(Tag.capabilities, 4, &writer)
        writer.u32(capabilities.rawValue)
        item(Tag.rate, 4, &writer)
        writer.f32(sensor.rate)
        for index in 0..<min(sensor.channelCount, SensorDescription.mostChannelsInHello) {
            item(Tag.channel, UInt8(ChannelDescription.byteCount), &writer)
            sensor.channels[index].inHello.write(to: &writer)
        }
        if isTurned {
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
