import CMotionCore
import CMotionQClassifier
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("A network image")
struct ImageRoundTripTests {
    /// Shapes at every edge of a block, a pair, a panel and a group of blocks, and random ones.
    static let shapes: [NetworkDimensions] =
        [
            .init(8, 4, 6, nil, [16], [4]), .init(1, 1, 1, nil, [1], [1]), .init(6, 3, 70, nil, [20], [9, 3]),
            .init(20, 5, 6, 32, [12], [8, 4]), .init(5, 5, 3, nil, [130], [6]), .init(9, 2, 5, 7, [3, 5, 4, 2], [17, 15, 33, 5]),
            .init(4, 1, 7, 1, [65], [1, 255]), .init(256, 1, 2, nil, [2], [2]), .init(1, 1, 6, 16, [], [3]),
            .init(7, 3, 5, 33, [], [66, 9, 4]),
        ]
        + frontShapes + gruShapes + byteShapes
        + (0..<24).map { seed in
            var generator = SeededGenerator(seed: UInt64(seed) + 100)
            func some(_ most: Int) -> Int { Int.random(in: 1...most, using: &generator) }
            return NetworkDimensions(
                some(30), some(12), some(9), some(2) == 1 ? some(40) : nil, (0..<some(4)).map { _ in some(40) },
                (0..<some(4)).map { _ in some(50) })
        }

    @Test("is read in C as the network that was packed", arguments: shapes)
    func equal(_ shape: NetworkDimensions) throws {
        let network = randomQuantizedNetwork(shape, carriesState: shape.window % 2 == 0, seed: 5).detecting(seed: 8)
        let weights = try NetworkWeights(network)
        let read = ReadImage(try NetworkImage(of: network).bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        let (packed, found) = (weights.layers.pointee, read.network.pointee)
        #expect(packed.length == found.length && packed.hop == found.hop && packed.inputs == found.inputs)
        #expect(packed.input_fraction_bits == found.input_fraction_bits && packed.carries_state == found.carries_state)
        #expect((packed.convolution == nil) == (found.convolution == nil))
        if let front = packed.convolution, let other = found.convolution { #expect(front.pointee.isSame(as: other.pointee)) }
        try #require(packed.front_layers == found.front_layers && packed.front_layers == shape.front.count)
        for index in 0..<packed.front_layers {
            let (layer, other) = (try #require(packed.front)[index], try #require(found.front)[index])
            #expect(layer.columns == other.columns && layer.taps == other.taps && layer.stride == other.stride)
            #expect(layer.dilation == other.dilation && layer.is_causal == other.is_causal)
            #expect(layer.rectified == other.rectified && layer.averages == other.averages)
            try #require((layer.convolution == nil) == (other.convolution == nil))
            if let map = layer.convolution, let same = other.convolution { #expect(map.pointee.isSame(as: same.pointee)) }
        }
        try #require(packed.lstm_layers == found.lstm_layers && packed.dense_layers == found.dense_layers)
        let layers = zip(
            UnsafeBufferPointer(start: packed.lstm, count: packed.lstm_layers),
            UnsafeBufferPointer(start: found.lstm, count: found.lstm_layers))
        for (layer, other) in layers { #expect(layer.isSame(as: other) && layer.is_gru == other.is_gru) }
        for layer in 0..<packed.dense_layers {
            #expect(packed.dense[layer].affine.isSame(as: found.dense[layer].affine))
            #expect(packed.dense[layer].rectified == found.dense[layer].rectified)
        }
        #expect((packed.detector == nil) == shape.lstm.isEmpty && (found.detector == nil) == shape.lstm.isEmpty)
        guard let detector = packed.detector?.pointee, let other = found.detector?.pointee else { return }
        #expect(detector.projection.isSame(as: other.projection) && detector.per_label == other.per_label)
        let labels = weights.shape.labels
        #expect((0..<labels).allSatisfy { detector.limits[$0] == other.limits[$0] })
        let numbers = 0..<labels * detector.per_label * detector.projection.rows
        #expect(numbers.allSatisfy { detector.prototypes[$0] == other.prototypes[$0] })
    }

    private static let cut = StrokeCut(start: 900, stop: 400, lag: 2, smoothing: 3, before: 8, pause: 5, least: 6, most: 77)

    /// The image of a network that reads strokes.
    private static func strokes() throws -> (weights: NetworkWeights, bytes: [UInt8]) {
        let kinds: [UInt8] = [0x10, 0x11, 0x12, 0x20, 0x21, 0x22]
        let network = randomQuantizedNetwork(.init(22, 22, 6, nil, [8], [4]), carriesState: false, seed: 19)
        let weights = try NetworkWeights(
            network.numbers, schedule: WindowSchedule(length: 22, hop: 22), statePolicy: .reset, strokes: .centre, cut: cut,
            features: kinds.map { NetworkFeature(kind: $0, offset: -0.25, scale: 1.5) })
        let image = try NetworkImage(
            weights.layers.pointee, inputs: kinds.map { mq_network_input(kind: $0, offset: -0.25, scale: 1.5) },
            labels: ["a", "bb", "ccc", "dddd"], rate: 25, decision: DecisionParameters())
        return (weights, image.bytes)
    }

    @Test("says how strokes are cut out and become windows")
    func ofStrokes() throws {
        let (weights, bytes) = try Self.strokes()
        let read = ReadImage(bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        let (packed, found) = (try #require(weights.layers.pointee.strokes), try #require(read.network.pointee.strokes))
        let (left, right) = (packed.pointee, found.pointee)
        #expect(left.start == right.start && left.stop == right.stop && left.lag == right.lag && left.pause == right.pause)
        #expect(left.before == right.before && left.least == right.least && left.most == right.most)
        #expect(left.smoothing == right.smoothing && left.form == right.form)
        for input in 0..<6 {
            let (left, right) = (mq_stroke_input_at(packed, input), mq_stroke_input_at(found, input))
            #expect(left.addend == right.addend && left.multiplier == right.multiplier && left.shift == right.shift)
            #expect(left.rotates == right.rotates && left.rotates == (input >= 3))
        }
        #expect(read.label(3) == "dddd")
    }

    @Test(
        "is refused if a number of its strokes is outside its range",
        arguments: [0: 0, 4: 0, 8: 0, 10: 0, 14: 3, 16: 5, 18: 9, 19: 3, 32: 0, 33: 2, 34: 1] as [Int: UInt8])
    func damagedStrokes(_ place: Int, _ value: UInt8) throws {
        var (_, bytes) = try Self.strokes()
        let strokes = (Int(bytes[82]) | Int(bytes[83]) << 8) * 4
        for other in [0, 4] where place == other { bytes.put(UInt32(0), at: strokes + other) }
        for other in [8, 10, 14, 16] where place == other { bytes[strokes + other + 1] = 0 }
        bytes[strokes + place] = value
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_FORMAT)
    }

    @Test("classifies as the packed network does, bit for bit, in C and in Swift", arguments: shapes)
    func classifies(_ shape: NetworkDimensions) throws {
        let network = randomQuantizedNetwork(shape, carriesState: shape.window % 2 == 1, seed: 6)
        for network in [network, network.detecting(seed: 9)] { try classify(network, shape) }
    }

    private func classify(_ network: TestNetwork, _ shape: NetworkDimensions) throws {
        let expected = OwnedWindowStream(try NetworkWeights(network))
        let read = ReadImage(try NetworkImage(of: network).bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        let kernels = try #require(mq_kernels_preferred())
        let byteCount = mq_classifier_memory(read.network)
        let packed = PackedNetwork(read.network, kernels: kernels)
        let swiftBytes = WindowStream.bytes(for: packed)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        let swiftMemory = UnsafeMutableRawPointer.allocate(byteCount: swiftBytes, alignment: 64)
        defer {
            memory.deallocate()
            swiftMemory.deallocate()
        }
        swiftMemory.initializeMemory(as: UInt8.self, repeating: 0, count: swiftBytes)
        var stream = WindowStream(packed, memory: swiftMemory, byteCount: swiftBytes)
        var classifier = mq_classifier()
        try #require(mq_classifier_begin(&classifier, read.network, kernels, memory, byteCount))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<shape.window + 3 * shape.hop {
            let sample = (0..<shape.inputs).map { _ in Int16.random(in: .min ... .max, using: &generator) }
            var window = mq_window()
            let ended = mq_classifier_push(&classifier, sample, &window)
            let wanted = expected.push(sample.span)
            let inSwift = stream.push(sample.span)
            try #require(ended == (wanted != nil) && (inSwift != nil) == ended)
            guard ended else { continue }
            #expect(window.is_unknown == wanted?.isUnknown && inSwift?.isUnknown == wanted?.isUnknown)
            for label in 0..<shape.dense[shape.dense.count - 1] {
                #expect(window.probabilities[label] == expected.probability(of: label))
                #expect(stream.probability(of: label) == expected.probability(of: label))
            }
        }
    }

    @Test("keeps the inputs, the labels, the rate and the decision parameters")
    func description() throws {
        let network = randomQuantizedNetwork(.init(8, 4, 6, nil, [16], [3]), carriesState: false, seed: 8)
        let weights = try NetworkWeights(network)
        var decision = DecisionParameters()
        decision.threshold = 12345
        decision.restLabel = 2
        decision.smoothing = 7
        decision.enterRatio = 4096
        decision.exitRatio = 4_096_000
        decision.refractory = 60_000_000
        decision.evidence = 65280
        decision.evidenceLeak = 4096
        decision.evidenceLimit = 64
        decision.evidenceShares = EvidenceShares(bits: 0x8000_0000_0000_0036)
        let long = "größer als einunddreißig Bytes, das ist zu lang"
        let image = try NetworkImage(
            weights.layers.pointee,
            inputs: (0..<6).map { mq_network_input(kind: UInt8(0x10 + $0), offset: -1.5, scale: Float($0) + 0.25) },
            labels: ["", "größer 🙂", long], rate: 62.5, decision: decision)
        let read = ReadImage(image.bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        let found = read.image.pointee
        for index in 0..<6 {
            let input = mq_network_image_input(read.image, index).pointee
            #expect(input.kind == UInt8(0x10 + index) && input.offset == -1.5 && input.scale == Float(index) + 0.25)
        }
        #expect(found.labels == 3)
        #expect(read.label(0) == "" && read.label(1) == "größer 🙂")
        let cut = try #require(read.label(2))
        #expect(long.hasPrefix(cut) && (30...31).contains(cut.utf8.count))
        #expect(read.label(3) == "")
        let decided = found.decision
        #expect(found.rate == 62.5 && decided.threshold == 12345 && decided.rest_label == 2 && decided.smoothing == 7)
        #expect(decided.enter_ratio == 4096 && decided.exit_ratio == 4_096_000 && decided.refractory == 60_000_000)
        #expect(decided.evidence == 65280 && decided.evidence_leak == 4096 && decided.evidence_limit == 64)
        #expect(decided.evidence_shares == 0x8000_0000_0000_0036)
        #expect(found.hash == image.networkHash && found.length == image.bytes.count)
        #expect(image.networkHash == Array(image.bytes[64...]).fnv1a && image.hash == image.bytes.fnv1a)
    }

    @Test("is the same network whatever is decided with it, and another one with another weight")
    func identity() throws {
        var network = randomQuantizedNetwork(.init(8, 4, 6, nil, [16], [3]), carriesState: false, seed: 8)
        let image = try NetworkImage(of: network)
        var decision = DecisionParameters()
        decision.threshold = 1
        let decided = try NetworkImage(of: network, decision: decision)
        #expect(decided.networkHash == image.networkHash && decided.hash != image.hash)
        var parts = NetworkParts(network.numbers)
        parts.lstm[0].terms[0].weights[5] ^= 1
        network.numbers = try parts.network()
        #expect(try NetworkImage(of: network).networkHash != image.networkHash)
    }

    @Test("is not made with decision parameters that no device takes")
    func refused() throws {
        let network = randomQuantizedNetwork(.init(8, 4, 6, nil, [16], [3]), carriesState: false, seed: 8)
        let changes: [(inout DecisionParameters) -> Void] = [
            { $0.threshold = -1 }, { $0.smoothing = 0 }, { $0.smoothing = 1001 }, { $0.enterRatio = 4095 },
            { $0.exitRatio = 4_096_001 }, { $0.refractory = 60_000_001 }, { $0.restLabel = 3 },
            { $0.evidence = 65281 },
            {
                $0.evidence = 9; $0.evidenceLeak = 4097
            },
            {
                $0.evidence = 9; $0.evidenceLimit = 63
            },
        ]
        for change in changes {
            var decision = DecisionParameters()
            change(&decision)
            #expect(throws: ExportError.self) { try NetworkImage(of: network, decision: decision) }
        }
    }
}

extension mq_affine {
    /// Whether all numbers are equal, wherever they lie.
    fileprivate func isSame(as other: mq_affine) -> Bool {
        guard rows == other.rows, blocks == other.blocks, (recurrent == nil) == (other.recurrent == nil) else { return false }
        if let recurrent, let hidden = other.recurrent, !recurrent.pointee.isSame(as: hidden.pointee) { return false }
        return input.pointee.isSame(as: other.input.pointee) && (0..<blocks * 16).allSatisfy { bias[$0] == other.bias[$0] }
            && (0..<blocks).allSatisfy { output_shifts[$0] == other.output_shifts[$0] }
    }
}

extension mq_matrix {
    fileprivate func isSame(as other: mq_matrix) -> Bool {
        guard blocks == other.blocks, panels == other.panels, pairs == other.pairs, panel_pairs == other.panel_pairs else {
            return false
        }
        guard (0..<blocks * panels).allSatisfy({ shifts[$0] == other.shifts[$0] }) else { return false }
        let weights = 0..<blocks * pairs * 32
        // This machine has 16 bits beside bytes, an image one of both.
        if let bytes {
            guard let others = other.bytes, other.weights == nil else { return false }
            return weights.allSatisfy { bytes[$0] == others[$0] }
        }
        guard let words = self.weights, let others = other.weights, other.bytes == nil else { return false }
        return weights.allSatisfy { words[$0] == others[$0] }
    }
}
