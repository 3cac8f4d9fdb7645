import WireProtocol

/// A frame that can be altered and sent on.
struct Wire {
    var header: FrameHeader
    var payload: [UInt8]

    init(header: FrameHeader, payload: [UInt8]) {
        self.header = header
        self.payload = payload
    }

    init(_ decoder: borrowing FrameDecoder) {
        let reader = decoder.payload
        self.init(header: decoder.header, payload: (0..<reader.count).map { reader.u8($0) })
    }

    /// As it goes over the line.
    var bytes: [UInt8] {
        var scratch = [UInt8](repeating: 0, count: FrameLimits.wire)
        var wire = [UInt8](repeating: 0, count: FrameLimits.wire)
        let count = scratch.withUnsafeMutableBufferPointer { scratch in
            wire.withUnsafeMutableBufferPointer { wire in
                guard let scratch = scratch.baseAddress, let wire = wire.baseAddress else { return 0 }
                let encoder = FrameEncoder(scratch: scratch)
                var writer = encoder.begin(header)
                for byte in payload { writer.u8(byte) }
                return encoder.finish(writer, into: wire)
            }
        }
        return Array(wire[..<count])
    }

    /// Little-endian.
    func number(at place: Int, bytes: Int) -> UInt64 {
        (0..<bytes).reduce(0) { $0 | UInt64(payload[place + $1]) << (8 * UInt64($1)) }
    }

    mutating func put(_ number: UInt64, at place: Int, bytes: Int) {
        for byte in 0..<bytes { payload[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
    }

    /// Where an item's value begins, of one that is there.
    func place(of tag: UInt8) -> Int {
        guard let place = item(tag) else { preconditionFailure("HELLO has no item \(tag)") }
        return place
    }

    /// Where the value of an item of HELLO begins.
    func item(_ tag: UInt8) -> Int? {
        var place = 0
        while place + 1 < payload.count {
            if payload[place] == tag { return place + 2 }
            place += 2 + Int(payload[place + 1])
        }
        return nil
    }
}
