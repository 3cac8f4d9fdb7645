import MotionCore
import Recordings
import Simulation
import Testing

@Suite("Made-up people with a glove, or before a camera")
struct MadeUpChannelsTests {
    private func share(of label: String, in recording: Recording) -> Double {
        let labels = recording.sessions.flatMap(\.labels)
        return Double(labels.count { $0 == label }) / Double(labels.count)
    }

    @Test("do everything, each about as long as the others")
    func labels() {
        let glove = MadeUpGlove(seed: 1).recording(people: 0..<6, gestures: 8)
        for label in MadeUpGlove.labels { #expect(share(of: label, in: glove) > 0.1, "\(label)") }
        let face = MadeUpFace(seed: 1).statesHeld(people: 0..<4)
        for state in MadeUpFace.states { #expect(abs(share(of: state, in: face) - 1.0 / 6) < 0.04, "\(state)") }
        let words = MadeUpFace(seed: 1).wordsSpoken(people: 0..<2, repetitions: 3)
        for (session, word) in words.sessions.flatMap({ session in MadeUpFace.words.keys.map { (session, $0) } }) {
            #expect(session.labels.runs(of: word) == 3, "\(word)")
        }
    }

    @Test("are the same again with the same seed, whoever else is made")
    func repeatable() {
        let one = MadeUpGlove(seed: 4).recording(people: 2..<3, gestures: 3)
        #expect(MadeUpGlove(seed: 4).recording(people: 0..<4, gestures: 3).sessions[2] == one.sessions[0])
        #expect(MadeUpGlove(seed: 5).recording(people: 2..<3, gestures: 3) != one)
        let face = MadeUpFace(seed: 4).statesHeld(people: 2..<3)
        #expect(MadeUpFace(seed: 4).statesHeld(people: 1..<3).sessions[1] == face.sessions[0])
    }

    @Test("have flex sensors of ten bits and an ordinary motion sensor, or features from 0 to about 1, at 60 Hz")
    func ranges() throws {
        let glove = MadeUpGlove(seed: 2).recording(people: 0..<1, gestures: 4).sessions[0]
        #expect(glove.channels.names == SixAxes.names + ["flex_0", "flex_1", "flex_2", "flex_3", "flex_4"])
        let flex = (0..<glove.count).flatMap { glove.sample($0).suffix(5) }
        #expect(flex.allSatisfy { $0 == $0.rounded() && (200...700).contains($0) })
        let face = MadeUpFace(seed: 2).statesHeld(people: 0..<1).sessions[0]
        #expect(face.width == 15 && face.values.allSatisfy { (0...1.5).contains($0) })
        for session in [glove, face] { #expect(abs(try #require(session.rate) - 60) < 0.01) }
    }

    @Test("who point keep the hand still, and who wave do not bend a finger")
    func parts() {
        let session = MadeUpGlove(seed: 3).recording(people: 0..<1, gestures: 8).sessions[0]
        func mean(_ label: String, _ value: (ArraySlice<Float>) -> Float) -> Float {
            let samples = (0..<session.count).filter { session.labels[$0] == label }.map { value(session.sample($0)) }
            return samples.reduce(0, +) / Float(samples.count)
        }
        func turning(_ sample: ArraySlice<Float>) -> Float { sample.dropFirst(3).prefix(3).reduce(0) { $0 + abs($1) } }
        #expect(mean("wave", turning) > 4 * mean("point", turning))
        #expect(mean("wave", { $0.suffix(4).reduce(0, +) }) > mean("fist", { $0.suffix(4).reduce(0, +) }) + 600)
    }
}

extension [String] {
    /// How often it stands several times in a row.
    fileprivate func runs(of label: String) -> Int {
        indices.count { self[$0] == label && ($0 == 0 || self[$0 - 1] != label) }
    }
}
