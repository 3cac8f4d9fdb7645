public import WireProtocol

/// A frame as it goes over the line.
public func frameBytes(_ header: FrameHeader, _ write: (inout PayloadWriter) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FrameLimits.wire) { scratch in
        [UInt8](unsafeUninitializedCapacity: FrameLimits.wire) { wire, count in
            guard let memory = scratch.baseAddress, let out = wire.baseAddress else { return }
            let encoder = FrameEncoder(scratch: memory)
            var writer = encoder.begin(header)
            write(&writer)
            count = encoder.finish(writer, into: out)
        }
    }
}
