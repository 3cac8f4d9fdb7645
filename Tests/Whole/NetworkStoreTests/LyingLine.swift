import TestSupport
import Transport

/// A line to a lying device in virtual time: nothing depends on how fast the machine is.
final class LyingLine: DeviceLine {
    let device: LyingDevice
    private(set) var now: UInt64 = 1_000_000
    /// Times that the host listened.
    private(set) var turns = 0
    /// Says that the line ends, and how.
    var stops: (LyingDevice) -> LineStop? = { _ in nil }

    init(_ device: LyingDevice) { self.device = device }

    /// Since the port was opened.
    var seconds: Double { Double(now - 1_000_000) / 1_000_000 }

    func send(_ bytes: [UInt8]) throws(LineStop) { device.take(bytes, now: now) }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        turns += 1
        if let stop = stops(device) { throw stop }
        now = max(now + 200, min(time, device.nextTime ?? time))
        return device.said(now: now)
    }
}
