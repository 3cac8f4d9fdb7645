public import MotionCore
import WireProtocol

/// The samples of one DATA frame, as counts and as what they mean. Valid during the call that hands them out.
public struct LiveSamples {
    let payload: PayloadReader
    /// Samples, 1 … 120.
    public let count: Int
    /// Counts of a sample, 1 … 32.
    public let channels: Int
    let firstStreamTime: UInt64
    /// The channels, as the device announced them.
    public let sensor: SensorDescription

    init(payload: PayloadReader, count: Int, channels: Int, firstStreamTime: UInt64, sensor: SensorDescription) {
        self.payload = payload
        self.count = count
        self.channels = channels
        self.firstStreamTime = firstStreamTime
        self.sensor = sensor
    }

    /// As they came.
    init(_ frame: SampleFrame, sensor: SensorDescription) {
        self.init(
            payload: frame.payload, count: frame.count, channels: frame.channels, firstStreamTime: frame.streamTime, sensor: sensor)
    }

    /// What the sensor counted.
    public func rawCount(_ sample: Int, _ channel: Int) -> Int16 { payload.i16((sample * channels + channel) * 2) }

    /// Whether there is a value: a channel with a name may have none in a sample.
    public func hasValue(_ sample: Int, _ channel: Int) -> Bool {
        rawCount(sample, channel) != ChannelText.noValue || sensor.channels[channel].text.isEmpty
    }

    /// What the sensor measured, in the channel's unit; without a meaning where there is no value.
    public func value(_ sample: Int, _ channel: Int) -> Double {
        let about = sensor.channels[channel]
        return Double(rawCount(sample, channel)) * Double(about.scale) + Double(about.offset)
    }

    /// Microseconds of device time since the connection's first frame, without wraps, as windows and events have it: the frame's
    /// stamp, and from there on by the nominal rate.
    public func streamTime(_ sample: Int) -> UInt64 { firstStreamTime + SampleFrame.offset(of: sample, rate: sensor.rate) }
}

extension SampleFrame {
    /// Microseconds from the first sample to another one, at a nominal rate. That may be tiny: such times mean nothing, but fit.
    static func offset(of sample: Int, rate: Float) -> UInt64 {
        UInt64(saturating: Double(sample) * min(1_000_000 / Double(rate), 1e12))
    }
}
