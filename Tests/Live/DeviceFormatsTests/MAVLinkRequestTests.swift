import DeviceFormats
import TestSupport
import Testing

@Suite("An autopilot that tells of no motion")
struct MAVLinkRequestTests {
    /// A port with the autopilot on it, for so many seconds.
    private func listen(
        to autopilot: SimulatedAutopilot, seconds: Int, _ change: (inout ForeignOptions) -> Void = { _ in }
    ) throws -> TranslatedWorld {
        var options = ForeignOptions()
        change(&options)
        let world = TranslatedWorld(options, bauds: [57_600])
        var now: UInt64 = 0
        for _ in 0..<seconds * 100 {
            now += 10_000
            try world.send(autopilot.act(now), after: 10_000)
            autopilot.hear(try world.heardByDevice())
        }
        return world
    }

    private func motionless(_ world: TranslatedWorld) -> [(autopilot: MAVLinkAutopilot, isAsked: Bool)] {
        world.told.compactMap { if case .motionless(let autopilot, let isAsked) = $0 { (autopilot, isAsked) } else { nil } }
    }

    @Test("is named once with what to ask for, at the speed that is right, and told nothing", arguments: [1, 2])
    func named(_ version: Int) throws {
        let autopilot = SimulatedAutopilot(version: version)
        let world = try listen(to: autopilot, seconds: 8)
        #expect(world.told.count == 1)
        let news = try #require(motionless(world).first)
        #expect(!news.isAsked)
        #expect(news.autopilot.heard == "MAVLink \(version) of ArduPilot (system 7, component 1), heartbeats")
        for word in ["SR0_RAW_SENS", "REQUEST_DATA_STREAM", "MAV_CMD_SET_MESSAGE_INTERVAL", "SCALED_IMU", "RAW_IMU"] {
            #expect(news.autopilot.remedy.contains(word))
        }
        #expect(autopilot.questions.isEmpty && autopilot.heartbeats == 0 && autopilot.strays == 0)
    }

    @Test(
        "is asked in its own framing where somebody wants that, and read at the rate that was asked for",
        arguments: [1, 2], [105, 26, 27] as [UInt8])
    func asked(_ version: Int, _ message: UInt8) throws {
        let autopilot = SimulatedAutopilot(version: version, message: message)
        let world = try listen(to: autopilot, seconds: 9) { $0.requestsMotion = true }
        #expect(motionless(world).map(\.isAsked) == [true])
        let found = try #require(world.found)
        #expect(found.rate == 50 && autopilot.interval == 20_000 && autopilot.strays == 0)
        // To whom, the raw sensors, 50 times a second, on.
        #expect(autopilot.questions.first { $0.number == 66 }?.payload == [50, 0, 7, 1, 1, 1])
        #expect(world.rows.count > 50)
        #expect(!world.told.contains { if case .refused = $0 { true } else { false } })
        // A ground station goes on to be heard.
        #expect((6...8).contains(autopilot.heartbeats))
    }

    @Test("is asked no more once motion comes")
    func enough() throws {
        let autopilot = SimulatedAutopilot(version: 2)
        let world = try listen(to: autopilot, seconds: 9) { $0.requestsMotion = true }
        #expect(world.found != nil && autopilot.questions.map(\.number) == [66, 76])
    }

    @Test("is asked for the rate that somebody says")
    func rate() throws {
        let autopilot = SimulatedAutopilot(version: 1)
        let world = try listen(to: autopilot, seconds: 7) { ($0.requestsMotion, $0.rate) = (true, 100) }
        #expect(autopilot.interval == 10_000 && world.found?.rate == 100)
        #expect(autopilot.questions.first?.payload.first == 100)
    }

    @Test("is asked again and again while none comes")
    func again() throws {
        let autopilot = SimulatedAutopilot(version: 1, message: 200)
        _ = try listen(to: autopilot, seconds: 13) { $0.requestsMotion = true }
        let messages = autopilot.questions.filter { $0.number == 76 }.map { autopilot.parameter(0, $0.payload) }
        #expect(messages == [105, 26, 27, 105, 26, 27, 105])
    }

    @Test("and that is no ground station: another one's heartbeats alone are nobody's")
    func groundStation() throws {
        let world = TranslatedWorld()
        for _ in 0..<6 {
            try world.send(mavLinkFrame(0, MAVLinkPayload.heartbeat(kind: 6, firmware: 8), extra: 50), after: 1_000_000)
        }
        #expect(motionless(world).map { $0.autopilot.system } == [nil])
    }
}
