/// When a sample was taken, by this machine's clock: from the device's time, and from when windows of it were known here.
///
/// What arrives is late by a link's delay, and now and then by more. The least difference of the last minute or two is nearest to
/// the truth: clocks that drift apart, even by half a percent, are followed. A clock that was set is believed at once if it was
/// set back, and else when everything has been seconds later for a while.
package struct DeviceTime {
    /// The least difference between the device's time and the wall's, in seconds, since `begin`, and of the minute before.
    private var recent: (least: Double, begin: Double)?
    private var before: Double?
    /// Since when, by the device's time, everything is much later than it should be; and the least difference since then.
    private var late: (since: Double, least: Double)?

    /// Seconds of device time of which the least difference counts, and after which it counts no more than once again.
    private static let minute = 60.0
    /// Seconds by which all must be late, and for how long, for a clock to have been set.
    private static let (doubt, patience) = (2.0, 5.0)

    package init() {}

    /// A device's time begins anew.
    package mutating func restart() { self = DeviceTime() }

    /// A sample of the device's time, in microseconds, was known here at `now`, in seconds since 1970.
    ///
    /// - Returns: when it was taken, in seconds since 1970: never after `now`.
    package mutating func time(of microseconds: UInt64, knownAt now: Double) -> Double {
        let device = Double(microseconds) / 1e6
        let seen = now - device
        let least = min(before ?? seen, recent?.least ?? seen)
        if seen > least + Self.doubt {
            let known = late ?? (device, seen)
            late = (known.since, min(known.least, seen))
            if device - known.since >= Self.patience {
                (recent, before, late) = ((min(known.least, seen), device), nil, nil)
                return device + min(known.least, seen)
            }
            return device + least
        }
        late = nil
        if let recent, device - recent.begin < Self.minute, device >= recent.begin {
            self.recent = (min(recent.least, seen), recent.begin)
        } else {
            before = recent?.least
            recent = (seen, device)
        }
        return device + min(least, seen)
    }
}
