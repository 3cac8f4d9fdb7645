package import LiveLoop
package import MotionCore
import Recordings

/// How a device's channels become the six columns of a recording: along the axes of the board, in g and rad/s.
package struct RecordedChannels {
    private struct Column {
        let channel: Int
        /// To g or rad/s; negative where the sensor's axis points against the board's.
        let factor: Double
    }

    /// Ax, ay, az, gx, gy, gz; nil for what the device does not measure.
    private let columns: [Column?]

    package init(_ sensor: SensorDescription) {
        columns = SixAxes.kinds.map { kind in
            guard let source = sensor.source(of: kind.rawValue) else { return nil }
            let factor = sensor.channels[source.channel].unit.toCanonical
            return Column(channel: source.channel, factor: source.isReversed ? -factor : factor)
        }
    }

    /// The names of the columns that the device does not measure, which are 0.
    var missing: [String] { zip(RecordedSession.channelNames, columns).filter { $0.1 == nil }.map(\.0) }

    /// One sample.
    package func values(of samples: LiveSamples, at index: Int) -> [Float] {
        columns.map { column in column.map { Float(samples.value(index, $0.channel) * $0.factor) } ?? 0 }
    }
}
