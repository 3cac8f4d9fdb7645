public import MotionCore
import MotionRecognition
public import SignalProcessing

/// The magnetic heading of a device that is followed, of the board's x axis, sample after sample.
public struct HeadingFollower {
    private let channels: ChannelReader
    /// The board's axis of each of the sensor's.
    private let axes: SIMD3<Int8>
    private let iron: IronCorrection?
    private var heading: MagneticHeading

    /// - Parameters:
    ///   - sensor: as it measures, corrected for what is known of it.
    ///   - iron: that the correction knew; nil if it knew none.
    /// - Returns: nil if it does not measure acceleration with gravity, rotation and the magnetic field along all three axes.
    public init?(_ sensor: SensorDescription, iron: IronCorrection?) {
        guard sensor.hasSixAxes, sensor.hasField else { return nil }
        axes = SIMD3(sensor.axes[0], sensor.axes[1], sensor.axes[2])
        // Iron's matrix stands along the sensor's own axes.
        var own = sensor
        own.axes = [1, 2, 3]
        channels = ChannelReader(own, channels: NamedChannels(SixAxes.names + SensorDescription.fieldNames))
        self.iron = iron
        heading = MagneticHeading(rate: Double(sensor.rate), strength: iron?.strength)
    }

    /// Samples are missing.
    public mutating func restart() { heading.restart() }

    /// Takes a sample; nil while no heading is known. Allocates.
    public mutating func push(_ samples: LiveSamples, at index: Int) -> MagneticHeading.Heading? {
        let values = channels.values(of: samples, at: index).map { Double($0) }
        let field = SIMD3(values[6], values[7], values[8])
        return heading.push(
            acceleration: SIMD3(values[0], values[1], values[2]).alongBoard(axes),
            rotation: SIMD3(values[3], values[4], values[5]).alongBoard(axes),
            field: (iron?.field(ofCorrected: field) ?? field).alongBoard(axes))
    }
}

extension SensorDescription {
    /// Columns of the magnetic field.
    public static let fieldNames = ["mx", "my", "mz"]

    /// Whether the magnetic field is measured along all three axes.
    public var hasField: Bool { Self.fieldNames.allSatisfy { source(named: $0) != nil } }
}

extension SIMD3 where Scalar == Double {
    /// A vector along the sensor's axes along those of its board.
    ///
    /// - Parameter axes: of the board, which the sensor's x, y and z are: ±1, ±2, ±3.
    public func alongBoard(_ axes: SIMD3<Int8>) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for axis in 0..<3 {
            let place = Int(axes[axis].magnitude) - 1
            guard (0..<3).contains(place) else { continue }
            result[place] = axes[axis] < 0 ? -self[axis] : self[axis]
        }
        return result
    }
}
