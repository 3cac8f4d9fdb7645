import Transport

/// A line of a computer that stands still now and then: what comes meanwhile is read late.
final class StallingLine: DeviceLine {
    private let device: FaultyDevice
    /// When it stands still next, and for how long, in microseconds; the last one first.
    private var stalls: [(at: UInt64, length: UInt64)]

    init(_ device: FaultyDevice, stalls: [(at: UInt64, length: UInt64)]) {
        self.device = device
        self.stalls = stalls.reversed()
    }

    var now: UInt64 { device.now }

    func send(_ bytes: [UInt8]) throws(LineStop) { try device.send(bytes) }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        guard let stall = stalls.last, now >= stall.at else { return try device.receive(until: time) }
        stalls.removeLast()
        let end = now + stall.length
        var bytes: [UInt8] = []
        while device.now < end { bytes += try device.receive(until: end) }
        return bytes
    }
}
