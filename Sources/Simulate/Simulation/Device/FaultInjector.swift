import Randomness
import WireProtocol

/// The bad cable: damages, drops and inserts bytes, and knows exactly what that cost.
///
/// A frame has arrived if, between two zeros, exactly its bytes arrived. No decoder judges that, so a decoder can be judged by it.
struct FaultInjector {
    private(set) var truth = LinkTruth()
    private let faults: LinkFaults
    private var random: SeededGenerator
    /// Reads along what was sent, to know the samples in a frame.
    private var witness: FrameDecoder
    /// What arrived since the last 0x00 that arrived.
    private var arrived: [UInt8] = []
    /// The frame that is being sent, as far as it has left.
    private var current: [UInt8] = []
    /// Length of `current` when just as many bytes, the same ones, had been ended by a 0x00; 0 if that has not happened.
    private var matchedLength = 0
    /// The frame before, if it did not arrive: without its 0x00 it may still be ended by an inserted one.
    private var missing: [UInt8] = []
    private var missingSamples: UInt64 = 0

    /// - Parameter buffer: 255 bytes that outlive the injector.
    init(faults: LinkFaults, seed: UInt64, buffer: UnsafeMutablePointer<UInt8>) {
        self.faults = faults
        random = SeededGenerator(seed: seed)
        witness = FrameDecoder(buffer: buffer)
    }

    /// Takes the next byte of the device and appends what arrives instead of it.
    mutating func pass(_ byte: UInt8, to port: inout [UInt8]) {
        truth.bytes += 1
        if random.happens(faults.insertedFraction) {
            truth.insertedBytes += 1
            arrive(UInt8.random(in: 0...255, using: &random), at: &port)
        }
        if byte != 0 { current.append(byte) }
        if random.happens(faults.droppedFraction) {
            truth.droppedBytes += 1
        } else if random.happens(faults.damagedFraction) {
            truth.damagedBytes += 1
            arrive(byte ^ UInt8.random(in: 1...255, using: &random), at: &port)
        } else {
            arrive(byte, at: &port)
        }
        let isFrame = witness.push(byte)
        if isFrame { endFrame() }
    }

    private mutating func arrive(_ byte: UInt8, at port: inout [UInt8]) {
        port.append(byte)
        guard byte == 0 else {
            arrived.append(byte)
            return
        }
        if arrived.isEmpty { return }
        if arrived == current {
            matchedLength = current.count
        } else if arrived == missing {
            truth.damagedFrames -= 1
            truth.damagedSamples -= missingSamples
            missing.removeAll(keepingCapacity: true)
        }
        arrived.removeAll(keepingCapacity: true)
    }

    private mutating func endFrame() {
        missing.removeAll(keepingCapacity: true)
        if matchedLength != current.count {
            missingSamples = witness.header.kind == .data ? UInt64(witness.header.count) : 0
            truth.damagedFrames += 1
            truth.damagedSamples += missingSamples
            swap(&missing, &current)
        }
        current.removeAll(keepingCapacity: true)
        matchedLength = 0
    }
}
