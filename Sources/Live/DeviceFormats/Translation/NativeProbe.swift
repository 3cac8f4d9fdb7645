import WireProtocol

/// Whether a device of ours speaks: a whole frame with a right check sum is no accident, whatever is wrong in it.
final class NativeProbe {
    private let memory: UnsafeMutablePointer<UInt8>
    private var decoder: FrameDecoder

    init() {
        memory = .allocate(capacity: FrameLimits.encoded)
        decoder = FrameDecoder(buffer: memory)
    }

    deinit { memory.deallocate() }

    func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes {
            if decoder.push(byte) { return true }
            let seen = decoder.counters
            if seen.malformed + seen.unknown + seen.versionMismatches > 0 { return true }
        }
        return false
    }
}

/// What has arrived since the last end of a frame but one, so that the first frame that a device of ours is known by is not lost.
struct FirstFrames {
    private var bytes: [UInt8] = []

    mutating func add(_ received: UnsafeRawBufferPointer) {
        // What ended before this cannot be a part of a frame that ends in it.
        if let end = bytes.lastIndex(of: 0) { bytes.removeFirst(end + 1) }
        if bytes.count > FrameLimits.encoded { bytes.removeAll(keepingCapacity: true) }
        bytes.append(contentsOf: received)
    }

    /// - Returns: how many bytes were moved.
    mutating func take(into out: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(out.count, bytes.count)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes { out.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        bytes.removeFirst(count)
        return count
    }
}
