import MotionCore
import MotionUnits

/// Looks whether a gyroscope's axes are its accelerometer's, three times in the first minute of a device whose sketch somebody
/// wrote. Between the looks it allocates nothing.
struct AxesWatch {
    private var rate: Double
    private var acceleration: [SIMD3<Double>] = []
    private var rotation: [SIMD3<Double>] = []
    private var looksLeft = 3

    /// Of motion that tells of axes.
    private static let seconds = 20.0

    private var samples: Int { Int(saturating: (Self.seconds * rate).rounded(.up)) }

    /// nil of a format whose makers wired the sensor, and without both sensors.
    init?(_ finding: FormatProbe.Finding) {
        guard finding.decoder is TextLineDecoder, finding.channels == .all else { return nil }
        rate = finding.rate
        acceleration.reserveCapacity(samples)
        rotation.reserveCapacity(samples)
    }

    /// What follows does not join on, and may come at another rate or in other units.
    mutating func interrupt(rate: Double) {
        guard looksLeft > 0 else { return }
        self.rate = rate
        acceleration.removeAll(keepingCapacity: true)
        rotation.removeAll(keepingCapacity: true)
        acceleration.reserveCapacity(samples)
        rotation.reserveCapacity(samples)
    }

    /// - Parameter isAfterGap: whether readings are missing before it.
    /// - Returns: the axes that would fit, when they are known not to be as they come.
    mutating func observe(_ reading: ForeignReading, isAfterGap: Bool) -> GyroscopeAxes? {
        guard looksLeft > 0 else { return nil }
        if isAfterGap { interrupt(rate: rate) }
        let values = reading.values
        acceleration.append([values[0], values[1], values[2]])
        rotation.append([values[3], values[4], values[5]])
        guard acceleration.count >= samples else { return nil }
        let axes = UnitVerdict(ObservedMotion(acceleration: acceleration, rotation: rotation, rate: rate)).axes
        looksLeft = axes == nil ? looksLeft - 1 : 0
        acceleration.removeAll(keepingCapacity: looksLeft > 0)
        rotation.removeAll(keepingCapacity: looksLeft > 0)
        return axes
    }
}
