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

    static let damages: [ImageDamage] = [
        ImageDamage("another kind of layer", MQ_IMAGE_FORMAT) { $0[detector] = 3 },
        ImageDamage("no prototypes", MQ_IMAGE_FORMAT) { $0[detector + 1] = 0 },
        ImageDamage("17 prototypes of a label", MQ_IMAGE_TOO_LARGE) { $0[detector + 1] = 17 },
        ImageDamage("no rows", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: detector + 4) },
        ImageDamage("a column more than the hidden state has", MQ_IMAGE_SHAPE) {
            $0.put(UInt32(6), at: detector + 16)
        },
        ImageDamage("prototypes outside", MQ_IMAGE_SHAPE) { $0.put(UInt32($0.count), at: detector + 40) },
        ImageDamage("prototypes on no word's boundary", MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.u32(detector + 40) + 2), at: detector + 40)
        },
        ImageDamage("limits in the header", MQ_IMAGE_SHAPE) { $0.put(UInt32(0), at: detector + 44) },
        ImageDamage("limits that end a word behind the image", MQ_IMAGE_SHAPE) {
            $0.put(UInt32($0.count - 3 * 4), at: detector + 44)
        },
        ImageDamage("something in its gap", MQ_IMAGE_SHAPE) { $0[detector + 48] = 1 },
        ImageDamage("a prototype too far out", MQ_IMAGE_FORMAT) {
            $0.put(Int16(8192), at: $0.u32(detector + 40))
        },
        ImageDamage("weights that a panel's sum has no room for", MQ_IMAGE_OVERFLOW) {
            for column in 0..<3 { $0.put(Int16.min, at: $0.u32(detector + 32) + column / 2 * 64 + column % 2 * 2) }
        },
    ]

    @Test("whatever breaks a rule, each with its own code", arguments: damages)
    func damage(_ damage: ImageDamage) throws {
        damage.expectFault(in: try Self.image())
    }
}
