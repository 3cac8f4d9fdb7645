import Formatting
import LiveLoop
import MotionCore
import TestSupport
import Testing
import Transport
import WireProtocol

@Suite("What print shows of the live loop")
struct DescriptionTests {
    /// Prints what it hears at once: a window's probabilities are gone afterwards.
    private final class Printer: LiveObserver {
        var windows: [String] = []
        var hello = ""
        var statistics = ""
        func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
            if case .session(let message) = change { hello = "\(message)" }
            self.statistics = "\(statistics)"
        }
        func windowClassified(_ window: LiveWindow) { windows += ["\(window.window)", "\(window.decision)", "\(window)"] }
    }

    @Test("windows, decisions and devices in words")
    func live() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        let model = try liveModel(network)
        var identity = ScriptedDevice.sixAxes()
        for byte in "arm\u{1B}".utf8 { identity.name.append(byte) }
        let device = ScriptedDevice(transport: pair.device, identity: identity)
        let (clock, printer) = (ManualClock(), Printer())
        var options = LiveOptions()
        options.decision.threshold = 0
        options.decision.enterRatio = 0
        let pipeline = LivePipeline(
            transport: pair.host, model: model, options: options, clock: clock, observer: printer, sessionID: 9)
        try pipeline.open()
        for index in 0..<10 {
            device.push((0..<6).map { Int16($0 * 100 + index) })
            clock.now += 40_000
            try device.service()
            try pipeline.step(longestWait: 0)
        }
        #expect(
            printer.hello
                == #"device "arm\u{1B}", session 77: ax in g, ay in g, az in g, gx in rad/s, gy in rad/s, gz in rad/s at 25.0 Hz"#)
        let windows = printer.windows
        try #require(windows.count == 3)
        #expect(windows[0].hasPrefix("window to sample 10, slot 0: label "))
        #expect(windows[1].hasPrefix("label ") && windows[1].hasSuffix(" enters"))
        #expect(windows[2].contains(" s: \(windows[0]); decided: \(windows[1]); 0 commands after "))
        #expect("\(pipeline.statistics)" == "10 samples, 0 lost, 0 damaged frames; 1 windows, 1 events")
        #expect("\(model)".hasPrefix("label0, label1, label2, label3 from windows of 10 samples every 5 at 25.0 Hz, reading gx, "))
        #expect("\(network.numbers)" == "6 inputs → LSTM 8 → dense 4, int16")
    }

    @Test("a sensor by its channels; a name that it has twice is numbered")
    func device() {
        var sensor = SensorDescription(rate: 50)
        for _ in 0..<2 {
            sensor.addChannel(ChannelDescription(kind: 0x12, unit: .metresPerSecondSquared, scale: 1, offset: 0, fullScale: 0))
        }
        #expect("\(sensor)" == "az in m/s², az in m/s² at 50.0 Hz")
        #expect(sensor.channelNames == ["az", "az2"])
    }

    @Test("a feedback table as what happens when")
    func feedback() {
        var table = FeedbackTable()
        #expect("\(table)" == "no feedback")
        for (onEnter, pattern) in [(true, ActuatorAction.Pattern.blink), (false, .off)] {
            let action = ActuatorAction(actuator: Actuator.led.rawValue, unit: 2, pattern: pattern)
            table.entries.append(.init(label: 1, onEnter: onEnter, leastConfidence: 0, timeToLive: 300, action: action))
        }
        #expect("\(table)" == "label 1 enters: led 2 blink; label 1 leaves: led 2 off")
    }
}
