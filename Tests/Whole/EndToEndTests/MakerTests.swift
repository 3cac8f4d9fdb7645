import Foundation
import Recordings
import Synchronization
import TestSupport
import Testing

/// A sketch that prints six numbers, 50 times a second, in m/s² and rad/s without a time, on a board in a hand that writes letters
/// of no alphabet.
private final class HeldBoard: Sendable {
    private struct State {
        var line = ""
        var told: [String] = []
        /// Samples that are still to come, of the gesture that is being made.
        var motion: [[Float]] = []
        var held: [Float]
        var made = [0, 0]
        /// Whether it makes the gesture that a light asks for.
        var followsLights = true
        /// The light that is on, and samples for which the hand has been still.
        var lit: Int?
        var still = 0
    }

    private let gestures: [[[[Float]]]]
    private let state: Mutex<State>
    private let clock = PatientClock()
    private let sent = Mutex(0)
    /// Samples after which a gesture is made once more, its light still on: on a late machine it may be lost, and is not heard.
    private static let patience = 150
    /// Samples in which the hand turns from one attitude to another.
    private static let turning = 15

    /// - Parameter gestures: samples in g and rad/s, by label and repetition.
    init(_ gestures: [[[[Float]]]]) {
        self.gestures = gestures
        state = Mutex(State(held: Self.upright(gestures[0][0][0])))
    }

    private static func upright(_ sample: [Float]) -> [Float] {
        let size = sample.prefix(3).reduce(0) { $0 + $1 * $1 }.squareRoot()
        return sample.prefix(3).map { $0 / size }
    }

    private static func turn(_ from: [Float], _ to: [Float]) -> [[Float]] {
        (1...turning).map { step in
            let share = Float(step) / Float(turning)
            return zip(from, to).map { $0 + ($1 - $0) * share } + [0, 0, 0]
        }
    }

    /// Makes a gesture once more, from and to an attitude that is held still.
    func make(_ label: Int) { state.withLock { make(label, &$0) } }

    private func make(_ label: Int, _ state: inout State) {
        guard let gesture = gestures.indices.contains(label) ? gestures[label] : nil else { return }
        let samples = gesture[state.made[label] % gesture.count]
        state.made[label] += 1
        let (first, last) = (samples[0], samples[samples.count - 1])
        let end = Self.upright(last)
        state.motion += Self.turn(state.held, Array(first.prefix(3))) + samples + Self.turn(Array(last.prefix(3)), end)
        state.held = end
        state.still = 0
    }

    func ignoreLights() { state.withLock { $0.followsLights = false } }
    /// Whether a gesture was made, and the hand has been still for a while.
    var isStill: Bool { state.withLock { $0.still > Self.patience } }
    /// The lines that it was sent.
    var told: [String] { state.withLock { $0.told } }

    func act(_ received: [UInt8]) -> [UInt8] {
        let due = Int(clock.advance() / 20_000)
        let count = sent.withLock { sent in
            defer { sent = max(sent, due) }
            return max(0, due - sent)
        }
        return state.withLock { state in
            for character in String(decoding: received, as: UTF8.self) {
                guard character == "\n" else {
                    state.line.append(character)
                    continue
                }
                let words = state.line.split(separator: " ")
                if words.count == 3, words[0] == "led" {
                    state.lit = words[2] == "1" ? Int(words[1]) : nil
                    if state.followsLights, let lit = state.lit { make(lit, &state) }
                }
                state.told.append(state.line)
                state.line = ""
            }
            return (0..<count).flatMap { _ in
                state.still = state.motion.isEmpty ? state.still + 1 : 0
                if state.followsLights, state.still > Self.patience, let lit = state.lit { make(lit, &state) }
                let sample = state.motion.isEmpty ? state.held + [0, 0, 0] : state.motion.removeFirst()
                let text = sample.enumerated().map { String(format: "%.4f", $0 < 3 ? $1 * 9.80665 : $1) }
                return Array((text.joined(separator: ",") + "\r\n").utf8)
            }
        }
    }
}

@Suite("A maker's first hour")
struct MakerTests {
    private static let board = ["--units", "m/s2,rad/s", "--feedback-line", "{kind} {unit} {on}\\n"]

    @Test("a sketch that prints numbers is taught two gestures by its own light, and lights it for the first, the first time too")
    func taught() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (strokes, model) = (motionq.path("strokes.csv"), motionq.path("mine.safetensors"))
        #expect(
            try motionq.run(
                "dataset", "synthesize", "--strokes", "2", "--subjects", "5", "--gestures", "6", "--seed", "77", "--output", strokes
            ).status == 0)
        let sessions = try RecordingReader().read(strokes).sessions
        let gestures = ["k0", "k1"].map { label in
            sessions.filter { $0.labels.first == label }.map { session in
                (0..<session.count).map { Array(session.sample($0)) }
            }
        }
        let held = HeldBoard(gestures)
        let puppet = try Puppet(held.act)
        defer { puppet.end() }
        let lesson = try motionq.start(
            ["teach", "--port", puppet.path, "--labels", "wave,circle", "--examples", "2", "--quiet", "-o", model] + Self.board)
        #expect(lesson.waits(forNote: "next: motionq run --port"), "\(lesson.text) \(lesson.notes)")
        // What it proposes goes on with the same board.
        #expect(lesson.notes.contains("--units m/s2,rad/s --feedback-line"), "\(lesson.notes)")
        #expect(lesson.wait().status == 0)
        held.ignoreLights()
        let before = held.told.count
        let live = try motionq.start(["run", "--port", puppet.path, "--model", model, "--json"] + Self.board)
        #expect(live.waits(for: #""state":"session""#))
        for gesture in [0, 1] {
            func isAnswered() -> Bool { held.told.dropFirst(before).contains("led \(gesture) 0") }
            // A gap, or a rate that was measured wrong for a while, in which nothing is recognised.
            func gaps() -> Int {
                ["gap", "rate_wrong", "rate_right"].map { live.text.components(separatedBy: #""state":"\#($0)""#).count }.reduce(
                    0, +)
            }
            // Once, and again only where the machine was too late for the lines, which have no time.
            var isLost = false
            repeat {
                let known = gaps()
                held.make(gesture)
                #expect(Patience.waits { isAnswered() || gaps() > known }, "\(held.told)")
                _ = Patience.waits { isAnswered() || held.isStill }
                isLost = !isAnswered() && gaps() > known
            } while isLost
        }
        live.end()
        let told = held.told.dropFirst(before).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        #expect(told.prefix(4) == ["led 0 1", "led 0 0", "led 1 1", "led 1 0"], "\(held.told)")
    }
}
