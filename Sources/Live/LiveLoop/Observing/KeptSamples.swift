import MotionCore
import WireProtocol

/// The samples of one frame, copied.
struct KeptSamples {
    let payload: [UInt8]
    let count: Int
    let channels: Int
    let streamTime: UInt64
    /// One for all frames of a session.
    let sensor: KeptSensor

    init(_ samples: LiveSamples, sensor: KeptSensor) {
        payload = Array(UnsafeBufferPointer(start: samples.payload.bytes, count: samples.payload.count))
        count = samples.count
        channels = samples.channels
        streamTime = samples.firstStreamTime
        self.sensor = sensor
    }

    func withSamples(_ body: (LiveSamples) -> Void) {
        payload.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            body(
                LiveSamples(
                    payload: PayloadReader(start, count: bytes.count), count: count, channels: channels,
                    firstStreamTime: streamTime, sensor: sensor.description))
        }
    }
}

/// What a session's counts mean; it is as large as many a frame, so that they share it.
final class KeptSensor {
    let description: SensorDescription

    init(_ description: SensorDescription) { self.description = description }
}
