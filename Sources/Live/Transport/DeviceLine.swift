/// Why a conversation with a device did not come to its end.
package enum LineStop: Error {
    /// The port is gone, or takes nothing.
    case transport(TransportError)
    /// Somebody wants it to stop.
    case interrupted
}

/// A line to a device, and the clock by which what is said on it is judged.
///
/// Whoever talks waits only here: a test hands in a line whose clock it moves by hand.
package protocol DeviceLine: AnyObject {
    /// Microseconds since any start, never back.
    var now: UInt64 { get }

    func send(_ bytes: [UInt8]) throws(LineStop)

    /// Waits for bytes.
    ///
    /// - Returns: what came; nothing when it is this time, or for no reason.
    func receive(until time: UInt64) throws(LineStop) -> [UInt8]
}

/// An open port and the machine's clock.
package final class TransportLine: DeviceLine {
    private let transport: any ByteTransport
    private let shouldStop: () -> Bool
    private let started = ContinuousClock.now

    /// - Parameter shouldStop: asked at least every 50 ms.
    package init(_ transport: any ByteTransport, shouldStop: @escaping () -> Bool) {
        self.transport = transport
        self.shouldStop = shouldStop
    }

    package func close() { transport.close() }

    package var now: UInt64 {
        let passed = (ContinuousClock.now - started).components
        return UInt64(passed.seconds) * 1_000_000 + UInt64(passed.attoseconds / 1_000_000_000_000)
    }

    package func send(_ bytes: [UInt8]) throws(LineStop) {
        do throws(TransportError) {
            try write(bytes.span.bytes)
        } catch {
            throw .transport(error)
        }
    }

    private func write(_ bytes: RawSpan) throws(TransportError) {
        try bytes.withUnsafeBytes { (raw) throws(TransportError) in try transport.write(raw, timeoutMilliseconds: 1000) }
    }

    package func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        if shouldStop() { throw .interrupted }
        let wait = time > now ? min((time - now + 999) / 1000, 50) : 0
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { room.deallocate() }
        do throws(TransportError) {
            let count = try transport.read(into: room, timeoutMilliseconds: Int32(wait))
            return Array(room[..<count])
        } catch {
            throw .transport(error)
        }
    }
}
