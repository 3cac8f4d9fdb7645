import CMotionCore
import Quantization
import TestSupport
import Testing

@Suite("The reader in C refuses")
struct ImageFaultTests {
    /// Layer 0 is an LSTM of 5 units, whose hidden state fills no pair, layers 1 and 2 are dense; block 1 has 4 rows of 16.
    private static func image() throws -> [UInt8] {
        try NetworkImage(of: randomQuantizedNetwork(.init(8, 4, 5, nil, [5], [3, 4]), carriesState: false, seed: 1)).bytes
    }

    static let layer = 96
    static let dense = 96 + 64

    static let damages: [ImageDamage] = [
        ImageDamage("another magic", MQ_IMAGE_NOT_ONE) { $0[3] = 0x32 },
        ImageDamage("a length of no whole lines", MQ_IMAGE_NOT_ONE) { $0.put(UInt32($0.count - 4), at: 4) },
        ImageDamage("a length beyond the bytes", MQ_IMAGE_NOT_ONE) { $0.put(UInt32($0.count + 64), at: 4) },
        ImageDamage("a length of a header alone", MQ_IMAGE_NOT_ONE) { $0.put(UInt32(64), at: 4) },
        ImageDamage("a length of nothing", MQ_IMAGE_NOT_ONE) { $0.put(UInt32(0), at: 4) },
        ImageDamage("a threshold below zero", MQ_IMAGE_FORMAT) { $0.put(Int16(-1), at: 16) },
        ImageDamage("a rest label that is none of the labels", MQ_IMAGE_FORMAT) { $0.put(Int16(4), at: 18) },
        ImageDamage("a rest label of -2", MQ_IMAGE_FORMAT) { $0.put(Int16(-2), at: 18) },
        ImageDamage("something in the header's first gap", MQ_IMAGE_FORMAT) { $0[20] = 1 },
        ImageDamage("no window to average", MQ_IMAGE_FORMAT) { $0.put(UInt16(0), at: 22) },
        ImageDamage("too many windows to average", MQ_IMAGE_FORMAT) { $0.put(UInt16(1001), at: 22) },
        ImageDamage("a ratio below one", MQ_IMAGE_FORMAT) { $0.put(Int32(4095), at: 24) },
        ImageDamage("a ratio beyond a thousand", MQ_IMAGE_FORMAT) { $0.put(Int32(4_096_001), at: 28) },
        ImageDamage("a refractory time beyond a minute", MQ_IMAGE_FORMAT) { $0.put(UInt64(60_000_001), at: 32) },
        ImageDamage("something in the header's last gap", MQ_IMAGE_FORMAT) { $0[63] = 1 },
        ImageDamage("windows without samples", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: 64) },
        ImageDamage("windows that are too long", MQ_IMAGE_TOO_LARGE) { $0.put(UInt32(65_537), at: 64) },
        ImageDamage("no hop", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: 68) },
        ImageDamage("a hop that is too long", MQ_IMAGE_TOO_LARGE) { $0.put(UInt32(65_537), at: 68) },
        ImageDamage("257 windows in flight", MQ_IMAGE_TOO_LARGE) {
            $0.put(UInt32(257), at: 64)
            $0.put(UInt32(1), at: 68)
        },
        ImageDamage("no inputs", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: 72) },
        ImageDamage("fewer inputs than columns", MQ_IMAGE_SHAPE) { $0.put(UInt32(4), at: 72) },
        ImageDamage("more inputs than there are bytes", MQ_IMAGE_SHAPE) { $0.put(UInt32(65_536), at: 72) },
        ImageDamage("16 fraction bits", MQ_IMAGE_FORMAT) { $0[76] = 16 },
        ImageDamage("a state policy of 2", MQ_IMAGE_FORMAT) { $0[77] = 2 },
        ImageDamage("a part of the network that nobody knows", MQ_IMAGE_FORMAT) { $0[78] = 32 },
        ImageDamage("a front layer that is none", MQ_IMAGE_FORMAT) { $0[78] = 4 },
        ImageDamage("5 front layers", MQ_IMAGE_TOO_LARGE) { $0[78] = 20 },
        ImageDamage("a convolution over the window and a front layer", MQ_IMAGE_SHAPE) { $0[78] = 5 },
        ImageDamage("a detector that is none", MQ_IMAGE_FORMAT) { $0[78] = 2 },
        ImageDamage("a convolution that is none", MQ_IMAGE_FORMAT) { $0[78] = 1 },
        ImageDamage("neither an LSTM layer nor a convolution", MQ_IMAGE_SHAPE) { $0[79] = 0 },
        ImageDamage("5 LSTM layers", MQ_IMAGE_TOO_LARGE) { $0[79] = 5 },
        ImageDamage("no dense layer", MQ_IMAGE_SHAPE) { $0[80] = 0 },
        ImageDamage("5 dense layers", MQ_IMAGE_TOO_LARGE) { $0[80] = 5 },
        ImageDamage("a label less than outputs", MQ_IMAGE_SHAPE) { $0[81] = 3 },
        ImageDamage("strokes in the header", MQ_IMAGE_SHAPE) { $0[82] = 1 },
        ImageDamage("strokes of a network that reads windows as they come", MQ_IMAGE_SHAPE) { $0[82] = 24 },
        ImageDamage("a rate below zero", MQ_IMAGE_FORMAT) { $0.put(Float(-1).bitPattern, at: 84) },
        ImageDamage("an endless rate", MQ_IMAGE_FORMAT) { $0.put(Float.infinity.bitPattern, at: 84) },
        ImageDamage("inputs in the header", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: 88) },
        ImageDamage("inputs on no word's boundary", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.u32(88) + 1), at: 88) },
        ImageDamage("inputs outside", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count), at: 88) },
        ImageDamage("an input that is no number", MQ_IMAGE_FORMAT) { $0.put(Float.nan.bitPattern, at: $0.u32(88) + 12 + 4) },
        ImageDamage("an input's gap", MQ_IMAGE_FORMAT) { $0[$0.u32(88) + 1] = 1 },
        ImageDamage("labels outside", MQ_IMAGE_SHAPE) { $0.put(UInt32.max, at: 92) },
        ImageDamage("a label of 32 bytes", MQ_IMAGE_SHAPE) { $0[$0.u32(92)] = 32 },
        ImageDamage("a label that goes beyond the end", MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.count - 1), at: 92)
            $0[$0.count - 1] = 1
        },
        ImageDamage("another kind of layer", MQ_IMAGE_FORMAT) { $0[layer] = 3 },
        ImageDamage("an LSTM layer that is rectified", MQ_IMAGE_FORMAT) { $0[layer + 1] = 1 },
        ImageDamage("something in a layer's gap", MQ_IMAGE_FORMAT) { $0[layer + 3] = 1 },
        ImageDamage("bytes of a term that no layer has", MQ_IMAGE_FORMAT) { $0[layer + 2] = 4 },
        ImageDamage("a layer without rows", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: dense + 4) },
        ImageDamage("18 gate arguments", MQ_IMAGE_SHAPE) { $0.put(UInt32(18), at: layer + 4) },
        ImageDamage("too many rows", MQ_IMAGE_TOO_LARGE) { $0.put(UInt32(65_540), at: layer + 4) },
        ImageDamage("layers of different width", MQ_IMAGE_SHAPE) { $0.put(UInt32(2), at: dense + 4) },
        ImageDamage("biases outside", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count), at: layer + 8) },
        ImageDamage("biases on no line's boundary", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.u32(layer + 8) + 4), at: layer + 8) },
        ImageDamage("biases that end a line behind the image", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count - 64), at: layer + 8) },
        ImageDamage("output shifts that end a byte behind the image", MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.count - 1), at: layer + 12)
        },
        ImageDamage("an output shift of 25", MQ_IMAGE_FORMAT) { $0[$0.u32(layer + 12) + 1] = 25 },
        ImageDamage("a column more than inputs", MQ_IMAGE_SHAPE) { $0.put(UInt32(6), at: layer + 16) },
        ImageDamage("no panels", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: layer + 20) },
        ImageDamage("a panel too many", MQ_IMAGE_SHAPE) { $0.put(UInt32(2), at: layer + 20) },
        ImageDamage("panels without pairs", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: layer + 24) },
        ImageDamage("panels of endless width", MQ_IMAGE_SHAPE) { $0.put(UInt32.max, at: layer + 24) },
        ImageDamage("a pair too few", MQ_IMAGE_SHAPE) { $0.put(UInt32(2), at: layer + 28) },
        ImageDamage("endless pairs", MQ_IMAGE_SHAPE) { $0.put(UInt32.max, at: layer + 28) },
        // Two blocks of three pairs.
        ImageDamage("weights that end a line behind the image", MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.count - 5 * 64), at: layer + 32)
        },
        ImageDamage("weights on no line's boundary", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.u32(layer + 32) + 32), at: layer + 32) },
        ImageDamage("shifts in the header", MQ_IMAGE_SHAPE) { $0.put(UInt32(60), at: layer + 36) },
        ImageDamage("shifts that end a byte behind the image", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count - 1), at: layer + 36) },
        ImageDamage("a shift of 32", MQ_IMAGE_FORMAT) { $0[$0.u32(layer + 36) + 1] = 32 },
        ImageDamage("a hidden state's shift of 32", MQ_IMAGE_FORMAT) { $0[$0.u32(layer + 60)] = 32 },
        ImageDamage("a hidden state of another width", MQ_IMAGE_SHAPE) { $0.put(UInt32(6), at: layer + 40) },
        ImageDamage("a hidden state of a dense layer", MQ_IMAGE_SHAPE) { $0[dense + 40] = 1 },
        ImageDamage("a bias in the padding", MQ_IMAGE_SHAPE) { $0.put(Int32(1), at: $0.u32(layer + 8) + 20 * 4) },
        ImageDamage("a weight in a row of the padding", MQ_IMAGE_SHAPE) {
            // Two blocks in the group: pair 0, block 1, row 4.
            $0.put(Int16(1), at: $0.u32(layer + 32) + (16 + 4) * 4)
        },
        ImageDamage("a weight in the column that fills the input's last pair", MQ_IMAGE_SHAPE) {
            $0.put(Int16(1), at: $0.u32(layer + 32) + 2 * 2 * 64 + 2)
        },
        ImageDamage("a weight in the column that fills the hidden state's last pair", MQ_IMAGE_SHAPE) {
            $0.put(Int16(1), at: $0.u32(layer + 56) + 2 * 2 * 64 + 2)
        },
        ImageDamage("a bias that no sum has room for", MQ_IMAGE_OVERFLOW) { $0.put(Int32.min, at: $0.u32(layer + 8)) },
        ImageDamage("weights that a panel's sum has no room for", MQ_IMAGE_OVERFLOW) {
            for column in 0..<3 { $0.put(Int16.min, at: $0.u32(dense + 32) + column / 2 * 64 + column % 2 * 2) }
        },
    ]

    /// Layer 0 is a causal convolution of 3 outputs over 2 of 8 samples, layer 1 the maximum of 3 of its outputs, and then an LSTM.
    static let frontDamages: [ImageDamage] = [
        ImageDamage("flags that no convolution has", MQ_IMAGE_FORMAT) { $0[layer + 1] = 4 },
        ImageDamage("a convolution of another width", MQ_IMAGE_SHAPE) { $0.put(UInt32(3), at: layer + 40) },
        ImageDamage("no taps", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: layer + 40) },
        ImageDamage("no stride", MQ_IMAGE_FORMAT) { $0.put(UInt32(0), at: layer + 44) },
        ImageDamage("no dilation", MQ_IMAGE_FORMAT) { $0.put(UInt32(0), at: layer + 48) },
        ImageDamage("a stride beyond any window", MQ_IMAGE_FORMAT) { $0.put(UInt32(65_537), at: layer + 44) },
        ImageDamage("a field that no window fills", MQ_IMAGE_SHAPE) { $0.put(UInt32(8), at: layer + 48) },
        ImageDamage("something behind a convolution's field", MQ_IMAGE_SHAPE) { $0[layer + 52] = 1 },
        ImageDamage("a kind of front layer that nobody knows", MQ_IMAGE_FORMAT) { $0[dense] = 8 },
        ImageDamage("a maximum of another width", MQ_IMAGE_SHAPE) { $0.put(UInt32(4), at: dense + 4) },
        ImageDamage("a maximum with biases", MQ_IMAGE_SHAPE) { $0.put(UInt32(64), at: dense + 8) },
        ImageDamage("a maximum with flags", MQ_IMAGE_FORMAT) { $0[dense + 1] = 1 },
        ImageDamage("a maximum of nothing", MQ_IMAGE_FORMAT) { $0.put(UInt32(0), at: dense + 40) },
        ImageDamage("a maximum of too many", MQ_IMAGE_FORMAT) { $0.put(UInt32(16_385), at: dense + 40) },
        ImageDamage("a maximum of more than a window gives", MQ_IMAGE_SHAPE) { $0.put(UInt32(9), at: dense + 40) },
        ImageDamage("a maximum with gaps", MQ_IMAGE_FORMAT) { $0.put(UInt32(2), at: dense + 48) },
        ImageDamage("something behind a maximum's field", MQ_IMAGE_SHAPE) { $0[dense + 63] = 1 },
        ImageDamage("a shift of 32 in a convolution", MQ_IMAGE_FORMAT) { $0[$0.u32(layer + 36)] = 32 },
        ImageDamage("a bias that no sum has room for", MQ_IMAGE_OVERFLOW) { $0.put(Int32.min, at: $0.u32(layer + 8)) },
    ]

    @Test("whatever breaks a rule of front layers", arguments: frontDamages)
    func frontDamage(_ damage: ImageDamage) throws {
        let shape = NetworkDimensions(
            8, 4, 5, nil, [5], [4], front: [.convolution(3, over: 2, causal: true), .maximum(of: 3)])
        damage.expectFault(in: try NetworkImage(of: randomQuantizedNetwork(shape, carriesState: false, seed: 1)).bytes)
    }

    @Test("more front layers than any reader has room for, as many as a network may have")
    func manyFrontLayers() throws {
        for count in [4, 5, 8, 64] {
            let shape = NetworkDimensions(
                8, 4, 5, nil, [5], [4], front: Array(repeating: .maximum(of: 1), count: count))
            let bytes = try NetworkImage(of: randomQuantizedNetwork(shape, carriesState: false, seed: 1)).bytes
            #expect(ReadImage(bytes).fault == (count == 4 ? MQ_IMAGE_OK : MQ_IMAGE_TOO_LARGE))
        }
    }

    @Test("front layers that remember too much, and those that give more than one output to dense layers")
    func frontSizes() throws {
        let long = NetworkDimensions(65_536, 65_536, 6, nil, [], [2], front: [.maximum(of: 1, every: 65_536)])
        var bytes = try NetworkImage(of: randomQuantizedNetwork(long, carriesState: false, seed: 1)).bytes
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        bytes.put(UInt32(2), at: Self.layer + 44)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_SHAPE)
        let dilated = NetworkDimensions(65_536, 65_536, 64, nil, [4], [2], front: [.convolution(2, over: 2)])
        bytes = try NetworkImage(of: randomQuantizedNetwork(dilated, carriesState: false, seed: 1)).bytes
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        bytes.put(UInt32(16_384), at: Self.layer + 48)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_TOO_LARGE)
    }

    @Test("whatever breaks a rule, each with its own code", arguments: damages)
    func damage(_ damage: ImageDamage) throws {
        damage.expectFault(in: try Self.image())
    }

    @Test("any byte behind the header that was changed, and any network hash")
    func hash() throws {
        let bytes = try Self.image()
        for index in Array(8..<16) + Array(64..<bytes.count) {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(ReadImage(damaged).fault == MQ_IMAGE_DAMAGED, "\(index)")
        }
    }

    @Test("an image that is not there whole, and one on no line's boundary")
    func place() throws {
        let bytes = try Self.image()
        for count in 0..<bytes.count { #expect(ReadImage(bytes, count: count).fault == MQ_IMAGE_NOT_ONE) }
        #expect(ReadImage(bytes + [1, 2, 3]).fault == MQ_IMAGE_OK)
        #expect(ReadImage(bytes, offset: 2).fault == MQ_IMAGE_NOT_ONE)
    }

    @Test("a convolution over windows of another length, or over part of a sample")
    func convolution() throws {
        let network = randomQuantizedNetwork(.init(6, 2, 3, 4, [4], [3]), carriesState: false, seed: 1)
        let bytes = try NetworkImage(of: network).bytes
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        for (offset, word) in [(64, 5), (64, 7), (72, 2), (Self.layer + 20, 5), (Self.layer + 24, 3), (Self.layer + 28, 9)] {
            var damaged = bytes
            damaged.put(UInt32(word), at: offset)
            damaged.rehash()
            #expect(ReadImage(damaged).fault == MQ_IMAGE_SHAPE, "\(offset): \(word)")
        }
        // Without its LSTM layer the next one is no dense layer.
        var without = bytes
        without[79] = 0
        without.rehash()
        #expect(ReadImage(without).fault == MQ_IMAGE_FORMAT)
        // Each sample of three has a column that fills its last pair: sample 1, pair 3.
        var damaged = bytes
        damaged.put(Int16(1), at: damaged.u32(Self.layer + 32) + 3 * 64 + 2)
        damaged.rehash()
        #expect(ReadImage(damaged).fault == MQ_IMAGE_SHAPE)
    }
}
