import LivePage
import Testing
import WireProtocol

@Suite("What a page may ask for")
struct PageOrderTests {
    @Test("what it can do, each with all that it needs")
    func orders() {
        #expect(PageOrder(#"{"order":"open","port":"/dev/ttyACM0"}"#) == .open(port: "/dev/ttyACM0"))
        #expect(PageOrder(#"{"order":"simulate"}"#) == .simulate && PageOrder(#"{"order":"leave"}"#) == .leave)
        #expect(
            PageOrder(#"{"order":"teach","labels":["a","b\n"],"examples":5,"adds":true}"#)
                == .teach(labels: ["a", "b\n"], examples: 5, adds: true, tellsUnknown: false))
        #expect(PageOrder(#"{"order":"again"}"#) == .again && PageOrder(#"{"order":"stop","more":1}"#) == .stop)
        #expect(PageOrder(#"{"order":"use","model":"mine"}"#) == .use(model: "mine"))
        #expect(PageOrder(#"{"order":"compare","model":""}"#) == .compare(model: ""))
        #expect(PageOrder(#"{"order":"keep","label":"a","from":3,"to":9}"#) == .keep(label: "a", 3..<9))
        #expect(PageOrder(#"{"order":"learn","kept":["a-1"]}"#) == .learn(kept: ["a-1"]))
        #expect(
            PageOrder(#"{"order":"record","labels":["a"],"subject":"ana","repetitions":2,"seconds":1.5}"#)
                == .record(labels: ["a"], subject: "ana", repetitions: 2, seconds: 1.5))
        #expect(
            PageOrder(#"{"order":"train"}"#) == .train && PageOrder(#"{"order":"install"}"#) == .install
                && PageOrder(#"{"order":"record","labels":["a"]}"#) == nil)
        #expect(PageOrder(#"{"order":"look","stretch":7}"#) == .look(7) && PageOrder(#"{"order":"resume"}"#) == .resume)
        let mending = PageMending(folder: "new", dropped: [4], stretches: [1, 2], labels: ["a", "b"])
        #expect(mending?.renamed == [1: "a", 2: "b"])
        #expect(
            PageOrder(#"{"order":"mend","folder":"new","dropped":[4],"stretches":[1,2],"labels":["a","b"]}"#)
                == mending.map { .mend($0) })
        let decision = PageDecision(threshold: 0.8, evidence: 4, leak: 0.5)
        #expect(PageOrder(#"{"order":"try","threshold":0.8,"evidence":4,"leak":0.5}"#) == decision.map { .attempt($0) })
        #expect(PageOrder(#"{"order":"decide","threshold":0.8,"evidence":4,"leak":0.5}"#) == decision.map { .decide($0) })
    }

    @Test(
        "and nothing else",
        arguments: [
            "", "view", "{}", "[]", #"{"order":"open"}"#, #"{"order":"teach"}"#, #"{"order":"teach","labels":"a"}"#,
            #"{"order":"keep","label":"a","from":9,"to":9}"#, #"{"order":"keep","label":"a","from":-1,"to":9}"#,
            #"{"order":"keep","label":"a","from":1e99,"to":9}"#, #"{"order":"keep","from":1,"to":9}"#, #"{"order":"use"}"#,
            #"{"order":"look"}"#, #"{"order":"mend","folder":"new","stretches":[1],"labels":[]}"#,
            #"{"order":"mend","folder":"new","stretches":[1,1],"labels":["a","b"]}"#,
            #"{"order":"try","threshold":2,"evidence":4,"leak":0.5}"#,
            #"{"order":"decide","threshold":0.5,"evidence":400,"leak":0.5}"#, #"{"order":"delete"}"#, #"{"order":7}"#,
        ])
    func refused(_ text: String) { #expect(PageOrder(text) == nil) }
}

@Suite("The lights that a page shows")
struct PageLightsTests {
    private func settled(_ action: ActuatorAction, _ status: AckMessage.Status?) -> FeedbackOutbox.Outcome {
        FeedbackOutbox.unsent(action, status, cause: .request)
    }

    private func led(_ unit: UInt8, _ pattern: ActuatorAction.Pattern) -> ActuatorAction {
        ActuatorAction(actuator: Actuator.led.rawValue, unit: unit, pattern: pattern)
    }

    @Test("are those that the device said are on, until it says that they are off or all is over")
    func settled() {
        var lights = PageLights()
        lights.settle(settled(led(1, .on), .ok), now: 0)
        lights.settle(settled(led(2, .blink), .duplicate), now: 0)
        lights.settle(settled(led(3, .on), nil), now: 0)
        lights.settle(settled(led(0, .on), .unsupported), now: 0)
        #expect(lights.line.contains(#""name":"led 1","blinks":false"#) && lights.line.contains(#""name":"led 2","blinks":true"#))
        #expect(!lights.line.contains("led 3") && !lights.line.contains("led 0"))
        lights.settle(settled(led(1, .off), .ok), now: 0)
        #expect(!lights.line.contains("led 1"))
        lights.allOff()
        #expect(lights.line == #"{"type":"lights","on":[]}"#)
    }

    @Test("tell when a sound ends by itself")
    func sound() {
        var lights = PageLights()
        var action = ActuatorAction(actuator: Actuator.buzzer.rawValue, unit: 0, pattern: .on)
        (action.frequency, action.duration) = (880, 150)
        lights.settle(settled(action, .ok), now: 1000)
        #expect(lights.line.contains(#""hertz":880,"until_ms":1150"#))
    }
}
