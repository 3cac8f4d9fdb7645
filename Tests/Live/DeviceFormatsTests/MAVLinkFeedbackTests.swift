import DeviceFormats
import TestSupport
import Testing
import Transport
import WireProtocol

@Suite("Feedback for an autopilot")
struct MAVLinkFeedbackTests {
    /// SCALED_IMU with gravity along z.
    private static func reading(_ index: Int) -> [UInt8] {
        let time = UInt32(1000 + 20 * index)
        let stamp = (0..<4).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
        return mavLinkFrame(26, stamp + [0, 0, 0, 0, 0xE8, 0x03], extra: 170)
    }

    private func world(relays: Int = 0) throws -> CommandedWorld {
        var options = ForeignOptions()
        options.format = .mavLink
        options.relays = relays
        return try CommandedWorld(options, Self.reading)
    }

    private func action(
        _ kind: Actuator, _ unit: UInt8 = 0, _ pattern: ActuatorAction.Pattern = .on,
        _ change: (inout ActuatorAction) -> Void = { _ in }
    ) -> ActuatorAction {
        var action = ActuatorAction(actuator: kind.rawValue, unit: unit, pattern: pattern)
        change(&action)
        return action
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // Frames as pymavlink 2.4 packs them, with these sequence numbers, as system 255, component 190.

    @Test("is COMMAND_LONG with a relay, PLAY_TUNE and LED_CONTROL, byte for byte as pymavlink has them")
    func frames() throws {
        let world = try world(relays: 4)
        _ = world.told
        try world.command(action(.led, 3))
        #expect(
            hexadecimal(world.told)
                == "fd20000000ffbe4c0000000040400000803f0000000000000000000000000000000000000000b50001011666")
        try world.command(action(.buzzer) { ($0.frequency, $0.duration) = (880, 120) })
        #expect(hexadecimal(world.told) == "fd0f000001ffbe02010001014d464d4c543235304c384f3341f5a3")
        try world.command(action(.rgb) { ($0.red, $0.green, $0.blue) = (255, 128, 0) })
        #expect(hexadecimal(world.told) == "fd07000002ffbeba00000101ffff03ff80c3f9")
        try world.command(action(.led, 0, .off))
        #expect(
            hexadecimal(world.told)
                == "fd20000003ffbe4c000000000000000000000000000000000000000000000000000000000000b5000101c593")
        try world.command(action(.buzzer, 0, .off))
        #expect(hexadecimal(world.told) == "fd0b000004ffbe02010001014d465432353550363417ca")
    }

    @Test("goes in MAVLink 1 to whom speaks it, which has no tones")
    func first() throws {
        var options = ForeignOptions()
        (options.format, options.relays) = (.mavLink, 4)
        let world = try CommandedWorld(options) { index in
            mavLink1Frame(26, MAVLinkPayload.scaled(UInt32(1000 + 20 * index), [0, 0, 1000, 0, 0, 0]), extra: 170)
        }
        _ = world.told
        try world.command(action(.led, 3))
        try world.command(action(.rgb) { ($0.red, $0.green, $0.blue) = (255, 128, 0) })
        let told = world.told
        try #require(told.count == 41 + 37)
        let (relay, colour) = (Array(told[..<41]), Array(told[41...]))
        // Floats 3 and 1, five zeros, the command, to whom.
        #expect(relay[..<14] == [0xFE, 33, 0, 255, 190, 76, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0x3F])
        #expect(relay[34..<39] == [181, 0, 1, 1, 0] && relay[39...] == littleEndian(mavLinkSum(relay[1..<39] + [152]), 2)[...])
        #expect(colour[..<14] == [0xFE, 29, 1, 255, 190, 186, 1, 1, 255, 255, 3, 255, 128, 0])
        #expect(colour[35...] == littleEndian(mavLinkSum(colour[1..<35] + [72]), 2)[...])
        #expect(try world.command(action(.buzzer)) == .denied)
    }

    @Test("switches no relay that nobody named")
    func noRelays() throws {
        let world = try world()
        _ = world.told
        #expect(try world.command(action(.led)) == .denied)
        #expect(world.told.isEmpty)
    }

    @Test("blinks: a relay goes on and off each half of a period")
    func blinks() throws {
        let world = try world(relays: 1)
        _ = world.told
        try world.command(action(.led, 0, .blink) { $0.period = 200 })
        try world.live(1)
        let frames = world.told.split(separator: 0xFD)
        #expect((9...11).contains(frames.count), "\(frames.count)")
        // Param2, a float, is 1 or 0: its last byte stands at 16 behind the mark.
        let states = frames.map { $0[$0.startIndex + 16] == 0x3F }
        #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("begins a tone without an end again each second, until it is commanded off")
    func longTone() throws {
        let world = try world()
        _ = world.told
        try world.command(action(.buzzer))
        try world.live(2.55)
        #expect(world.told.split(separator: 0xFD).count == 3)
        try world.command(action(.buzzer, 0, .off))
        #expect(world.told.count == 23)
        try world.live(2)
        #expect(world.told.isEmpty)
    }

    @Test("that its device refuses is told once, with what it said")
    func refused() throws {
        let world = try world(relays: 1)
        let answer: [UInt8] = [181, 0, 3, 0, 0, 0, 0, 0, 255, 190]
        for _ in 0..<3 {
            try mavLinkFrame(77, answer, extra: 143).withUnsafeBytes { try world.device.write($0, timeoutMilliseconds: 0) }
            try world.live(0.1)
        }
        let results = world.news.compactMap { if case .refused(let result) = $0 { result } else { nil } }
        #expect(results == [3])
    }

    @Test(
        "has the nearest note and the duration within 2 %",
        arguments: [
            (880, 120, "MFMLT250L8O3A"), (440, 500, "MFMLT240L2O2A"), (262, 60, "MFMLT250L16O2C"), (1000, 15, "MFMLT250L64O3B"),
            (20, 9000, "MFMLT32L1O0C"), (20_000, 1, "MFMLT255L64O6B"), (0, 1000, "MFMLT240L1O3A"), (466, 250, "MFMLT240L4O2A#"),
        ])
    func tunes(_ hertz: UInt16, _ milliseconds: UInt16, _ text: String) throws {
        let world = try world()
        _ = world.told
        // What is longer than 2 s is begun again.
        try world.command(action(.buzzer) { ($0.frequency, $0.duration) = (hertz, min(2000, milliseconds)) })
        let told = world.told
        let wanted = milliseconds > 2000 ? text.replacing("T32", with: "T120") : text
        #expect(String(decoding: told.dropFirst(12).dropLast(2), as: UTF8.self) == wanted)
    }
}
