import Formatting
public import MotionCore
import MotionRecognition

/// Reads a device's samples as the columns of a recording: along the axes of the board in g, rad/s and µT, and channels with names
/// in their units.
public struct ChannelReader {
    private struct Column {
        let channel: Int
        /// From counts to the channel's unit.
        let scale, offset: Double
        /// Whether a count says that there is no value.
        let mayLackValue: Bool
        /// To g, rad/s or µT; negative where the sensor's axis points against the board's.
        let factor: Double
    }

    /// What the columns are called.
    public let channels: NamedChannels
    /// Nil for what the device does not measure.
    private let columns: [Column?]

    /// - Parameter sensor: as the device announced it.
    public init(_ sensor: SensorDescription, channels: NamedChannels) {
        self.channels = channels
        columns = channels.names.map { name in
            guard let source = sensor.source(named: name) else { return nil }
            let about = sensor.channels[source.channel]
            let factor = about.unit.toCanonical
            return Column(
                channel: source.channel, scale: Double(about.scale), offset: Double(about.offset),
                mayLackValue: !about.text.isEmpty, factor: source.isReversed ? -factor : factor)
        }
    }

    /// All that a recording can hold of what a device measures: the six axes if there is acceleration, the magnetic field if it is
    /// whole, and channels with names in their order.
    public init(allOf sensor: SensorDescription) {
        let hasMotion = SixAxes.accelerations.allSatisfy { sensor.source(named: $0) != nil }
        let named = (0..<sensor.channelCount).map { sensor.channels[$0].text.name.text }.filter { !$0.isEmpty }
        let names =
            (hasMotion ? SixAxes.names : []) + (sensor.hasField ? SensorDescription.fieldNames : []) + named
        self.init(sensor, channels: NamedChannels(names))
    }

    /// Names of the columns that the device does not measure, which are 0.
    package var missing: [String] { zip(channels.names, columns).filter { $0.1 == nil }.map(\.0) }

    /// One sample, a value a column; NaN where the device has none. Allocates.
    public func values(of samples: LiveSamples, at index: Int) -> [Float] {
        values(ofCounts: { samples.rawCount(index, $0) })
    }

    /// One sample by what the sensor counted, as `values(of:at:)` has it. Allocates.
    ///
    /// - Parameter count: of a channel of the device.
    package func values(ofCounts count: (Int) -> Int16) -> [Float] {
        columns.map { column in
            guard let column else { return 0 }
            let count = count(column.channel)
            guard !column.mayLackValue || count != ChannelText.noValue else { return .nan }
            return Float((Double(count) * column.scale + column.offset) * column.factor)
        }
    }
}
