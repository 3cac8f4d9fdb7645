import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport
import Testing

/// Swings of a sensor: each label has its direction and tempo.
private struct Swings {
    private static let kinds: [String: (axis: Int, tempo: Double, strength: Double)] = [
        "rest": (0, 0, 0), "nod": (3, 0.35, 1), "turn": (4, 0.8, 1), "wave": (1, 1.3, 1), "shake": (5, 2.2, 4),
    ]

    /// Sessions of some labels, with the noise of people who do not repeat themselves.
    static func data(_ labels: [String], sessions: Int, seed: UInt64) throws -> DataSet {
        var generator = SeededGenerator(seed: seed)
        let recorded = (0..<sessions).flatMap { number in
            labels.map { label in
                let kind = kinds[label] ?? (0, 0, 0)
                let (strength, phase) = (generator.uniform(0.8...1.2), generator.uniform(0...6))
                let values = (0..<120).flatMap { sample in
                    (0..<6).map { axis in
                        let swing = axis == kind.axis ? kind.strength * strength * sin(Double(sample) * kind.tempo + phase) : 0
                        return Float(swing + generator.normal() * 0.05)
                    }
                }
                return RecordedSession(
                    name: "\(label)-\(number)", subject: "p\(seed)", labels: Array(repeating: label, count: 120),
                    timestamps: (0..<120).map { Double($0) * 40 }, values: values)
            }
        }
        let options = DataSet.Options(labels: LabelRule(kept: labels), window: 12, hop: 4)
        return try DataSet([Recording(path: "swings.csv", sessions: recorded)], options: options)
    }

    /// A network that has learned nothing: the hidden states of different motion differ all the same.
    static func pair(_ data: DataSet, strokes: StrokeForm? = nil) throws -> NetworkPair {
        var model = randomFloatModel(
            seed: 4, window: 12, hop: 4, inputs: 6, lstm: [24], dense: [data.classes.count], policy: .reset)
        model.description.labels = data.classes
        model.description.restLabel = data.classes.contains("rest") ? "rest" : nil
        model.description.rate = 25
        model.description.strokes = strokes
        return try Conversion(of: model, sessions: data.sessions).pair
    }
}

@Suite("A detector of the unknown that was fitted")
struct DetectorFitTests {
    /// Of all windows, those that the network takes for unknown: a part of them.
    private func unknown(_ network: QuantizedNetwork, _ pair: NetworkPair, _ data: DataSet) throws -> Double {
        let weights = try NetworkWeights(
            network, schedule: WindowSchedule(length: 12, hop: 4), statePolicy: .reset)
        let stream = OwnedWindowStream(weights)
        var (windows, unknown) = (0, 0)
        for session in data.sessions {
            stream.restart()
            for index in 0..<session.count {
                let values = session.sample(index).map { Double($0) }
                guard
                    let window = stream.push(
                        pair.description.inputs.quantized(values, fractionBits: network.inputFractionBits).span)
                else { continue }
                windows += 1
                unknown += window.isUnknown ? 1 : 0
            }
        }
        return Double(unknown) / Double(windows)
    }

    @Test("takes at most 3 % of the judges' windows for unknown, and more of a gesture that was not learned")
    func tells() throws {
        let learned = try Swings.data(["nod", "turn", "wave"], sessions: 12, seed: 1)
        let judges = try Swings.data(["nod", "turn", "wave"], sessions: 6, seed: 2)
        let foreign = try Swings.data(["shake"], sessions: 6, seed: 3)
        let pair = try Swings.pair(learned)
        let fit = try #require(try DetectorFit(pair, learned: learned))
        let judgement = try #require(fit.judgement(pair, of: judges))
        let network = try fit.network(pair, judgement)
        #expect(judgement.windows == judges.windows.count)
        #expect(try unknown(network, pair, judges) <= DetectorFit.mostRejected)
        #expect(try unknown(network, pair, judges) > 0, "the limit is no wider than it must be")
        // The network has random weights: what its states tell of a new gesture is not much, but more than of a known one.
        let found = try unknown(network, pair, foreign)
        #expect(try found > unknown(network, pair, judges), "of the new gesture \(found)")
    }

    @Test("changes no probability")
    func sameProbabilities() throws {
        let learned = try Swings.data(["nod", "turn", "wave"], sessions: 6, seed: 1)
        let pair = try Swings.pair(learned)
        let network = try #require(try DetectorFit(pair, learned: learned)).network(pair, nil)
        #expect(network.detector != nil)
        #expect(try network.detecting(with: nil) == pair.quantized)
    }

    @Test("takes nothing for unknown that is taken for rest")
    func rest() throws {
        let learned = try Swings.data(["rest", "nod", "turn"], sessions: 6, seed: 5)
        let pair = try Swings.pair(learned)
        let network = try #require(try DetectorFit(pair, learned: learned)).network(pair, nil)
        let rest = try #require(learned.classes.firstIndex(of: "rest"))
        #expect(network.detector?.limits[rest] == .max)
    }

    @Test(
        "has a limit for each label of windows, and one for all labels of strokes, but none of rest",
        arguments: [nil, StrokeForm.stretch])
    func limits(_ form: StrokeForm?) throws {
        let learned = try Swings.data(["rest", "nod", "turn", "wave"], sessions: 6, seed: 5)
        let pair = try Swings.pair(learned, strokes: form)
        let network = try #require(try DetectorFit(pair, learned: learned)).network(pair, nil)
        let rest = try #require(learned.classes.firstIndex(of: "rest"))
        let limits = try #require(network.detector).limits
        #expect(Set(limits.indices.filter { $0 != rest }.map { limits[$0] }).count == (form == nil ? 3 : 1))
    }

    /// The first windows of all sessions.
    private static func windows(_ data: DataSet) -> [(session: RecordedSession, label: Int)] {
        data.windows.filter { $0.start == 0 }.map { (data.sessions[$0.session].part(0..<12), $0.label) }
    }

    @Test("of strokes finds more of the counterexamples unknown than of what was learned, and asks nobody")
    func counterexamples() throws {
        let learned = try Swings.data(["nod", "turn", "wave"], sessions: 12, seed: 1)
        let foreign = try Swings.data(["shake"], sessions: 40, seed: 3)
        let pair = try Swings.pair(learned, strokes: .stretch)
        let others = Self.windows(foreign).map(\.session)
        let fit = try #require(try DetectorFit(pair, learned: Self.windows(learned), counterexamples: others))
        #expect(fit.isByCounterexamples)
        let network = try fit.network(pair, nil)
        let found = try unknown(network, pair, foreign)
        #expect(found > 0.5, "of what the limit was made of: \(found)")
        #expect(try unknown(network, pair, learned) < found)
    }

    @Test("of strokes has the limit of the judges where there are no counterexamples")
    func withoutCounterexamples() throws {
        let learned = try Swings.data(["nod", "turn", "wave"], sessions: 6, seed: 1)
        let pair = try Swings.pair(learned, strokes: .stretch)
        let fit = try #require(try DetectorFit(pair, learned: Self.windows(learned)))
        #expect(!fit.isByCounterexamples)
    }

    @Test("is none for one class, or without an LSTM")
    func none() throws {
        let one = try Swings.data(["nod"], sessions: 4, seed: 1)
        #expect(try DetectorFit(Swings.pair(one), learned: one) == nil)
        let two = try Swings.data(["nod", "turn"], sessions: 4, seed: 1)
        var model = randomFloatModel(seed: 4, window: 12, hop: 4, inputs: 6, convolution: 16, lstm: [], dense: [2], policy: .reset)
        model.description.labels = two.classes
        model.description.rate = 25
        #expect(try DetectorFit(Conversion(of: model, sessions: two.sessions).pair, learned: two) == nil)
    }
}
