import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("The recogniser")
struct RecogniserTests {
    private static let shape = NetworkDimensions(20, 5, 6, nil, [12], [4])

    /// What came of one sample, with the probabilities.
    private struct Seen: Equatable {
        var window: RecognisedWindow
        var probabilities: [Int16]
    }

    private func recogniser(carries: Bool = false, _ adjust: (inout DecisionParameters) -> Void = { _ in }) throws
        -> OwnedRecogniser
    {
        var parameters = DecisionParameters()
        parameters.threshold = 0
        parameters.enterRatio = 0
        adjust(&parameters)
        let weights = try NetworkWeights(randomQuantizedNetwork(Self.shape, carriesState: carries, seed: 5))
        return OwnedRecogniser(weights, features: sixFeatures, rate: 25, decision: parameters)
    }

    private func sensor(rate: Float = 25, channels: Int = 6) -> SensorDescription {
        var sensor = SensorDescription(rate: rate)
        for kind in ([0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8]).prefix(channels) {
            sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 0.001, offset: 0, fullScale: 0))
        }
        return sensor
    }

    private func stream(_ owned: OwnedRecogniser, samples: Int, catchesUp: Bool = false) -> [Seen] {
        var generator = SeededGenerator(seed: 6)
        return (0..<samples).compactMap { sample in
            if catchesUp { owned.recogniser.catchUp() }
            let counts = (0..<6).map { _ in Int16.random(in: -9000...9000, using: &generator) }
            return owned.recogniser.push(counts, at: UInt64(sample) * 40_000).map { window in
                Seen(window: window, probabilities: (0..<4).map { owned.recogniser.probabilities[$0] })
            }
        }
    }

    @Test(
        "gives the windows of the classifier and the decisions of the engine on the normalised samples", arguments: [false, true])
    func parts(carries: Bool) throws {
        let owned = try recogniser(carries: carries)
        try owned.bind(sensor())
        // In two steps: the macro cannot hold what is not copyable.
        let bound = owned.recogniser.binding
        let binding = try #require(bound)
        let classifier = OwnedWindowStream(owned.weights)
        var parameters = DecisionParameters()
        parameters.threshold = 0
        parameters.enterRatio = 0
        let engine = DecisionEngine(labels: 4, parameters: parameters)
        var generator = SeededGenerator(seed: 9)
        var values = [Int16](repeating: 0, count: 6)
        for sample in 0..<200 {
            let counts = (0..<6).map { _ in Int16.random(in: -9000...9000, using: &generator) }
            binding.read(counts, into: &values)
            let time = UInt64(sample) * 40_000
            let recognised = owned.recogniser.push(counts, at: time)
            let window = classifier.push(values.span)
            try #require(recognised?.window == window)
            guard window != nil else { continue }
            for label in 0..<4 { engine.set(label, classifier.probability(of: label)) }
            try #require(recognised?.decision == engine.decide(at: time))
        }
    }

    @Test("recognises nothing before a device is bound and after one that does not fit")
    func unbound() throws {
        let owned = try recogniser()
        #expect(stream(owned, samples: 60).isEmpty)
        #expect(throws: Misfit.channel(input: 2)) { try owned.bind(sensor(channels: 5)) }
        #expect(stream(owned, samples: 60).isEmpty)
        try owned.bind(sensor())
        #expect(stream(owned, samples: 60).count == 9)
    }

    @Test("that restarts gives what a new one does, and keeps the active label")
    func restart() throws {
        let owned = try recogniser { $0.exitRatio = .max }
        try owned.bind(sensor())
        let first = stream(owned, samples: 93)
        let held = owned.recogniser.activeLabel
        let active = try #require(held)
        owned.recogniser.restart()
        let kept = owned.recogniser.activeLabel
        #expect(kept == active)
        let second = stream(owned, samples: 93)
        #expect(second.map(\.probabilities) == first.map(\.probabilities))
        #expect(second.map(\.window.windowsBefore) == first.map(\.window.windowsBefore))
    }

    @Test("gives the same bits whether or not it catches up between samples", arguments: [false, true])
    func catchUp(carries: Bool) throws {
        let (eager, lazy) = (try recogniser(carries: carries), try recogniser(carries: carries))
        try eager.bind(sensor())
        try lazy.bind(sensor())
        #expect(stream(eager, samples: 150, catchesUp: true) == stream(lazy, samples: 150))
    }

    @Test("counts a slot's windows since the restart, up to 255")
    func windowsBefore() throws {
        let owned = try recogniser()
        try owned.bind(sensor())
        let seen = stream(owned, samples: 5 * 4 * 260)
        #expect(seen.prefix(9).map(\.window.windowsBefore) == [0, 0, 0, 0, 1, 1, 1, 1, 2])
        #expect(seen.last?.window.windowsBefore == 255)
        #expect(seen.map(\.window.windowsBefore).max() == 255)
    }

    @Test("leaves an active label when told that the stream is over, once")
    func abandon() throws {
        let owned = try recogniser { $0.exitRatio = .max }
        try owned.bind(sensor())
        _ = stream(owned, samples: 40)
        let active = owned.recogniser.activeLabel
        #expect(active != nil)
        let (left, again) = (owned.recogniser.abandon(at: 2_000_000), owned.recogniser.abandon(at: 2_000_001))
        #expect(left == active)
        #expect(again == nil)
    }
}
