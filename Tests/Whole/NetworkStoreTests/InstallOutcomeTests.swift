import DeviceTools
import Formatting
import MotionCore
import TestSupport
import Testing
import Transport
import WireProtocol

/// What an installation on an honest device comes to, whatever the device can tell.
@Suite("An installation on an honest device")
struct InstallOutcomeTests {
    private let goal = InstallGoal.install(image: Lie.image, imageHash: Lie.hash, network: Lie.network)

    private func installed(_ goal: InstallGoal, on device: LyingDevice) throws -> Installed {
        let ending = LyingDeviceTests.install(goal, on: device)
        return try #require(ending.installed, "\(ending.failure?.sentence ?? "")")
    }

    @Test("is shown by the image where the device tells it, also if it ran the same network before")
    func shownByImage() throws {
        let device = LyingDevice()
        let first = try installed(goal, on: device)
        #expect(first.proof == .image && first.changed)
        let again = try installed(goal, on: device)
        #expect(again.proof == .image && !again.changed)
        device.identity.image = 0xBAD
        let options = try installed(goal, on: device)
        #expect(options.proof == .image && options.changed)
    }

    @Test("is shown by another network where the device tells no image, and by its word where that is the same")
    func shownByNetwork() throws {
        let device = LyingDevice(minor: 3)
        #expect(try installed(goal, on: device).proof == .network)
        #expect(try installed(goal, on: device).proof == .word)
    }

    @Test("is undone: what has changed is told, and that nothing has")
    func undone() throws {
        let device = LyingDevice()
        _ = try installed(goal, on: device)
        #expect(try installed(.forget, on: device).changed)
        #expect(try !installed(.forget, on: device).changed)
    }

    /// What a slow line, a reset and another host's remains make of it.
    static let hindrances: [(name: String, teach: @Sendable (LyingDevice) -> Void)] = [
        ("answers after 400 ms", { $0.whenAsked = { $0.say($2, after: 400_000) } }),
        ("says everything fifty times", { $0.whenAsked = { device, _, honest in for _ in 0..<50 { device.say(honest) } } }),
        ("repeats its HELLO every millisecond", { $0.whenever = { $0.greet() } }),
        ("answers every third time", { $0.whenAsked = { if $0.steps % 3 == 0 { $0.say($2) } } }),
        (
            "resets in the middle",
            {
                $0.whenAsked = { device, message, honest in
                    if device.begins == 1, message.step == .block(offset: 1792) { device.reset() } else { device.say(honest) }
                }
            }
        ),
        (
            "resets near the end, without a word",
            {
                $0.whenAsked = { device, message, honest in
                    if device.begins == 1, message.step == .block(offset: 2688) {
                        device.reset(isSaid: false)
                    } else {
                        device.say(honest)
                    }
                }
            }
        ),
        ("has no id", { $0.identity.uniqueID = ShortText() }),
        ("has neither id nor name", { ($0.identity.uniqueID, $0.identity.name) = (ShortText(), ShortText()) }),
        ("is silent about the commit", { $0.whenAsked = { if $1.step != .commit { $0.say($2) } } }),
        (
            "cuts its name when there is a network",
            { device in
                (device.identity.uniqueID, device.identity.network) = (ShortText(), 0)
                device.whenGreeted = { device in
                    if device.orders > 0 { device.identity.name = LyingDevice.text("boa") }
                    device.greet(isReply: true)
                }
            }
        ),
        (
            "has a part of the image already",
            { device in
                let begin = InstallMessage.Step.begin(length: 3000, hash: Lie.hash)
                device.take(
                    device.frame(.install, isReply: false) { InstallMessage(sequence: 1, step: begin).write(to: &$0) }, now: 0)
                device.take(
                    device.frame(.install, isReply: false) { writer in
                        InstallMessage(sequence: 2, step: .block(offset: 0)).write(to: &writer)
                        for byte in Lie.image.prefix(100) { writer.u8(byte) }
                    }, now: 0)
            }
        ),
    ]

    @Test("comes to its end", arguments: hindrances.indices)
    func hindered(_ index: Int) throws {
        let device = LyingDevice()
        Self.hindrances[index].teach(device)
        let name = Self.hindrances[index].name
        let ending = LyingDeviceTests.install(goal, on: device)
        #expect(ending.installed?.device.network == Lie.network, "\(name): \(ending.failure?.sentence ?? "")")
        #expect(ending.line.seconds < 30, "\(name)")
    }

    /// Moments at which the line ends, and what the device may run then.
    static let moments: [(name: String, isNow: @Sendable (LyingDevice) -> Bool, says: [String])] = [
        ("in the middle", { $0.blocks == 5 }, ["runs the network that it ran (0000000000000b01)"]),
        (
            "after the commit, unanswered", { $0.orders == 1 },
            [
                "runs the network that it ran (0000000000000b01) or the new one (\(String(Lie.network, radix: 16)))",
                "“monitor the device” (json)",
            ]
        ),
        ("before HELLO", { $0.steps == 0 }, ["nothing was sent to a device"]),
    ]

    @Test("that is interrupted, or whose line is lost, says which network runs", arguments: moments.indices, [true, false])
    func cutShort(_ index: Int, isInterrupted: Bool) throws {
        let (name, isNow, says) = Self.moments[index]
        let device = LyingDevice()
        device.whenAsked = { if $1.step != .commit { $0.say($2) } }
        device.obeys = { $0.step != .commit }
        if index == 2 { device.whenGreeted = { _ in } }
        let line = LyingLine(device)
        line.stops = { device in
            guard isNow(device) else { return nil }
            return isInterrupted ? .interrupted : .transport(TransportError(.disconnected, port: "p", operation: "read"))
        }
        let failure = try #require(LyingDeviceTests.install(goal, over: line).failure)
        #expect(failure.exit == (isInterrupted ? 130 : 74), "\(name)")
        for part in says { #expect(failure.sentence.description.contains(part), "\(name): \(failure.sentence)") }
    }
}
