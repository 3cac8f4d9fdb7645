public import MotionCore

/// Reads a device's samples along the six axes of the board, in g and rad/s: the columns of a recording.
public struct SixAxisReader {
    private struct Column {
        let channel: Int
        /// To g or rad/s; negative where the sensor's axis points against the board's.
        let factor: Double
    }

    /// Ax, ay, az, gx, gy, gz; nil for what the device does not measure.
    private let columns: [Column?]

    /// - Parameter sensor: as the device announced it.
    public init(_ sensor: SensorDescription) {
        columns = SixAxes.kinds.map { kind in
            guard let source = sensor.source(of: kind.rawValue) else { return nil }
            let factor = sensor.channels[source.channel].unit.toCanonical
            return Column(channel: source.channel, factor: source.isReversed ? -factor : factor)
        }
    }

    /// Names of the axes that the device does not measure, which are 0.
    package var missing: [String] { zip(SixAxes.names, columns).filter { $0.1 == nil }.map(\.0) }

    /// One sample: `[6]`, ax, ay, az in g, gx, gy, gz in rad/s. Allocates.
    public func values(of samples: LiveSamples, at index: Int) -> [Float] {
        columns.map { column in column.map { Float(samples.value(index, $0.channel) * $0.factor) } ?? 0 }
    }
}
