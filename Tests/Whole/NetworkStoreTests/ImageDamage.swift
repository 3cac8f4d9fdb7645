import CMotionCore
import Testing

/// What is done to the image of a network that can be read, and the fault by which it is refused then.
struct ImageDamage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: mq_image_fault
    let apply: @Sendable (inout [UInt8]) -> Void

    init(_ description: String, _ fault: mq_image_fault, apply: @escaping @Sendable (inout [UInt8]) -> Void) {
        testDescription = description
        self.fault = fault
        self.apply = apply
    }

    /// Expects that the image can be read as it is, and with the damage alone no longer: its hash is made anew.
    func expectFault(in image: [UInt8]) {
        var bytes = image
        #expect(ReadImage(bytes).fault == MQ_IMAGE_OK)
        apply(&bytes)
        bytes.rehash()
        #expect(ReadImage(bytes).fault == fault)
    }
}
