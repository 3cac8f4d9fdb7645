import Formatting
package import MotionCore
public import MotionUnits

/// The units of a recording's columns.
public struct RecordedUnits: Sendable, Equatable {
    public typealias Acceleration = AccelerationUnit
    public typealias Rotation = RotationUnit

    /// Of ax, ay, az, and of gx, gy, gz; counts are none of them.
    public var acceleration = Acceleration.g
    public var rotation = Rotation.radiansPerSecond

    /// What recordings are taken for unless somebody says otherwise: g and rad/s.
    public init() {}

    /// Reads `m/s2,deg/s`; of one that is not named the usual one is taken.
    ///
    /// - Returns: nil if a word is none of the units', or both are of one kind.
    public init?(_ text: String) {
        let words = text.split(separator: ",").map { $0.trimmingPrefix(" ") }
        guard (1...2).contains(words.count) else { return nil }
        var named = (acceleration: 0, rotation: 0)
        for word in words {
            let unit = UnitWord(word)
            if let found = word == Acceleration.applesG.rawValue ? .applesG : unit?.acceleration {
                (acceleration, named.acceleration) = (found, named.acceleration + 1)
            } else if let found = unit?.rotation {
                (rotation, named.rotation) = (found, named.rotation + 1)
            } else {
                return nil
            }
        }
        if named.acceleration > 1 || named.rotation > 1 { return nil }
    }

    /// As `init(_:)` reads it.
    public var text: String { "\(acceleration.rawValue),\(rotation.rawValue)" }

    /// What makes g and rad/s of ax, ay, az, gx, gy, gz.
    package func factor(ofChannel channel: Int) -> Double {
        (channel < 3 ? acceleration.gPerUnit : rotation.radiansPerSecondPerUnit) ?? 1
    }

    /// What makes g and rad/s of each channel that is motion; 1 of the others.
    package func factors(of channels: NamedChannels) -> [Double] {
        channels.names.map { NamedChannels.axis(of: $0).map { factor(ofChannel: $0.axis) } ?? 1 }
    }

    /// What the values look like that were read in these units, by what motion can be.
    ///
    /// Gravity is always there, and the median of many samples is near it, however somebody moves: a median |a| of 6 … 14 is m/s².
    /// Nobody turns at more than 6 rad/s (1 Hz) most of the time, and no common sensor measures more than 36 (2,000 °/s): such
    /// values are of degrees.
    ///
    /// - Returns: nil if they are what they are taken for, or too few to tell.
    package func contradicted(by lengths: RecordedLengths) -> (units: RecordedUnits, reason: String)? {
        guard lengths.accelerations.count >= Self.enough else { return nil }
        let accelerations = lengths.accelerations.sorted()
        let rotations = lengths.rotations.sorted()
        let acceleration = accelerations[QuantileRank.below.place(0.5, of: accelerations.count)]
        let usual = rotations[QuantileRank.below.place(0.5, of: rotations.count)]
        let high = rotations[QuantileRank.below.place(0.99, of: rotations.count)]
        var found = self
        var reasons: [String] = []
        if self.acceleration == .g, Self.gravityInMetres.contains(acceleration) {
            found.acceleration = .metresPerSecondSquared
            reasons.append("the median acceleration is \(Self.short(acceleration)), which is gravity in m/s² and not in g")
        }
        if self.rotation == .radiansPerSecond, usual > Self.fastMedian || high > Self.fast {
            found.rotation = .degreesPerSecond
            reasons.append(
                "rotations of \(Self.short(usual)) (median) and \(Self.short(high)) (one in a hundred is above) are of degrees and not "
                    + "of radians")
        }
        return reasons.isEmpty ? nil : (found, reasons.joined(separator: "; "))
    }

    /// Samples that a median needs to mean something.
    static let enough = 100
    /// A median acceleration in g that is gravity in m/s².
    static let gravityInMetres: ClosedRange<Float> = 6...14
    /// Rotations in rad/s that half and one in a hundred of them do not exceed.
    static let fastMedian: Float = 6
    static let fast: Float = 36

    /// Whether a sensor can have measured a value in g or rad/s. None comes near 1,000 rad/s (57,000 °/s), nor near 100,000 g.
    package static func isPossible(_ value: Float, ofChannel channel: Int) -> Bool {
        value.magnitude <= (channel < 3 ? 100_000 : 1_000)
    }

    private static func short(_ value: Float) -> String { String(printing: "%.3g", Double(value)) }
}
