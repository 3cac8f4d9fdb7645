import CMotionCore
import CMotionQClassifier
import CMotionQProtocol
import MotionCore
import Randomness
import TestSupport
import Testing

/// What both recognisers say of one sample.
private struct Recognised: Equatable {
    var slot: Int
    var probabilities: [Int16]
    var isUnknown: Bool
    var label: Int?
    var active: Int?
    var phase: UInt8
    var confidence: Int16
    var windowsBefore: Int
}

/// `mq_recogniser` on a network that the engine has packed, for a device with six axes.
private final class CRecogniser {
    private let weights: NetworkWeights
    private let exponentials: [Int32]
    private let network: UnsafeMutablePointer<mq_network>
    private let recogniser: UnsafeMutablePointer<mq_recogniser>
    private let bound: UnsafeMutablePointer<mq_bound_input>
    private let values: UnsafeMutablePointer<Int16>
    private let memory: UnsafeMutableRawPointer
    private let decisionMemory: UnsafeMutableRawPointer

    init?(_ weights: NetworkWeights, features: [mq_network_input], decision: mq_decision_parameters, _ hello: inout mq_hello) {
        self.weights = weights
        exponentials = (0..<257).map { ExponentialTable.nodes[$0] }
        network = .allocate(capacity: 1)
        network.initialize(to: weights.layers.pointee)
        recogniser = .allocate(capacity: 1)
        recogniser.initialize(to: mq_recogniser())
        bound = .allocate(capacity: features.count)
        bound.initialize(repeating: mq_bound_input(), count: features.count)
        values = .allocate(capacity: features.count)
        var decision = decision
        let labels = weights.shape.labels
        let byteCount = mq_recogniser_memory(network)
        let decisionBytes = mq_decision_memory(labels, &decision)
        memory = .allocate(byteCount: byteCount, alignment: 64)
        decisionMemory = .allocate(byteCount: decisionBytes, alignment: 8)
        guard mq_channel_binding_make(&hello, network, features, 0, bound, nil) == MQ_FITS else { return nil }
        let isReady = exponentials.withUnsafeBufferPointer { nodes in
            network.pointee.exponentials = nodes.baseAddress
            var parts = mq_recogniser_parts(
                network: network, kernels: mq_kernels_available(0), bound: bound, values: values, memory: memory,
                memory_bytes: byteCount, labels: labels, decision: decision, decision_memory: decisionMemory,
                decision_bytes: decisionBytes)
            return mq_recogniser_begin(recogniser, &parts)
        }
        guard isReady else { return nil }
    }

    deinit {
        network.deallocate()
        recogniser.deallocate()
        bound.deallocate()
        values.deallocate()
        memory.deallocate()
        decisionMemory.deallocate()
    }

    func restart() { mq_recogniser_restart(recogniser) }

    func takeLeft() -> Int? {
        let left = mq_recogniser_take_left(recogniser)
        return left < 0 ? nil : Int(left)
    }

    func push(_ counts: [Int16], at time: UInt64) -> Recognised? {
        var found = mq_recognised_window()
        let isWindow = exponentials.withUnsafeBufferPointer { nodes in
            network.pointee.exponentials = nodes.baseAddress
            return mq_recogniser_push(recogniser, counts, time, &found)
        }
        guard isWindow else { return nil }
        func known(_ label: Int16) -> Int? { label < 0 ? nil : Int(label) }
        return Recognised(
            slot: found.window.slot,
            probabilities: Array(UnsafeBufferPointer(start: found.window.probabilities, count: weights.shape.labels)),
            isUnknown: found.window.is_unknown, label: known(found.decision.label), active: known(found.decision.active),
            phase: UInt8(found.decision.phase.rawValue),
            confidence: found.decision.confidence, windowsBefore: Int(found.windows_before))
    }
}

@Suite("The recogniser in C")
struct RecogniserTwinTests {
    private static let shapes: [NetworkDimensions] = [
        .init(20, 5, 6, nil, [12], [4]), .init(7, 3, 6, nil, [5, 4], [3]), .init(12, 5, 6, 10, [8], [6, 4]),
        .init(4, 6, 6, nil, [4], [3]),
        .init(1, 1, 6, nil, [3], [2]), .init(1, 1, 6, 16, [], [3]), .init(5, 2, 6, 9, [], [6, 4]),
    ]

    @Test("gives the windows, decisions and counts of the one in Swift, across restarts", arguments: shapes, [false, true])
    func same(_ shape: NetworkDimensions, _ carries: Bool) throws {
        let network = randomQuantizedNetwork(shape, carriesState: carries, seed: 17)
        for network in [network, network.detecting(seed: 4)] {
            for rest in [nil, 0] {
                try check(try NetworkWeights(network), rest: rest, windows: 400) { sample in sample / 100 % 2 == 0 ? 300 : 12_000 }
            }
        }
    }

    @Test("gives the strokes, decisions and counts of the one in Swift, across restarts", arguments: StrokeForm.allCases)
    func sameStrokes(_ form: StrokeForm) throws {
        let network = randomQuantizedNetwork(.init(22, 22, 6, nil, [8], [4]), carriesState: false, seed: 19)
        let cut = StrokeCut(start: 900, stop: 400, lag: 2, smoothing: 2, before: 8, pause: 5, least: 5, most: 60)
        let weights = try NetworkWeights(
            network.detecting(seed: 6).numbers, schedule: WindowSchedule(length: 22, hop: 22), statePolicy: .reset, strokes: form,
            cut: cut,
            features: sixFeatures)
        // Of 70 samples 35 are a stroke, but for some that are longer than strokes may be.
        try check(weights, windows: 20) { sample in sample % 70 < 35 || sample % 700 < 100 ? 1500 : 20 }
    }

    /// - Parameters:
    ///   - rest: the label that means that nothing happens.
    ///   - windows: that there are at least.
    ///   - amplitude: of the counts of a sample.
    private func check(_ weights: NetworkWeights, rest: Int? = 0, windows least: Int, _ amplitude: (Int) -> Int16) throws {
        var generator = SeededGenerator(seed: 18)
        var parameters = DecisionParameters()
        parameters.threshold = 9000
        parameters.restLabel = rest
        parameters.enterRatio = 4200
        parameters.exitRatio = 4300
        var sensor = SensorDescription(rate: 50)
        var hello = mq_hello()
        hello.rate = 50
        hello.channel_count = 6
        for (index, kind) in ([0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8]).enumerated() {
            sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 0.001, offset: 0, fullScale: 0))
            withUnsafeMutableBytes(of: &hello.channels) { bytes in
                bytes.assumingMemoryBound(to: mq_channel.self)[index] = mq_channel(
                    kind: kind, unit: UInt8(MQ_UNIT_G.rawValue), scale: 0.001, offset: 0, full_scale: 0)
            }
        }
        let owned = OwnedRecogniser(weights, features: sixFeatures, rate: nil, decision: parameters)
        try owned.bind(sensor)
        let twin = try #require(
            CRecogniser(
                weights, features: sixFeatures.map { mq_network_input(kind: $0.kind, offset: $0.offset, scale: $0.scale) },
                decision: mq_decision_parameters(parameters), &hello))
        var (windows, left, judged) = (0, 0, UInt64(0))
        for sample in 0..<3000 {
            if Int.random(in: 0..<600, using: &generator) == 0 {
                owned.recogniser.restart()
                twin.restart()
            }
            if sample % 3 == 0 { owned.recogniser.catchUp() }
            let amplitude = amplitude(sample)
            let counts = (0..<6).map { _ in Int16.random(in: -amplitude...amplitude, using: &generator) }
            let time = UInt64(sample) * 20_000
            let expected = owned.recogniser.push(counts, at: time).map { recognised in
                let scores = owned.recogniser.probabilities
                return Recognised(
                    slot: recognised.window.slot, probabilities: (0..<weights.shape.labels).map { scores[$0] },
                    isUnknown: recognised.window.isUnknown, label: recognised.decision.label, active: recognised.decision.active,
                    phase: recognised.decision.phase.rawValue, confidence: recognised.decision.confidence,
                    windowsBefore: recognised.windowsBefore)
            }
            try #require(twin.push(counts, at: time) == expected, "sample \(sample)")
            windows += expected == nil ? 0 : 1
            if expected != nil { judged = time }
            // Nobody who made a stroke makes it still a second later.
            try #require(
                weights.network.strokes == nil || time < judged + 1_000_000 || owned.recogniser.activeLabel == nil,
                "sample \(sample)")
            let over = owned.recogniser.takeLeft()
            try #require(twin.takeLeft() == over, "sample \(sample)")
            left += over == nil ? 0 : 1
        }
        #expect(windows > least)
        #expect(weights.network.strokes == nil ? left == 0 : left > 0)
    }
}
