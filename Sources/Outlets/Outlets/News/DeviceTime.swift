/// When a sample was taken, by this machine's clock: from the device's time, and from when windows of it were known here.
///
/// What arrives is late by a link's delay, and now and then by more. The least difference that was seen is nearest to the truth;
/// it may rise by 200 parts per million, more than two clocks drift apart.
package struct DeviceTime {
    package init() {}

    /// Seconds from the device's time to the wall's; nil before the first sample.
    private var offset: Double?
    private var last: Double = 0

    /// Parts of one by which the clocks may drift apart.
    private static let drift = 200e-6

    /// A device's time begins anew.
    package mutating func restart() { offset = nil }

    /// A sample of the device's time, in microseconds, was known here at `now`, in seconds since 1970.
    ///
    /// - Returns: when it was taken, in seconds since 1970: never after `now`.
    package mutating func time(of microseconds: UInt64, knownAt now: Double) -> Double {
        let device = Double(microseconds) / 1e6
        let seen = now - device
        // A clock that was set back or far ahead is believed.
        let grown = (offset ?? seen) + max(0, device - last) * Self.drift
        let isSet = abs(seen - grown) > 60
        let least = isSet ? seen : min(seen, grown)
        offset = least
        last = device
        return device + least
    }
}
