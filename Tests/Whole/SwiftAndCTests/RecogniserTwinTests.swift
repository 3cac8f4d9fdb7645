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

/// A device, and what a network reads of it.
private struct TwinDevice {
    let channels: [Channels.Channel]
    let features: [NetworkFeature]

    static let sixAxes = TwinDevice(
        channels: ([0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8]).map {
            Channels.Channel(kind: $0, unit: UInt8(MQ_UNIT_G.rawValue), scale: 0.001, offset: 0, name: nil)
        }, features: sixFeatures)

    /// Six axes and channels with names, of all of which a network reads the first two axes and the last names.
    ///
    /// - Parameter count: of the channels.
    static func glove(channels count: Int, inputs: Int) -> TwinDevice {
        let names = (6..<count).map { "flex_\($0)" }
        let channels = names.map { Channels.Channel(kind: 0, unit: 0, scale: 0.001, offset: 0.5, name: $0) }
        let read = names.suffix(inputs - 2).map { NetworkFeature(channel: $0, offset: 0.25, scale: 1.5) }
        return TwinDevice(channels: sixAxes.channels + channels, features: sixFeatures.suffix(2) + read.reversed())
    }

    var sensor: SensorDescription {
        var sensor = SensorDescription(rate: 50)
        for channel in channels {
            var description = ChannelDescription(
                kind: channel.kind, unit: channel.name.bytes.isEmpty ? .g : .own, scale: channel.scale.value,
                offset: channel.offset.value,
                fullScale: 0)
            for byte in channel.name.bytes { description.text.name.append(byte) }
            sensor.addChannel(description)
        }
        return sensor
    }
}

/// `mq_recogniser` on a network that the engine has packed.
private final class CRecogniser {
    private let weights: NetworkWeights
    private let exponentials: [Int32]
    private let network: UnsafeMutablePointer<mq_network>
    private let recogniser: UnsafeMutablePointer<mq_recogniser>
    private let bound: UnsafeMutablePointer<mq_bound_input>
    private let values: UnsafeMutablePointer<Int16>
    private let memory: UnsafeMutableRawPointer
    private let decisionMemory: UnsafeMutableRawPointer
    private let names: UnsafeMutableBufferPointer<UInt8>
    private let channels: DescribedChannels

    init?(_ weights: NetworkWeights, of device: TwinDevice, decision: mq_decision_parameters) {
        let features = device.features.map { mq_network_input(kind: $0.kind, offset: $0.offset, scale: $0.scale) }
        names = .copy(of: device.features.compactMap(\.name).flatMap { [UInt8($0.utf8.count)] + $0.utf8 })
        channels = DescribedChannels(device.channels)
        var hello = mq_hello()
        hello.rate = 50
        channels.announce(in: &hello)
        self.weights = weights
        exponentials = (0..<257).map { ExponentialTable.nodes[$0] }
        network = .allocate(capacity: 1)
        network.initialize(to: weights.layers.pointee)
        network.pointee.input_names = UnsafePointer(names.baseAddress)
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
        names.deallocate()
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

    @Test(
        "does so of channels with names, whose values are missing now and then and for long",
        arguments: [(11, 7), (32, 20)], [false, true])
    func sameOfNames(_ size: (channels: Int, inputs: Int), _ carries: Bool) throws {
        for shape in [NetworkDimensions(20, 5, size.inputs, nil, [8], [4]), .init(1, 1, size.inputs, 16, [], [3])] {
            let weights = try NetworkWeights(randomQuantizedNetwork(shape, carriesState: carries, seed: 23))
            let device = TwinDevice.glove(channels: size.channels, inputs: size.inputs)
            try check(weights, of: device, windows: 400) { sample in sample / 100 % 2 == 0 ? 300 : 12_000 }
        }
    }

    /// - Parameters:
    ///   - device: values of its channels with names are missing, single ones and each channel's for up to three seconds.
    ///   - rest: the label that means that nothing happens.
    ///   - windows: that there are at least.
    ///   - amplitude: of the counts of a sample.
    private func check(
        _ weights: NetworkWeights, of device: TwinDevice = .sixAxes, rest: Int? = 0, windows least: Int, _ amplitude: (Int) -> Int16
    ) throws {
        var generator = SeededGenerator(seed: 18)
        var parameters = DecisionParameters()
        parameters.threshold = 9000
        parameters.restLabel = rest
        parameters.enterRatio = 4200
        parameters.exitRatio = 4300
        let owned = OwnedRecogniser(weights, features: device.features, rate: nil, decision: parameters)
        try owned.bind(device.sensor)
        let twin = try #require(CRecogniser(weights, of: device, decision: mq_decision_parameters(parameters)))
        // Samples for which each channel goes on to be missing.
        var missing = device.channels.map { _ in 0 }
        var (windows, left, judged) = (0, 0, UInt64(0))
        for sample in 0..<3000 {
            if Int.random(in: 0..<600, using: &generator) == 0 {
                owned.recogniser.restart()
                twin.restart()
            }
            if sample % 3 == 0 { owned.recogniser.catchUp() }
            let amplitude = amplitude(sample)
            let counts = device.channels.enumerated().map { index, channel in
                let count = Int16.random(in: -amplitude...amplitude, using: &generator)
                guard !channel.name.bytes.isEmpty else { return count }
                missing[index] -= 1
                if missing[index] < -20, Int.random(in: 0..<40, using: &generator) == 0 {
                    missing[index] = Int.random(in: 0..<4, using: &generator) == 0 ? .random(in: 1...150, using: &generator) : 1
                }
                // From the beginning on, of one of them.
                return missing[index] > 0 || (index == device.channels.count - 1 && sample < 70) ? ChannelText.noValue : count
            }
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
