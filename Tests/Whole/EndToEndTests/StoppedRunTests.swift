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
        // By then it has read that its command was obeyed.
        #expect(live.rounds(20))
        live.send(SIGSTOP)
        #expect(device.waits(for: #""type":"failsafe""#))
        let before = device.text.components(separatedBy: #""on":true"#).count - 1
        live.send(SIGCONT)
        #expect(device.waits(for: #""on":true"#, times: before + 1))
        // It is told after the lights have been commanded.
        #expect(json ? live.waits(for: #""state":"failsafe""#) : live.waits(forNote: "switched everything off"), "\(live.notes)")
        live.end()
        device.end()
    }
}
