/// Why motion is not what a model learned from: the likeliest reason, told from the motion alone.
public enum Misreading: Sendable, Hashable {
    /// How numbers compare with those that were learned.
    public enum Size: Sendable, Hashable { case tooLarge, tooSmall }
    /// How fast motion goes by, beside that which was learned.
    public enum Speed: Sendable, Hashable { case tooFast, tooSlow }

    /// It is what the model learned from, as far as anybody can tell.
    case none
    /// By 57.3: deg/s read as rad/s, or the other way round.
    case rotation(Size)
    /// By 9.8: m/s² read as g, or the other way round.
    case acceleration(Size)
    /// By 2, of both sensors: a range other than the one that was told.
    case range(Size)
    /// By 2, of the acceleration alone.
    case accelerationRange(Size)
    /// All goes by twice as fast as it was learned, or half as fast: samples come at another rate than is taken.
    case rate(Speed)
    /// Acceleration without gravity, which was learned with it.
    case noGravity
    /// Acceleration with gravity, which was learned without.
    case gravity
    /// The sensor sits otherwise: which of the model's axes, ±1 … ±3, its x, y and z are, as the command takes them.
    case axes(SIMD3<Int8>)
    /// The gyroscope's axes are not those of the accelerometer.
    case gyroscopeAxes(SIMD3<Int8>)
    /// An axis, 0 … 5, stays at its sensor's limit.
    case clipped(axis: Int)
    /// An axis, 0 … 5, that moved when the model learned has one value all the time.
    case standing(axis: Int)

    /// What kind of mistake it is, the same for all axes and sizes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case none, unit, range, rate, gravity, axes, gyroscope, clipped, standing

        /// Whether ten seconds are enough to say so.
        package var isPlain: Bool { self == .unit || self == .gravity || self == .standing }
    }

    public var kind: Kind {
        switch self {
        case .none: .none
        case .rotation, .acceleration: .unit
        case .range, .accelerationRange: .range
        case .rate: .rate
        case .noGravity, .gravity: .gravity
        case .axes: .axes
        case .gyroscopeAxes: .gyroscope
        case .clipped: .clipped
        case .standing: .standing
        }
    }
    /// Whether the axes are those of a mirror, which no turn of a sensor brings about: two swapped, or one or three the other way.
    package var isMirrored: Bool {
        guard case .axes(let axes) = self else { return false }
        // The sign of the permutation, times those of its axes.
        let isSwapped = (0..<3).filter { Int(abs(axes[$0])) == $0 + 1 }.count == 1
        return (isSwapped ? -1 : 1) * axes.x.signum() * axes.y.signum() * axes.z.signum() < 0
    }
}
