import MotionCore
import WireProtocol

/// When a sample was taken.
struct SampleMoment {
    /// By the clock of the headers, in microseconds.
    var deviceTime: UInt32
    /// In microseconds since the stream began.
    var streamTime: UInt64
    /// Of the device's sample that was taken then, or was the last one before.
    var index: UInt16

    /// That of a sample of a frame.
    init(of sample: Int, in frame: SampleFrame, rate: Float) {
        let offset = SampleFrame.offset(of: sample, rate: rate)
        deviceTime = frame.time &+ UInt32(truncatingIfNeeded: offset)
        streamTime = frame.streamTime + offset
        index = frame.index &+ UInt16(sample)
    }

    /// So many periods earlier.
    func before(samples: Double, rate: Float) -> SampleMoment {
        let time = min(streamTime, UInt64(saturating: max(0, samples) * 1_000_000 / Double(rate)))
        var earlier = self
        earlier.deviceTime &-= UInt32(truncatingIfNeeded: time)
        earlier.streamTime -= time
        earlier.index &-= UInt16(truncatingIfNeeded: Int(saturating: samples.rounded(.up)))
        return earlier
    }
}
