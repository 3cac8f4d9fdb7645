import LiveLoop
import Testing
import WireProtocol

@Suite("A feedback map")
struct FeedbackMapTests {
    static let labels = ["chop_it", "drive_it", "rest_it", "shake_it"]

    /// An enter or exit entry of `shake_it`.
    static func entry(
        onEnter: Bool, confidence: Int16 = 0, timeToLive: UInt16 = 500, _ actuator: Actuator, _ pattern: ActuatorAction.Pattern,
        change: (inout ActuatorAction) -> Void = { _ in }
    ) -> FeedbackTable.Entry {
        var action = ActuatorAction(actuator: actuator.rawValue, unit: 0, pattern: pattern)
        change(&action)
        return .init(label: 3, onEnter: onEnter, leastConfidence: confidence, timeToLive: timeToLive, action: action)
    }

    private func parse(_ yaml: String) throws(FeedbackMapError) -> [FeedbackTable.Entry] {
        try FeedbackMap(labels: Self.labels, file: "m.yml").parse(yaml).entries
    }

    /// The actions of `shake_it` on entering, each given in YAML's short form, then on leaving if nothing is said.
    private func entries(enter actions: String) throws(FeedbackMapError) -> [FeedbackTable.Entry] {
        try parse("labels:\n  shake_it:\n    enter: [\(actions)]\n")
    }

    @Test("as its documentation shows it gives the entries that it describes")
    func example() throws {
        let entries = try parse(
            """
            time_to_live_ms: 400            # optional; commands older than this are not applied
            labels:
              shake_it:
                least_confidence: 0.95      # optional
                enter:
                  - led: 0                  # led, rgb, buzzer or vibration: which of them, 0 … 7
                    pattern: blink          # on (default), off, blink
                    period_ms: 200
                  - buzzer: 0
                    frequency: 880
                    duration_ms: 120
                exit:                       # optional; without it, what enter switched on without a duration goes off
                  - led: 0
                    pattern: off
            """)
        #expect(
            entries == [
                Self.entry(onEnter: true, confidence: 31130, timeToLive: 400, .led, .blink) { $0.period = 200 },
                Self.entry(onEnter: true, confidence: 31130, timeToLive: 400, .buzzer, .on) {
                    $0.frequency = 880
                    $0.duration = 120
                },
                Self.entry(onEnter: false, timeToLive: 400, .led, .off),
            ])
    }

    @Test("without an exit switches off what enter left on, and nothing else")
    func defaultExit() throws {
        let entries = try entries(
            enter: "{led: 0}, {buzzer: 0, duration_ms: 100}, {rgb: 0, pattern: off}, {vibration: 0, pattern: blink}")
        #expect(
            entries.filter { !$0.onEnter } == [
                Self.entry(onEnter: false, .led, .off), Self.entry(onEnter: false, .vibration, .off),
            ])
    }

    @Test("with an empty exit leaves everything on")
    func emptyExit() throws {
        #expect(try parse("labels: {shake_it: {enter: [{led: 0}], exit: []}}").count == 1)
    }

    @Test(
        "takes a pattern bare, as YAML 1.1's truth values, quoted and in capitals",
        arguments: [
            ("on", ActuatorAction.Pattern.on), ("off", .off), ("true", .on), ("false", .off), ("yes", .on), ("no", .off),
            ("'on'", .on), ("\"off\"", .off), ("On", .on), ("OFF", .off), ("blink", .blink),
        ])
    func patterns(_ word: String, _ pattern: ActuatorAction.Pattern) throws {
        #expect(try entries(enter: "{led: 0, pattern: \(word)}").first == Self.entry(onEnter: true, .led, pattern))
    }

    @Test("lets its commands live half a second unless it says otherwise")
    func standardTimeToLive() throws {
        #expect(try entries(enter: "{led: 0}").map(\.timeToLive) == [500, 500])
    }

    @Test("reads a colour")
    func colour() throws {
        let found = try entries(enter: "{rgb: 0, color: '#fF8001', level: 7}").first
        #expect(
            found
                == Self.entry(onEnter: true, .rgb, .on) {
                    ($0.red, $0.green, $0.blue, $0.level) = (255, 128, 1, 7)
                })
    }

    @Test("takes the bounds of every number")
    func bounds() throws {
        let found = try entries(enter: "{buzzer: 7, level: 0, frequency: 20000, duration_ms: 60000, period_ms: 60000}").first
        #expect(
            found
                == Self.entry(onEnter: true, .buzzer, .on) {
                    ($0.unit, $0.level, $0.frequency, $0.duration, $0.period) = (7, 0, 20000, 60000, 60000)
                })
    }

    @Test("holds a least confidence of 1 as the largest Q15 number")
    func certainty() throws {
        let found = try parse("labels: {shake_it: {least_confidence: 1, enter: [{led: 0}]}}")
        #expect(found.map(\.leastConfidence) == [32767, 0])
    }

    @Test("may say nothing about a label or about all of them")
    func silent() throws {
        #expect(try parse("labels: {shake_it: {}}").isEmpty)
        #expect(try parse("labels: {}").isEmpty)
    }

    @Test("that nobody gave lights one LED for each label but rest")
    func standard() {
        let table = FeedbackMap.standard(labels: Self.labels, restLabel: 2)
        #expect(table.entries.map(\.label) == [0, 0, 1, 1, 3, 3])
        #expect(table.entries.map(\.action.unit) == [0, 0, 1, 1, 2, 2])
        #expect(table.entries.map(\.action.pattern) == [.on, .off, .on, .off, .on, .off])
        #expect(table.entries.map(\.onEnter) == [true, false, true, false, true, false])
        #expect(table.entries.allSatisfy { $0.action.actuator == Actuator.led.rawValue && $0.timeToLive == 500 })
    }

    @Test("that nobody gave begins again at the first LED after four labels")
    func standardOfManyLabels() {
        let table = FeedbackMap.standard(labels: (0..<6).map { "\($0)" }, restLabel: -1)
        #expect(table.entries.filter(\.onEnter).map(\.action.unit) == [0, 1, 2, 3, 0, 1])
    }
}
