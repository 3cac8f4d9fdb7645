import CMotionCore
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("The proof against overflow in C")
struct ImageProofTests {
    /// A layer's place among those of an image, its biases in the image, and the layer itself.
    private func layers(_ network: TestNetwork) -> [QuantizedAffine] {
        (network.convolution.map { [$0] } ?? []) + network.lstm + network.dense.map(\.affine)
    }

    private func replacing(_ index: Int, with affine: QuantizedAffine, in network: TestNetwork) throws(NetworkError) -> TestNetwork
    {
        var parts = NetworkParts(network.numbers)
        var index = index
        if parts.convolution != nil {
            if index == 0 { parts.convolution = affine }
            index -= 1
        }
        if parts.lstm.indices.contains(index) { parts.lstm[index] = affine }
        if parts.dense.indices.contains(index - parts.lstm.count) { parts.dense[index - parts.lstm.count].affine = affine }
        var other = network
        other.numbers = try parts.network()
        return other
    }

    @Test("refuses a byte of -128, one in a row that is not there, and bytes of a term that a dense layer does not have")
    func bytes() throws {
        // 20 rows: the second block has four. Three pairs: two in fours of columns, one left over.
        let network = randomQuantizedNetwork(.init(4, 2, 6, nil, [5], [3], bytes: true), carriesState: false, seed: 3)
        let sound = try NetworkImage(of: network).bytes
        let weights = sound.u32(96 + 16 + 16)
        func fault(_ change: (inout [UInt8]) -> Void) -> mq_image_fault {
            var bytes = sound
            change(&bytes)
            bytes.rehash()
            return ReadImage(bytes).fault
        }
        #expect(fault { _ in } == MQ_IMAGE_OK)
        #expect(fault { $0[weights + 5] = 0x80 } == MQ_IMAGE_FORMAT)
        // Row 4 of the second block, in the four columns and in the two.
        #expect(fault { $0[weights + 64 + 4 * 4] = 1 } == MQ_IMAGE_SHAPE)
        #expect(fault { $0[weights + 128 + 32 + 4 * 2] = 1 } == MQ_IMAGE_SHAPE)
        #expect(fault { $0[96 + 64 + 2] = 2 } == MQ_IMAGE_FORMAT)
    }

    @Test("agrees with the engine's at the edge: a row may reach 2^31 - 1, and not one more", arguments: 0..<60 as Range<UInt64>)
    func edge(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func some(_ most: Int) -> Int { Int.random(in: 1...most, using: &generator) }
        let convolution = some(2) == 1 ? some(20) : nil
        let shape = NetworkDimensions(
            some(9), some(5), some(7), convolution, convolution != nil && some(3) == 1 ? [] : [some(40), some(20)],
            [some(90), some(20)])
        let network = randomQuantizedNetwork(shape, carriesState: false, seed: seed)
        let index = some(layers(network).count) - 1
        var affine = layers(network)[index]
        let row = some(affine.rows) - 1
        let sign: Int64 = affine.bias[row] < 0 ? -1 : 1
        // With the largest bias no panel's own sum is larger than the whole row's.
        affine.bias[row] = .max
        let rest = affine.largestSum(row: row) - Int64(Int32.max)
        affine.bias[row] = Int32(sign * (Int64(Int32.max) - rest))
        #expect(affine.largestSum(row: row) == Int64(Int32.max))
        let full = try replacing(index, with: affine, in: network)
        var bytes = try NetworkImage(of: full).bytes
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)

        // One more in the engine's form, and in the image.
        let beyond = Int64(affine.bias[row]) + sign
        bytes.put(Int32(truncatingIfNeeded: beyond), at: bytes.u32(96 + 64 * index + 8) + row * 4)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OVERFLOW)
        affine.bias[row] = Int32(truncatingIfNeeded: beyond)
        #expect(throws: NetworkError.self) { try replacing(index, with: affine, in: network) }
    }

    @Test("lets a panel's magnitudes add up to 65,535, and not to 65,536, however far they are shifted")
    func panel() throws {
        let network = randomQuantizedNetwork(.init(4, 2, 3, nil, [4], [3]), carriesState: false, seed: 2)
        var affine = network.dense[0].affine
        affine.terms[0].shifts = [10]
        affine.terms[0].weights.replaceSubrange(0..<4, with: [32767, -32768, 0, 0])
        var bytes = try NetworkImage(of: try replacing(1, with: affine, in: network)).bytes
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        bytes.put(Int16(1), at: bytes.u32(96 + 64 + 32) + 64)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OVERFLOW)
        affine.terms[0].weights[2] = 1
        #expect(throws: NetworkError.overflow(layer: .dense(0), row: 0)) { try replacing(1, with: affine, in: network) }
    }
}
