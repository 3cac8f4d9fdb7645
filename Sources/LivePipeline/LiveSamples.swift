public import Channels
public import WireProtocol

/// The samples of one DATA frame, as counts and as what they mean. Valid during the call that hands them out.
public struct LiveSamples {
    /// As they came.
    public let frame: SampleFrame
    /// The channels, as the device announced them.
    public let sensor: SensorDescription

    public var count: Int { frame.count }
    public var channels: Int { frame.channels }

    /// What the sensor counted.
    public func rawCount(_ sample: Int, _ channel: Int) -> Int16 { frame.payload.i16((sample * channels + channel) * 2) }

    /// The same in the channel's unit.
    public func value(_ sample: Int, _ channel: Int) -> Double {
        let about = sensor.channels[channel]
        return Double(rawCount(sample, channel)) * Double(about.scale) + Double(about.offset)
    }

    /// Microseconds of device time since the connection's first frame, without wraps, as windows and events have it: the frame's
    /// stamp, and from there on by the nominal rate.
    public func streamTime(_ sample: Int) -> UInt64 { frame.streamTime + frame.offset(of: sample, rate: sensor.rate) }
}

extension SampleFrame {
    /// Microseconds from the first sample to another one, at a nominal rate. That may be tiny: such times mean nothing, but fit.
    func offset(of sample: Int, rate: Float) -> UInt64 {
        UInt64(Double(sample) * min(1_000_000 / Double(rate), 1e12))
    }
}
