import Foundation
import Simulation
import Synchronization

/// A sketch that prints its time, ax, ay, az, gx, gy and gz at 50 Hz, in g and °/s, and obeys lines such as `led 0 1`. Somebody
/// holds it, and writes what its lights, or the test, say.
public final class WritingSketch: @unchecked Sendable {
    /// The option by which a host speaks to it.
    public static let feedbackLine = #"{kind} {unit} {on}\n"#

    private struct State {
        var writer: ObedientWriter
        var sent = 0
        var heard: [UInt8] = []
        /// Which of its lights are on.
        var lit: Set<Int> = []
        /// Whether the person does what the lights say.
        var isObedient = true
        /// What the test asked for.
        var asked: Int?
        /// Samples in which the board is turned.
        var turning = 0..<0
    }

    private let state: Mutex<State>
    private let clock = PatientClock()

    public init() {
        let strokes = MadeUpStrokes(seed: 77, rate: 50, hasGravity: true)
        state = Mutex(State(writer: ObedientWriter(strokes, writer: 5, shapes: 3)))
    }

    /// The lights that are on.
    public var lit: Set<Int> { state.withLock { $0.lit } }

    /// Has the board turned to and fro for six seconds, which tells its units.
    public func turn() { state.withLock { $0.turning = $0.sent..<$0.sent + 300 } }

    /// From now on the person looks at no light.
    public func lookAway() { state.withLock { $0.isObedient = false } }

    /// Has a shape written once.
    public func write(_ shape: Int) {
        state.withLock {
            $0.asked = shape
            $0.writer.see(light: shape, isOn: true, at: 0)
        }
    }

    /// The lines that are due.
    public func act(_ received: [UInt8]) -> [UInt8] {
        state.withLock { state in
            state.heard += received
            while let end = state.heard.firstIndex(of: UInt8(ascii: "\n")) {
                Self.obey(String(decoding: state.heard[..<end], as: UTF8.self), &state)
                state.heard.removeFirst(end + 1)
            }
            let due = Int(clock.advance() / 20_000)
            var lines: [UInt8] = []
            while state.sent < due {
                lines += Array(Self.line(&state).utf8)
                state.sent += 1
            }
            return lines
        }
    }

    private static func obey(_ line: String, _ state: inout State) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "led", let led = Int(words[1]) else { return }
        let isOn = words[2] == "1"
        if isOn { state.lit.insert(led) } else { state.lit.remove(led) }
        if state.isObedient { state.writer.see(light: led, isOn: isOn, at: 0) }
    }

    private static func line(_ state: inout State) -> String {
        var values = [Float](repeating: 0, count: 6)
        if state.turning.contains(state.sent) {
            // About x, to and fro in three seconds, and gravity turns with it.
            let phase = Double(state.sent - state.turning.lowerBound) * 0.02 * 2 * .pi / 3
            let angle = 0.8 * sin(phase)
            values = [0, Float(sin(angle)), Float(cos(angle)), Float(0.8 * cos(phase) * 2 * .pi / 3), 0, 0]
        } else {
            values = state.writer.sample(at: 0)
            if let asked = state.asked, state.writer.label != nil {
                state.writer.see(light: asked, isOn: false, at: 0)
                state.asked = nil
            }
        }
        let degrees = values[3...].map { $0 * 180 / .pi }
        return String(
            format: "%ld,%.4f,%.4f,%.4f,%.3f,%.3f,%.3f\r\n", 20 * state.sent, values[0], values[1], values[2], degrees[0],
            degrees[1],
            degrees[2])
    }
}
