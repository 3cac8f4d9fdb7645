import Foundation
import Simulation
import Testing
import WireProtocol

@Suite("An event of the simulator")
struct EventTextTests {
    @Test("is one line of JSON")
    func json() throws {
        var action = ActuatorAction(actuator: 2, unit: 0, pattern: .blink)
        action.red = 10
        let change = ActuatorChange(time: 5, action: action, reason: .command, sequence: 9)
        #expect(
            SimulatorEvent.actuator(change).jsonLine
                == #"{"type":"rgb","unit":0,"on":true,"level":255,"red":10,"green":0,"blue":0,"blink":true,"period_ms":500,"#
                + #""reason":"command","seq":9,"device_time_us":5}"#)
        #expect(SimulatorEvent.ready(port: "/dev/pts/3").jsonLine == #"{"type":"ready","port":"/dev/pts/3"}"#)
        let start = SimulatorEvent.SessionStart(name: "a\"\\\n\u{1B}[31m é", subject: nil, id: 1, samples: 2, rate: 25)
        for event in [.session(start), .hostLost, .summary(SimulatorSummary()), .failsafe(deviceTime: 1), .hostGreeted(session: 4)]
            as [SimulatorEvent]
        {
            let object = try JSONSerialization.jsonObject(with: Data(event.jsonLine.utf8))
            #expect((object as? [String: Any])?["type"] is String)
            #expect(!event.jsonLine.contains("\n"))
            #expect(!event.plain.contains("\n") && !event.plain.contains("\u{1B}"))
        }
        let parsed = try JSONSerialization.jsonObject(with: Data(SimulatorEvent.session(start).jsonLine.utf8)) as? [String: Any]
        #expect(parsed?["session"] as? String == start.name)
    }

    @Test("is a line for people")
    func plain() {
        let change = ActuatorChange(time: 5, action: buzz(milliseconds: 5), reason: .replaced, sequence: 9)
        #expect(SimulatorEvent.actuator(change).plain == "buzzer 0 on, level 255, 440 Hz (replaced)")
    }
}
