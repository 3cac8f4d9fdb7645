import MotionCore

/// The device's clocks.
///
/// A real device has one: it dates samples with it and judges commands by it. A replay at another speed cannot have one clock. If
/// it ran with the recording, the host's clock estimate (one exchange every 10 s, assuming equal speed) would be wrong by seconds,
/// every command would be late or from the future, and a heartbeat a second would not keep the failsafe quiet. If it ran with the
/// wall, samples would come faster than the rate that HELLO announces. So there are two, which are the same at speed 1:
///
/// - The **link clock** runs with the wall, but for its drift. TIMESYNC, `issued` and time to live, ACKs, durations, the failsafe,
///   HELLO and HEARTBEAT follow it: the exchange with the host is as on a real device at every speed.
/// - The **sample clock** runs with the recording. It dates the samples, one recorded period apart, and for the sake of PROTOCOL.md
///   §7 (time never goes back) the headers of all other frames.
///
/// What a host computes from both, the latency from a sample to its decision, means something at speed 1 only.
struct ReplayClock {
    private let wallStart: UInt64
    private let linkStart: UInt64
    private let ratio: Double

    /// - Parameter wall: wall time at boot, in microseconds.
    init(wall: UInt64, options: SimulatorOptions) {
        wallStart = wall
        linkStart = options.clockStart
        ratio = 1 + options.driftPartsPerMillion / 1_000_000
    }

    /// Link time at a wall time.
    func link(wall: UInt64) -> UInt64 {
        linkStart + UInt64(saturating: Double(wall - wallStart) * ratio)
    }

    /// The first wall time, to the microsecond, at which a link time has come.
    func wall(link: UInt64) -> UInt64 {
        guard link > linkStart else { return wallStart }
        return wallStart + UInt64(saturating: (Double(link - linkStart) / ratio).rounded(.up))
    }
}
