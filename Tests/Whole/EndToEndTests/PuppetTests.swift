import Foundation
import MotionCore
import TestSupport
import Testing
import WireProtocol

/// Puppets that break a rule from the first byte on. HostDiagnosisTests have what the link makes of them; here it reaches people.
@Suite("What a device on the line is told to be")
struct PuppetTests {
    private static func hello(_ change: (inout HelloMessage) -> Void) -> [UInt8] {
        var hello = HelloMessage(role: .device, session: 3)
        hello.sensor.rate = 50
        change(&hello)
        return frameBytes(FrameHeader(.hello)) { hello.write(to: &$0) }
    }

    private static func channel(scale: Float) -> ChannelDescription {
        ChannelDescription(kind: 0x10, unit: .g, scale: scale, offset: 0, fullScale: 8)
    }

    /// What a program says beside a puppet until it has said this.
    private func said(
        _ verb: String, until needle: String, json: Bool = false, _ act: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws -> Motionq.Result {
        let world = try SmallWorld()
        defer { world.remove() }
        let puppet = try Puppet(act)
        defer { puppet.end() }
        let model = verb == "run" ? ["--model", world.model] : []
        let live = try world.motionq.start([verb, "--port", puppet.path] + model + (json ? ["--json"] : []))
        #expect(json ? live.waits(for: needle) : live.waits(forNote: needle), "\(live.text)\(live.notes)")
        return live.end()
    }

    @Test("one without a HELLO, and of no wrong baud rate", arguments: ["monitor", "run"])
    func noHello(_ verb: String) throws {
        let result = try said(verb, until: "and no HELLO") { _ in
            frameBytes(FrameHeader(.data, count: 1)) { $0.u16(7) }
        }
        #expect(!result.errors.contains("no valid frame"), "\(result.errors)")
    }

    @Test("one whose HELLO has a scale of NaN, by that item", arguments: ["monitor", "run"])
    func nan(_ verb: String) throws {
        let hello = Self.hello { $0.sensor.addChannel(Self.channel(scale: .nan)) }
        let result = try said(verb, until: "a channel's scale is 0 or no finite number") { $0.isEmpty ? [] : hello }
        #expect(!result.errors.contains("no valid frame"), "\(result.errors)")
    }

    @Test("a loopback", arguments: ["monitor", "run"])
    func loopback(_ verb: String) throws {
        let result = try said(verb, until: "loopback") { $0 }
        #expect(!result.errors.contains("no valid frame"), "\(result.errors)")
    }

    /// What `monitor --json` tells of a device that greets.
    private func session(_ change: (inout HelloMessage) -> Void) throws -> String {
        let hello = Self.hello {
            $0.sensor.addChannel(Self.channel(scale: 0.001))
            change(&$0)
        }
        let result = try said("monitor", until: #""state":"session""#, json: true) { $0.isEmpty ? [] : hello }
        return result.output.split(separator: "\n").first { $0.contains(#""state":"session""#) }.map(String.init) ?? ""
    }

    @Test("one of a unique id in hexadecimal, whatever its bytes")
    func uniqueID() throws {
        let session = try session { for byte in [0xFF, 0xFE, 0x00, 0x0A] as [UInt8] { $0.uniqueID.append(byte) } }
        #expect(session.contains(#""unique_id":"fffe000a""#), "\(session)")
    }

    @Test("one of a name that turns and hides nothing")
    func name() throws {
        let session = try session { for byte in "ab\u{202E}cd\u{200B}".utf8 { $0.name.append(byte) } }
        #expect(session.contains(#""name":"ab\u202ecd\u200b""#), "\(session)")
    }
}
