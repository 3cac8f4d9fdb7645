/// Makes frames of MAVLink 2, as a ground station sends them: system 255, component 190 (`MAV_COMP_ID_MISSIONPLANNER`).
///
///     encoder.begin()
///     encoder.u8(…)                               // the payload, in the order of the wire
///     encoder.finish(message: 76, crcExtra: 152, to: bytes)
///
/// Fields and numbers are those of MAVLink's `common.xml` and `ardupilotmega.xml`; frames are not signed.
struct MAVLinkEncoder {
    /// Of the longest message, COMMAND_LONG.
    private var payload = InlineArray<33, UInt8>(repeating: 0)
    private var count = 0
    /// Of the next frame; wraps.
    private var sequence: UInt8 = 0

    mutating func begin() { count = 0 }

    mutating func u8(_ value: UInt8) {
        payload[count] = value
        count += 1
    }

    mutating func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func float(_ value: Float) {
        u16(UInt16(truncatingIfNeeded: value.bitPattern))
        u16(UInt16(truncatingIfNeeded: value.bitPattern >> 16))
    }

    /// Appends the frame, if there is room. Zeros at the end of the payload are left out, but for its first byte.
    ///
    /// - Parameters:
    ///   - message: its number, below 65,536.
    ///   - crcExtra: what the message's check sum is finished with.
    mutating func finish(message: UInt16, crcExtra: UInt8, to bytes: FeedbackBytes) {
        while count > 1, payload[count - 1] == 0 { count -= 1 }
        guard bytes.hasRoom(for: 12 + count) else { return }
        var checksum = MAVLinkChecksum()
        func put(_ byte: UInt8) {
            checksum.add(byte)
            bytes.append(byte)
        }
        bytes.append(0xFD)
        put(UInt8(count))
        put(0)
        put(0)
        put(sequence)
        put(255)
        put(190)
        put(UInt8(truncatingIfNeeded: message))
        put(UInt8(truncatingIfNeeded: message >> 8))
        put(0)
        for index in 0..<count { put(payload[index]) }
        checksum.add(crcExtra)
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
    /// PLAY_TUNE (258): two targets, a text of 30 bytes, and an extension of which nothing is used.
    mutating func playTune(_ tune: MAVLinkTune?, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        u8(address.system)
        u8(address.component)
        if let tune { tune.spell { u8($0) } } else { MAVLinkTune.spellSilence { u8($0) } }
        finish(message: 258, crcExtra: 187, to: bytes)
    }

    /// COMMAND_LONG (76) with MAV_CMD_DO_SET_RELAY (181): which relay, and 1 or 0.
    mutating func setRelay(_ relay: UInt8, _ isOn: Bool, at address: MAVLinkAddress, to bytes: FeedbackBytes) {
        begin()
        float(Float(relay))
        float(isOn ? 1 : 0)
        for _ in 2..<7 { float(0) }
        u16(181)
        u8(address.system)
        u8(address.component)
        u8(0)
        finish(message: 76, crcExtra: 152, to: bytes)
    }

    /// LED_CONTROL (186, ardupilotmega): all LEDs (255), a pattern of one's own (255), three bytes of colour.
    mutating func setColour(
        _ red: UInt8, _ green: UInt8, _ blue: UInt8, at address: MAVLinkAddress, to bytes: FeedbackBytes
    ) {
        begin()
        u8(address.system)
        u8(address.component)
        u8(255)
        u8(255)
        u8(3)
        u8(red)
        u8(green)
        u8(blue)
        finish(message: 186, crcExtra: 72, to: bytes)
    }
}
