import LiveLoop
import MotionCore
import MotionRecognition

/// Samples of a device that came in one frame, in physical units, along the axes of the board.
public struct MotionSamples: Sendable, Equatable, RandomAccessCollection, CustomStringConvertible {
    /// `[samples][channels]`
    private let counts: [Int16]
    private let layout: SampleLayout
    /// Seconds since the connection's first frame, as `MotionWindow.time`, at which the first of them was taken.
    public let time: Double

    init(_ samples: LiveSamples, _ layout: SampleLayout) {
        self.layout = layout
        let (count, width) = (samples.count, samples.channels)
        counts = Array(unsafeUninitializedCapacity: count * width) { room, filled in
            for place in 0..<count * width { room.initializeElement(at: place, to: samples.rawCount(place / width, place % width)) }
            filled = count * width
        }
        time = Double(samples.streamTime(0)) / 1_000_000
    }

    /// Names of a sample's values: as those of recordings, acceleration first, then rotation, the magnetic field, and channels
    /// with names.
    public var channels: [String] { layout.names }
    /// Samples per second, as announced.
    public var rate: Double { layout.rate }

    /// The first sample, 0.
    public var startIndex: Int { 0 }
    /// Samples; a frame has 1 … 120.
    public var endIndex: Int { layout.width > 0 ? counts.count / layout.width : 0 }

    /// One sample, a value for each of `channels`: acceleration in g, rotation in rad/s, the magnetic field in µT, channels with
    /// names in their own units; NaN where the device has none just now. Allocates.
    public subscript(sample: Int) -> [Double] {
        precondition(indices.contains(sample), "there are \(count) samples")
        return layout.columns.map { column in
            let value = counts[sample * layout.width + column.channel]
            return column.mayMiss && value == ChannelText.noValue ? .nan : Double(value) * column.scale + column.offset
        }
    }

    /// Seconds since the connection's first frame at which a sample was taken, by the announced rate.
    public func time(of sample: Int) -> Double { time + Double(sample) / rate }

    /// Whether both hold the same counts of the same channels at the same time.
    public static func == (left: Self, right: Self) -> Bool {
        left.time == right.time && left.counts == right.counts && left.layout === right.layout
    }

    /// `3 samples of ax, ay, az from 12.50 s`.
    public var description: String { "\(count) samples of \(channels.joined(separator: ", ")) from \(time) s" }
}

/// How a device's counts become the values of a recording: one for all frames of a session.
final class SampleLayout: Sendable {
    struct Column {
        let channel: Int
        let scale: Double
        let offset: Double
        /// Whether a count says that there is no value.
        let mayMiss: Bool
    }

    let names: [String]
    let columns: [Column]
    /// Counts of a sample.
    let width: Int
    let rate: Double

    init(_ sensor: SensorDescription) {
        let found = ChannelReader(allOf: sensor).channels.names.compactMap { name in
            sensor.source(named: name).map { (name: name, source: $0) }
        }
        names = found.map(\.name)
        columns = found.map { _, source in
            let about = sensor.channels[source.channel]
            let factor = about.unit.toCanonical * (source.isReversed ? -1 : 1)
            return Column(
                channel: source.channel, scale: Double(about.scale) * factor, offset: Double(about.offset) * factor,
                mayMiss: !about.text.isEmpty)
        }
        width = sensor.channelCount
        rate = Double(sensor.rate)
    }
}
