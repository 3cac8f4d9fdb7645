/// What the numbers of an acceleration are in.
public enum AccelerationUnit: String, Sendable, CaseIterable {
    case g
    case milliG = "mg"
    case metresPerSecondSquared = "m/s2"
    /// g with Apple's sign: lying face up is −1 g along z, where an accelerometer reads 1.
    case applesG = "apple-g"
    /// A sensor's own steps, of which a profile says how much they are.
    case counts

    /// Metres per second squared of 1 g, by definition (ISO 80000-3).
    public static let standardGravity = 9.80665

    /// What makes g of it, as an accelerometer reads it; nil of counts.
    public var gPerUnit: Double? {
        switch self {
        case .g: 1
        case .milliG: 1e-3
        case .metresPerSecondSquared: 1 / Self.standardGravity
        case .applesG: -1
        case .counts: nil
        }
    }
}

/// What the numbers of a rotation are in.
public enum RotationUnit: String, Sendable, CaseIterable {
    case radiansPerSecond = "rad/s"
    case milliradiansPerSecond = "mrad/s"
    case degreesPerSecond = "deg/s"
    case millidegreesPerSecond = "mdeg/s"
    /// A sensor's own steps, of which a profile says how much they are.
    case counts

    /// What makes rad/s of it; nil of counts.
    public var radiansPerSecondPerUnit: Double? {
        switch self {
        case .radiansPerSecond: 1
        case .milliradiansPerSecond: 1e-3
        case .degreesPerSecond: .pi / 180
        case .millidegreesPerSecond: .pi / 180_000
        case .counts: nil
        }
    }
}
