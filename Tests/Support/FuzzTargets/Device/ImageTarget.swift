import CMotionCore
import MotionCore
import Quantization
import TestSupport

extension FuzzTarget {
    /// Network images: what is read runs on the engine in C.
    static let image = FuzzTarget(
        "image", reads: "network images, as a device is sent them",
        sources: [
            "Sources/Core/CMotionCore/store/image", "Sources/Core/CMotionCore/store/network_image.c",
            "firmware-protocol/inference/src",
        ],
        longest: 16_384, seeds: { try ImageSeeds.all() }, mend: { bytes in ImageSeeds.rehash(&bytes) }
    ) { bytes throws(FuzzFault) in
        // Behind the image its memory ends, so that a read beyond it is seen.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(64, bytes.count), alignment: 64)
        defer { memory.deallocate() }
        bytes.withUnsafeBytes { if let base = $0.baseAddress { memory.copyMemory(from: base, byteCount: $0.count) } }
        let image = UnsafeMutablePointer<mq_network_image>.allocate(capacity: 1)
        defer { image.deallocate() }
        let fault = mq_network_image_read(
            image, memory.assumingMemoryBound(to: UInt8.self), bytes.count, ImageSeeds.tables.tanh, ImageSeeds.tables.exponentials)
        guard fault == MQ_IMAGE_OK else { return }
        for label in 0..<image.pointee.labels {
            var length = 0
            _ = mq_network_image_label(image, label, &length)
            try require(length <= 31, "label \(label) has \(length) bytes")
        }
        try ImageRun(image).run()
    }
}

/// Images of small networks.
enum ImageSeeds {
    /// What every image is read with.
    nonisolated(unsafe) static let tables: (tanh: UnsafeMutablePointer<mq_tanh_table>, exponentials: UnsafeMutablePointer<Int32>) =
        {
            let tanh = UnsafeMutablePointer<mq_tanh_table>.allocate(capacity: 1)
            mq_fill_tanh_table(tanh, (0..<257).map { TanhTable.nodes[$0] })
            let exponentials = UnsafeMutablePointer<Int32>.allocate(capacity: 257)
            for index in 0..<257 { exponentials[index] = ExponentialTable.nodes[index] }
            return (tanh, exponentials)
        }()

    private static let shapes: [NetworkDimensions] = [
        .init(4, 2, 3, nil, [2], [2]), .init(4, 4, 2, 2, [2], [2]), .init(6, 3, 2, nil, [2, 2], [3, 2], gru: [1], bytes: true),
        .init(8, 4, 2, nil, [2], [2], front: [.convolution(3, over: 3, causal: true), .maximum(of: 2)]),
        .init(4, 4, 2, 3, [], [2]),
    ]

    static func all() throws -> [[UInt8]] {
        try shapes.enumerated().map { place, shape in
            let plain = randomQuantizedNetwork(shape, carriesState: place % 2 == 0, seed: UInt64(place))
            let network = place == 0 ? plain.detecting(seed: 3) : plain
            let weights = try NetworkWeights(network)
            let labels = network.dense[network.dense.count - 1].affine.rows
            return try withExtendedLifetime(weights) {
                let inputs = (0..<network.inputs).map {
                    mq_network_input(kind: UInt8(place == 1 ? 0 : 16 + $0 % 3), offset: 0, scale: 0.5)
                }
                return try NetworkImage(
                    weights.layers.pointee, inputs: inputs, names: place == 1 ? ["thumb", "index"] : [],
                    labels: (0..<labels).map { "label \($0)" }, rate: 50, decision: DecisionParameters()
                ).bytes
            }
        }
    }

    /// Gives an image its length and the hash of what it holds.
    static func rehash(_ bytes: inout [UInt8]) {
        guard bytes.count > 64 else { return }
        bytes.removeLast(bytes.count % 64)
        bytes.replaceSubrange(0..<4, with: "MQN1".utf8)
        bytes.put(UInt64(bytes.count), at: 4, bytes: 4)
        let hash = bytes[64...].withUnsafeBufferPointer { rest in
            rest.baseAddress.map { mq_fnv1a(MQ_FNV1A_START, $0, rest.count) } ?? 0
        }
        bytes.put(hash, at: 8, bytes: 8)
    }
}
