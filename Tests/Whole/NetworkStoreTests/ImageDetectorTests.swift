import CMotionCore
import Quantization
import TestSupport
import Testing

@Suite("The reader in C refuses of a detector")
struct ImageDetectorTests {
    /// Layer 0 is an LSTM, layers 1 and 2 are dense, layer 3 is the detector's projection.
    private static let detector = 96 + 3 * 64

    private static func image() throws -> [UInt8] {
        let network = randomQuantizedNetwork(.init(8, 4, 5, nil, [5], [3, 4]), carriesState: false, seed: 1)
        return try NetworkImage(of: network.detecting(seed: 2)).bytes
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: mq_image_fault
        let apply: @Sendable (inout [UInt8]) -> Void
    }

    static let damages: [Damage] = [
        Damage(testDescription: "another kind of layer", fault: MQ_IMAGE_FORMAT) { $0[detector] = 3 },
        Damage(testDescription: "no prototypes", fault: MQ_IMAGE_FORMAT) { $0[detector + 1] = 0 },
        Damage(testDescription: "17 prototypes of a label", fault: MQ_IMAGE_TOO_LARGE) { $0[detector + 1] = 17 },
        Damage(testDescription: "no rows", fault: MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: detector + 4) },
        Damage(testDescription: "a column more than the hidden state has", fault: MQ_IMAGE_SHAPE) {
            $0.put(UInt32(6), at: detector + 16)
        },
        Damage(testDescription: "prototypes outside", fault: MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count), at: detector + 40) },
        Damage(testDescription: "prototypes on no word's boundary", fault: MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.u32(detector + 40) + 2), at: detector + 40)
        },
        Damage(testDescription: "limits in the header", fault: MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: detector + 44) },
        Damage(testDescription: "limits that end a word behind the image", fault: MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.count - 3 * 4), at: detector + 44)
        },
        Damage(testDescription: "something in its gap", fault: MQ_IMAGE_SHAPE) { $0[detector + 48] = 1 },
        Damage(testDescription: "a prototype too far out", fault: MQ_IMAGE_FORMAT) {
            $0.put(Int16(8192), at: $0.u32(detector + 40))
        },
        Damage(testDescription: "weights that a panel's sum has no room for", fault: MQ_IMAGE_OVERFLOW) {
            for column in 0..<3 { $0.put(Int16.min, at: $0.u32(detector + 32) + column / 2 * 64 + column % 2 * 2) }
        },
    ]

    @Test("whatever breaks a rule, each with its own code", arguments: damages)
    func damage(_ damage: Damage) throws {
        var bytes = try Self.image()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        damage.apply(&bytes)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == damage.fault)
    }
}
