import CMotionCore
import MotionCore
import Quantization
import TestSupport

/// Bytes on a 64-byte boundary, and what the reader in C makes of them.
final class ReadImage {
    let fault: mq_image_fault
    /// There if nothing is wrong with it.
    let image: UnsafeMutablePointer<mq_network_image>
    private let memory: UnsafeMutableRawPointer
    private let tanh: UnsafeMutablePointer<mq_tanh_table>
    private let exponentials: UnsafeMutablePointer<Int32>

    /// - Parameters:
    ///   - count: of the bytes that the reader is told of; nil: all.
    ///   - offset: of the image from a 64-byte boundary.
    init(_ bytes: [UInt8], count: Int? = nil, offset: Int = 0) {
        memory = .allocate(byteCount: bytes.count + 64, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: bytes.count + 64)
        let start = (memory + offset).assumingMemoryBound(to: UInt8.self)
        for (index, byte) in bytes.enumerated() { start[index] = byte }
        tanh = .allocate(capacity: 1)
        let nodes = (0..<257).map { TanhTable.nodes[$0] }
        mq_fill_tanh_table(tanh, nodes)
        exponentials = .allocate(capacity: 257)
        for index in 0..<257 { exponentials[index] = ExponentialTable.nodes[index] }
        image = .allocate(capacity: 1)
        fault = mq_network_image_read(image, start, count ?? bytes.count, tanh, exponentials)
    }

    deinit {
        memory.deallocate()
        tanh.deallocate()
        exponentials.deallocate()
        image.deallocate()
    }

    var network: UnsafePointer<mq_network> { mq_network_image_network(image) }

    /// A label's name; nil if it is no UTF-8.
    func label(_ index: Int) -> String? {
        var length = 0
        let name = mq_network_image_label(image, index, &length)
        return String(validating: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
    }
}

extension NetworkImage {
    /// Of a test's network, with made-up inputs and labels.
    init(of network: TestNetwork, rate: Float = 50, decision: DecisionParameters = DecisionParameters()) throws {
        let weights = try NetworkWeights(network)
        let labels = network.dense[network.dense.count - 1].affine.rows
        self = try withExtendedLifetime(weights) {
            try NetworkImage(
                weights.layers.pointee,
                inputs: (0..<network.inputs).map { mq_network_input(kind: UInt8(16 + $0 % 3), offset: Float($0) / 8, scale: 0.5) },
                labels: (0..<labels).map { "label \($0)" }, rate: rate, decision: decision)
        }
    }
}

/// Words of an image, for tests that read or change them.
extension [UInt8] {
    func u32(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) } }

    mutating func put(_ word: some FixedWidthInteger, at offset: Int) {
        Swift.withUnsafeBytes(of: word.littleEndian) { for (index, byte) in $0.enumerated() { self[offset + index] = byte } }
    }

    /// Gives an image that was changed the hash that it has now.
    mutating func rehash() { put(Array(self[64...]).fnv1a, at: 8) }

    /// As PROTOCOL.md and the header have it, written once more.
    var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
