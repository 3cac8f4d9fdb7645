import CAllocationCounter
import DeviceFormats
import MotionCore
import Testing
import WireProtocol

@Suite("A feedback line")
struct FeedbackLineTests {
    private func world(_ template: String?, capacity: Int = 4096) throws -> CommandedWorld {
        var options = ForeignOptions()
        options.feedbackLine = try template.map { try FeedbackTemplate($0) }
        return try CommandedWorld(options, capacity: capacity) { index in Array("\(0.1 + Double(index % 2) / 100),0,1,0,0,0\n".utf8)
        }
    }

    private func action(_ kind: Actuator, _ unit: UInt8, _ pattern: ActuatorAction.Pattern) -> ActuatorAction {
        var action = ActuatorAction(actuator: kind.rawValue, unit: unit, pattern: pattern)
        (action.red, action.green, action.blue) = (255, 160, 9)
        (action.frequency, action.duration, action.period) = (1760, 250, 400)
        return action
    }

    private func text(_ world: CommandedWorld) -> String { String(decoding: world.told, as: UTF8.self) }

    @Test(
        "is written for a command, with what it says in its places",
        arguments: [
            ("{kind} {unit} {on}\\n", "led 2 1\n"), ("{{\"{kind}\":{state}}}\\r\\n", "{\"led\":blink}\r\n"),
            ("{level},{red},{green},{blue}\\t{colour}\\\\", "255,255,160,9\tFFA009\\"),
            ("{frequency} {milliseconds} {period};", "1760 250 400;"), ("[{label}{phase}]", "[]"),
        ])
    func places(_ template: String, _ line: String) throws {
        let world = try world(template)
        #expect(text(world).isEmpty)
        #expect(try world.command(action(.led, 2, .blink)) == .accepted)
        #expect(text(world) == line)
    }

    @Test("is written for the end of a duration, too")
    func duration() throws {
        let world = try world("{kind}{unit}={on}/{frequency}\\n")
        try world.command(action(.buzzer, 0, .on))
        try world.live(0.4)
        #expect(text(world) == "buzzer0=1/1760\nbuzzer0=0/0\n")
    }

    @Test("names the label and the phase of the decision that it follows from")
    func labels() throws {
        let world = try world("{label} {phase} {on}\\n")
        for (phase, pattern) in [(Decision.Phase.enter, ActuatorAction.Pattern.on), (.none, .blink), (.exit, .off)] {
            let label: UInt8 = if case .none = phase { 0 } else { 1 }
            let decided = PredictionMessage(windowEnd: 0, lastIndex: 0, label: label, phase: phase, confidence: 0, slot: 0)
            try world.decide(decided, labels: ["rest", "shake"])
            try world.command(action(.led, 0, pattern))
        }
        #expect(text(world) == "shake enter 1\nshake enter 1\nshake exit 0\n")
    }

    @Test("is not written where nobody said one: such a device has no lights")
    func none() throws {
        let world = try world(nil)
        #expect(try world.command(action(.led, 0, .on)) == .denied)
        #expect(text(world).isEmpty)
    }

    @Test("that the device does not take is dropped, and the host hears that it was")
    func congested() throws {
        let world = try world("{kind} {unit} {on} and so on, and so on, and so on\\n", capacity: 64)
        try world.command(action(.led, 0, .on))
        #expect(throws: (any Error).self) { try world.command(action(.led, 1, .on)) }
        try world.live(0.1)
    }

    @Test(
        "that is none is refused with what there is",
        arguments: [
            ("{led}", "no place {led}; there are {label}"), ("{kind", "without its other half"), ("a}b", "without its other half"),
            ("\\x", "backslash before something other"), ("", "1 to 256 bytes"), (String(repeating: "a", count: 257), "256"),
        ])
    func refused(_ template: String, _ words: String) {
        let error = #expect(throws: FormatOptionError.self) { try FeedbackTemplate(template) }
        #expect(error?.description.contains(words) == true)
    }

    @Test(
        "costs no allocation",
        .enabled(if: allocation_counter_works(), "malloc can be counted with glibc and without a sanitizer only"))
    func allocations() throws {
        let world = try world("{label} {phase} {kind} {unit} {colour} {frequency}\\n")
        try world.command(action(.led, 0, .on))
        allocation_counter_begin()
        try world.command(action(.led, 0, .blink))
        #expect(allocation_counter_end() == 0)
    }
}
