/// Makes frames of MAVLink, as a ground station sends them: system 255, component 190 (`MAV_COMP_ID_MISSIONPLANNER`).
///
///     encoder.begin()
///     encoder.u8(…)                               // the payload, in the order of the wire
///     encoder.finish(.commandLong, to: bytes)
///
/// Fields and numbers are those of MAVLink's `common.xml` and `ardupilotmega.xml`; frames are not signed. Whatever is sent to a
/// device goes through one encoder, which numbers the frames.
final class MAVLinkEncoder {
    /// The framing, 1 or 2: the one that the device speaks.
    var version: UInt8 = 2
    /// Of the longest message, COMMAND_LONG.
    private var payload = InlineArray<33, UInt8>(repeating: 0)
    private var count = 0
    /// Of the next frame; wraps.
    private var sequence: UInt8 = 0

    /// A message that is sent.
    struct Message {
        let number: UInt16
        /// Of the payload without extensions: MAVLink 1 sends all of it.
        let length: Int
        /// What the message's check sum is finished with.
        let crcExtra: UInt8

        static let heartbeat = Message(number: 0, length: 9, crcExtra: 50)
        static let requestDataStream = Message(number: 66, length: 6, crcExtra: 148)
        static let commandLong = Message(number: 76, length: 33, crcExtra: 152)
        static let ledControl = Message(number: 186, length: 29, crcExtra: 72)
        static let playTune = Message(number: 258, length: 32, crcExtra: 187)
    }

    func begin() { count = 0 }

    func u8(_ value: UInt8) {
        payload[count] = value
        count += 1
    }

    func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    func u32(_ value: UInt32) {
        u16(UInt16(truncatingIfNeeded: value))
        u16(UInt16(truncatingIfNeeded: value >> 16))
    }

    func float(_ value: Float) { u32(value.bitPattern) }

    /// Appends the frame, if there is room, and if the framing has the message: MAVLink 1 numbers them up to 255. In MAVLink 2
    /// zeros at the end of the payload are left out, but for its first byte.
    func finish(_ message: Message, to bytes: FeedbackBytes) {
        if version == 1 {
            guard message.number <= 255 else { return }
            while count < message.length { u8(0) }
        } else {
            while count > 1, payload[count - 1] == 0 { count -= 1 }
        }
        guard bytes.hasRoom(for: 12 + count) else { return }
        var checksum = MAVLinkChecksum()
        func put(_ byte: UInt8) {
            checksum.add(byte)
            bytes.append(byte)
        }
        bytes.append(version == 1 ? 0xFE : 0xFD)
        put(UInt8(count))
        if version != 1 {
            put(0)
            put(0)
        }
        put(sequence)
        put(255)
        put(190)
        put(UInt8(truncatingIfNeeded: message.number))
        if version != 1 {
            put(UInt8(truncatingIfNeeded: message.number >> 8))
            put(0)
        }
        for index in 0..<count { put(payload[index]) }
        checksum.add(message.crcExtra)
        bytes.append(UInt8(truncatingIfNeeded: checksum.value))
        bytes.append(UInt8(truncatingIfNeeded: checksum.value >> 8))
        sequence &+= 1
    }
}

/// Who is addressed.
struct MAVLinkAddress: Equatable {
    var system: UInt8
    var component: UInt8
}

extension MAVLinkEncoder {
    /// PLAY_TUNE (258): two targets, a text of 30 bytes, and an extension of which nothing is used. MAVLink 1 has it not.
    func playTune(_ tune: MAVLinkTune?, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        u8(address.system)
        u8(address.component)
        if let tune { tune.spell { u8($0) } } else { MAVLinkTune.spellSilence { u8($0) } }
        finish(.playTune, to: bytes)
    }

    /// COMMAND_LONG (76) with MAV_CMD_DO_SET_RELAY (181): which relay, and 1 or 0.
    func setRelay(_ relay: UInt8, _ isOn: Bool, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        command(181, Float(relay), isOn ? 1 : 0, at: address, to: bytes)
    }

    /// LED_CONTROL (186, ardupilotmega): all LEDs (255), a pattern of one's own (255), three bytes of colour.
    func setColour(_ red: UInt8, _ green: UInt8, _ blue: UInt8, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        u8(address.system)
        u8(address.component)
        u8(255)
        u8(255)
        u8(3)
        u8(red)
        u8(green)
        u8(blue)
        finish(.ledControl, to: bytes)
    }

    /// HEARTBEAT (0) of a ground station (MAV_TYPE 6), which is no autopilot (MAV_AUTOPILOT 8) and active (MAV_STATE 4).
    func heartbeat(to bytes: FeedbackBytes) {
        begin()
        u32(0)
        u8(6)
        u8(8)
        u8(0)
        u8(4)
        u8(3)
        finish(.heartbeat, to: bytes)
    }

    /// REQUEST_DATA_STREAM (66): the raw sensors (MAV_DATA_STREAM 1), so many times a second, from now on.
    func requestRawSensors(rate: UInt16, of address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        u16(rate)
        u8(address.system)
        u8(address.component)
        u8(1)
        u8(1)
        finish(.requestDataStream, to: bytes)
    }

    static let setMessageInterval = 511 as UInt16

    /// COMMAND_LONG with MAV_CMD_SET_MESSAGE_INTERVAL (511): a message's number, and microseconds between two of it.
    func requestMessage(_ number: UInt8, every microseconds: Float, of address: MAVLinkAddress, to bytes: FeedbackBytes) {
        command(Self.setMessageInterval, Float(number), microseconds, at: address, to: bytes)
    }

    /// COMMAND_LONG (76) of two parameters.
    private func command(_ number: UInt16, _ first: Float, _ second: Float, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        float(first)
        float(second)
        for _ in 2..<7 { float(0) }
        u16(number)
        u8(address.system)
        u8(address.component)
        u8(0)
        finish(.commandLong, to: bytes)
    }
}
