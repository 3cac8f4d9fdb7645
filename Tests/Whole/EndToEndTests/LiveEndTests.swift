import Foundation
import Simulation
import TestSupport
import Testing

@Suite("What a live run says of what went wrong")
struct LiveEndTests {
    @Test("a device that comes back at a rate of no motion ends the run with 65, an error and the summary")
    func otherRate() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let first = try world.device(recording)
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--json"])
        #expect(live.waits(for: #""type":"window""#, times: 3))
        world.unplug(first)
        #expect(live.waits(for: "disconnected"))
        let second = try world.device(world.recording("slow.csv", sessions: [5000], rate: 0.5))
        let result = live.wait()
        second.end()
        #expect(result.status == 65)
        #expect(result.errors.contains("the device samples at 0.5 Hz") && result.errors.split(separator: "\n").count == 1)
        let lines = try result.objects()
        let error = try #require(lines.dropLast().last)
        #expect(error["type"] as? String == "error" && error["code"] as? Int == 65)
        #expect((error["reason"] as? String)?.contains("the device samples at 0.5 Hz") == true)
        #expect(lines.last?["type"] as? String == "summary" && (lines.last?["samples"] as? Int ?? 0) > 0)
        #expect(lines.last?["reconnections"] as? Int == 1)
    }

    @Test("commands name their actuator, and are counted apart from their repetitions", arguments: [true, false])
    func actuators(_ json: Bool) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let three = "{led: 1}, {led: 7}, {vibration: 0}"
        let map = try world.feedback(class1: three, class2: three, rest: three)
        let device = try world.patientDevice(world.recording("walk.csv", sessions: [300]), speed: .times(4), loops: false)
        let arguments = world.run("--feedback", map, "--until-disconnected")
        let result = try world.motionq.start(arguments + (json ? ["--json"] : [])).wait()
        #expect(device.end().contains(#""type":"summary""#) && result.status == 0)
        guard json else {
            #expect(result.output.contains(" sent, 0 repetitions, ") && result.output.contains(" unsupported, "))
            #expect(result.output.contains("because the device has no such actuator"))
            return
        }
        let lines = try result.objects()
        let settled = lines.filter { $0["type"] as? String == "feedback" }
        let statuses = Dictionary(grouping: settled) { $0["actuator"] as? String ?? "" }.mapValues {
            Set($0.map { "\($0["status"] ?? "")" })
        }
        #expect(statuses["led 1"] == ["ok"], "\(statuses)")
        #expect(Set(statuses.keys).isSubset(of: ["led 1", "led 7"]), "\(statuses)")
        let summary = try #require(lines.last)
        #expect(summary["commands_sent"] as? Int == settled.count && summary["commands_repeated"] as? Int == 0)
        #expect((summary["commands_denied"] as? Int ?? 0) >= 1)
    }
}
