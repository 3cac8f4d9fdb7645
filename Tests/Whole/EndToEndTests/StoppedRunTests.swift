import Foundation
import TestSupport
import Testing

/// StoppedHostTests ask the pipeline, with clocks moved by hand; here the process stands still.
@Suite("run, stopped until the device's failsafe acts")
struct StoppedRunTests {
    @Test("says so, and commands again what shall be on", arguments: [true, false])
    func failsafe(_ json: Bool) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 1}", rest: "{led: 1}")
        let device = try world.device(world.recording("walk.csv", sessions: [5000]))
        let live = try world.motionq.start(
            world.run("--feedback", map, "--exit-ratio", "1000") + (json ? ["--json"] : []))
        #expect(device.waits(for: #""on":true"#))
        live.send(SIGSTOP)
        #expect(device.waits(for: #""type":"failsafe""#, seconds: 6))
        let before = device.text.components(separatedBy: #""on":true"#).count - 1
        live.send(SIGCONT)
        #expect(device.waits(for: #""on":true"#, times: before + 1, seconds: 6))
        let result = live.end()
        device.end()
        let said = json ? result.output : result.errors
        #expect(said.contains(json ? #""state":"failsafe""# : "switched everything off"), "\(said)")
    }
}
