import MotionCore
import Randomness
import Testing

@Suite("Over a sequence of gestures the decision engine")
struct GestureSequenceTests {
    struct Event: Equatable, CustomStringConvertible {
        let phase: Decision.Phase
        let label: Int
        var description: String { "\(phase) \(label)" }
    }

    /// The enters and exits of windows 200 ms apart, whose most probable labels are given; label 0 of `labels` is rest.
    private func events(_ best: [Int], labels: Int, certainty: ClosedRange<Double>, seed: UInt64) -> [Event] {
        var parameters = DecisionParameters()
        parameters.restLabel = 0
        let engine = DecisionEngine(labels: labels, parameters: parameters)
        var generator = SeededGenerator(seed: seed)
        var events: [Event] = []
        for (index, strongest) in best.enumerated() {
            let certain = Double.random(in: certainty, using: &generator)
            for label in 0..<labels {
                let score = label == strongest ? certain : (1 - certain) / Double(labels - 1)
                engine.set(label, Int16(score * 32767))
            }
            let decision = engine.decide(at: UInt64(index) * 200_000)
            if decision.phase == .enter || decision.phase == .exit {
                if let label = decision.active { events.append(Event(phase: decision.phase, label: label)) }
            }
        }
        return events
    }

    private func stretch(_ label: Int, _ windows: Int) -> [Int] { [Int](repeating: label, count: windows) }

    @Test("gives one enter and one exit for each gesture, in order", arguments: 0..<20)
    func onePairEach(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var windows = stretch(0, 10)
        var expected: [Event] = []
        for _ in 0..<12 {
            let label = Int.random(in: 1...3, using: &generator)
            windows += stretch(label, Int.random(in: 6...15, using: &generator))
            windows += stretch(0, Int.random(in: 8...15, using: &generator))
            expected += [Event(phase: .enter, label: label), Event(phase: .exit, label: label)]
        }
        #expect(events(windows, labels: 4, certainty: 0.95...0.99, seed: seed) == expected)
    }

    @Test("leaves one gesture before it enters the next where no rest lies between")
    func backToBack() {
        let windows = stretch(0, 5) + stretch(1, 10) + stretch(2, 10) + stretch(0, 5)
        #expect(
            events(windows, labels: 3, certainty: 0.97...0.97, seed: 1) == [
                Event(phase: .enter, label: 1), Event(phase: .exit, label: 1), Event(phase: .enter, label: 2),
                Event(phase: .exit, label: 2),
            ])
    }

    @Test("enters nothing while two classes flicker from window to window")
    func flicker() {
        let windows = stretch(0, 5) + (0..<200).map { 1 + $0 % 2 }
        #expect(events(windows, labels: 3, certainty: 0.95...0.99, seed: 2).isEmpty)
    }

    @Test("leaves a gesture once when it turns into flicker, and enters nothing more")
    func flickerAfterGesture() {
        let windows = stretch(0, 5) + stretch(1, 10) + (0..<200).map { 1 + $0 % 2 }
        #expect(
            events(windows, labels: 3, certainty: 0.95...0.99, seed: 2) == [
                Event(phase: .enter, label: 1), Event(phase: .exit, label: 1),
            ])
    }

    @Test("holds a gesture through single windows of another class")
    func strayWindows() {
        var windows = stretch(0, 5) + stretch(1, 40) + stretch(0, 6)
        for index in stride(from: 12, to: 40, by: 7) { windows[index] = 2 }
        #expect(
            events(windows, labels: 3, certainty: 0.95...0.99, seed: 3) == [
                Event(phase: .enter, label: 1), Event(phase: .exit, label: 1),
            ])
    }

    @Test("never enters twice without leaving and never rest, whatever the windows say", arguments: 0..<20)
    func alternates(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var windows: [Int] = []
        while windows.count < 500 {
            windows += stretch(Int.random(in: 0...3, using: &generator), Int.random(in: 1...8, using: &generator))
        }
        var active = 0
        for event in events(windows, labels: 4, certainty: 0.5...0.99, seed: seed) {
            #expect(event.label != 0)
            #expect(event == (active == 0 ? Event(phase: .enter, label: event.label) : Event(phase: .exit, label: active)))
            active = event.phase == .enter ? event.label : 0
        }
    }
}
