import WireProtocol

/// All bytes in flight, allocated once.
final class LinkMemory {
    /// What `read` fills.
    let input: UnsafeMutableRawBufferPointer
    /// The frame being received.
    let frame: UnsafeMutablePointer<UInt8>
    /// The frame being built.
    let scratch: UnsafeMutablePointer<UInt8>
    /// Encoded frames that wait for `flush`.
    let output: UnsafeMutablePointer<UInt8>
    var outputCount = 0
    /// One sample as the network eats it.
    let sample: UnsafeMutablePointer<Int16>
    /// Windows of the frame being handled, which observers have not heard of yet.
    let windows: UnsafeMutablePointer<LiveWindow>
    var windowCount = 0
    /// `[windows][labels]`, their probabilities.
    let probabilities: UnsafeMutablePointer<Int16>

    /// Room for all commands that one DATA frame can cause, and more.
    static let outputCapacity = 64 * FrameLimits.wire

    init(inputs: Int, labels: Int) {
        input = .allocate(byteCount: 4096, alignment: 16)
        frame = .allocate(capacity: FrameLimits.encoded)
        scratch = .allocate(capacity: FrameLimits.decoded.upperBound)
        output = .allocate(capacity: Self.outputCapacity)
        sample = .allocate(capacity: max(1, inputs))
        windows = .allocate(capacity: FrameLimits.samples)
        probabilities = .allocate(capacity: FrameLimits.samples * max(1, labels))
    }

    deinit {
        input.deallocate()
        frame.deallocate()
        scratch.deallocate()
        output.deallocate()
        sample.deallocate()
        windows.deallocate()
        probabilities.deallocate()
    }

    /// Whether one more frame fits.
    var hasRoom: Bool { outputCount + FrameLimits.wire <= Self.outputCapacity }

    /// A byte outside any frame.
    func append(_ byte: UInt8) {
        output[outputCount] = byte
        outputCount += 1
    }
}
